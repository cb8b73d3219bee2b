// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Call directories, and what the phone knows of numbers.
extension Phone {
    /// The call directory extensions, in the person's order.
    package var directorySummaries: [DirectorySummary] { directories.summaries }

    /// The person's own block list, in the order in which it grew.
    package var blockList: [Handle] { device.blocked }

    /// What is known of a number in whatever form; nil where it is none.
    ///
    /// For each extension with data there is a row, still without what the data says.
    package func lookUp(_ text: String) -> NumberLookUp? {
        guard let number = device.number(of: text) else { return nil }
        let handle = Handle(kind: .phoneNumber, value: text)
        let rows = directories.summaries.filter { $0.counts != nil }.map {
            NumberLookUp.Row(
                extensionID: $0.id, isEnabled: $0.isEnabled, blocks: false, label: nil)
        }
        return NumberLookUp(
            number: number, contact: device.name(of: handle),
            isBlockedByPerson: device.isBlocked(handle), rows: rows)
    }

    /// What a restart does not change.
    var settings: PhoneSettings {
        PhoneSettings(
            blocked: device.blocked, extensionOrder: directories.order,
            enabled: directories.enabled, orphans: directories.orphans,
            supportedHandles: apps.supportedHandles)
    }

    mutating func handleDirectories(_ event: PhoneEvent, turn: inout Turn) {
        switch event {
        case .settingsKnown(let settings):
            device.setBlocked(settings.blocked)
            directories.takeUp(settings, turn: &turn)
            apps.takeUp(settings.supportedHandles)
        case .directoriesStood(let standing): directories.takeUp(standing)
        case .directoryLost(let id): directories.lost(id)
        case .directoryProgress(let load, let entries): directories.loads.progress(load, entries)
        case .directoryLoaded(let load, let outcome):
            directories.loaded(load, outcome, turn: &turn)
        case .identified(let ticket, let found):
            center.identified(ticket, found, device: device, turn: &turn)
        default: preconditionFailure("no event of call directories")
        }
    }

    /// What `CXCallDirectoryManager` asks for.
    mutating func handleDirectory(
        _ request: AppRequest, of bundle: BundleID, _ session: SessionID, turn: inout Turn
    ) {
        switch request {
        case .reloadDirectory(let id, let member):
            let asker = DirectoryLoads.Asker(session: session, request: id)
            directories.reload(member, for: bundle, by: asker, turn: &turn)
        case .directoryStatus(let id, let member):
            if let status = directories.status(of: member, for: bundle) {
                turn.tell(session, .directoryStatus(id, status))
            } else {
                turn.answer(session, id, .callDirectory(.noExtensionFound))
            }
        case .openDirectorySettings(let id):
            // The page of the settings takes the app's place on the screen (B155).
            if apps.front == bundle { apps.bringToFront(nil, turn: &turn) }
            turn.answer(session, id, nil)
        default: preconditionFailure("no request about call directories")
        }
    }
}
