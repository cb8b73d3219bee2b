// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// How a phone's sound stands, for testers.
package struct AudioSnapshot: Hashable, Sendable {
    /// Whose call has the sound: an app, or ``CallModel/cellularBundle``; nil where no call has it.
    package var owner: BundleID?
    /// The route of that call; without one, that of the newest process whose session is active, and
    /// without that what an app would find.
    package var route: AudioRoute
    /// The speaker was chosen over what the settings say (B79, B80).
    package var isOverridden: Bool

    package init(owner: BundleID?, route: AudioRoute, isOverridden: Bool) {
        self.owner = owner
        self.route = route
        self.isOverridden = isOverridden
    }
}

extension Phone {
    /// How the sound stands now.
    package var audioSnapshot: AudioSnapshot { audio.snapshot }
}
