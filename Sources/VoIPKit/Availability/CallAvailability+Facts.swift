// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallAvailability {
    /// By what calls are shown and performed.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// CallKit: the system's own call screen, Recents, and sound above that of other apps.
        case callKit
        /// The app's own screen, while the app runs in front (``InAppCallScreen``).
        case inApp
        /// LiveCommunicationKit, where the system has it.
        case liveCommunicationKit

        /// Whether VoIP pushes may be registered for.
        ///
        /// Each must lead to a report to the system (B121), which an app's own screen is not: an
        /// app that takes a push and shows its own screen is killed. With
        /// ``CallAvailability/Choice/inApp`` a call reaches an app that does not run by an ordinary
        /// notification.
        public var takesVoIPPushes: Bool { self != .inApp }
    }

    /// Why it came to a choice.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Nothing speaks against CallKit.
        case nothingAgainst
        /// LiveCommunicationKit is preferred, and there.
        case preferred
        /// The person switched the system's call screen off in the app.
        case switchedOff
        /// The app does not declare `voip` among its background modes: CallKit would refuse all
        /// (B48, B60).
        case notEntitled
        /// The system is too old for CallKit, or lacks it.
        case systemTooOld
        /// The store of this region wants CallKit's calls off (B116).
        case region
        /// Nobody has said yet in which region this is.
        case regionUnknown
    }

    /// What a region may be to an app's calls.
    public enum RestrictedRule: String, Hashable, Sendable, CaseIterable {
        /// The app's own screen.
        case inApp
        /// LiveCommunicationKit where it is there, else the app's own screen.
        ///
        /// The order of 2018 speaks of CallKit (B116). Whether the store takes the other framework
        /// for something else is its reviewers' to say: ask them first.
        case liveCommunicationKit
    }

    /// What an app wants, whatever the device is.
    public struct Policy: Hashable, Sendable {
        /// In which regions CallKit's calls are off, as ISO 3166 has them.
        ///
        /// Mainland China alone by default: Hong Kong, Macao and Taiwan have codes, and stores, of
        /// their own.
        public var restrictedRegions: Set<String> = ["CN", "CHN"]
        /// What takes its place there.
        public var restrictedRule = RestrictedRule.inApp
        /// Whether a device of which nobody has ever known the region is taken for one in a
        /// restricted region.
        ///
        /// True by default, since CallKit where it must be off costs the app its place in the
        /// store, and the app's own screen elsewhere costs one call until the region is known.
        public var treatsUnknownRegionAsRestricted = true
        /// Whether LiveCommunicationKit is taken in place of CallKit where both could be.
        public var prefersLiveCommunicationKit = false

        /// Makes one with the values that the properties say.
        public init() {}
    }

    /// What the choice depends on: a value, to be made up in a test.
    public struct Facts: Hashable, Sendable {
        /// The region, in two letters or three; nil where nobody has ever known it.
        public var region: String?
        /// The system's version, whichever system it is.
        public var systemVersion: SystemVersion
        /// Whether the app declares `voip` among its background modes.
        public var isEntitled: Bool
        /// Whether the person wants the system's call screen, where the app lets them say.
        public var isSwitchedOn: Bool
        /// Whether the app was built with LiveCommunicationKit.
        public var hasLiveCommunicationKit: Bool

        /// Makes the facts of a device on which nothing speaks against CallKit but what is said.
        ///
        /// - Parameters:
        ///   - region: The region, nil where nobody has ever known it.
        ///   - systemVersion: The system's version.
        ///   - isEntitled: Whether the app declares `voip`.
        ///   - isSwitchedOn: Whether the person wants the system's call screen.
        ///   - hasLiveCommunicationKit: Whether the app was built with it.
        public init(
            region: String?, systemVersion: SystemVersion, isEntitled: Bool = true,
            isSwitchedOn: Bool = true, hasLiveCommunicationKit: Bool = false
        ) {
            self.region = region
            self.systemVersion = systemVersion
            self.isEntitled = isEntitled
            self.isSwitchedOn = isSwitchedOn
            self.hasLiveCommunicationKit = hasLiveCommunicationKit
        }

        /// What is chosen, and why.
        ///
        /// In this order: the person's wish; the app's background modes; the system's version; the
        /// region; the app's preference. So what the person switched off stays off everywhere.
        ///
        /// - Parameter policy: What the app wants.
        /// - Returns: The choice, with the first reason that decided it.
        public func decide(_ policy: Policy) -> Decision {
            guard isSwitchedOn else { return Decision(.inApp, .switchedOff) }
            guard isEntitled else { return Decision(.inApp, .notEntitled) }
            guard systemVersion >= .withCallKit else { return Decision(.inApp, .systemTooOld) }
            if let against = reasonInRegion(policy) {
                let other = policy.restrictedRule == .liveCommunicationKit
                return Decision(
                    other && isLiveCommunicationKitThere ? .liveCommunicationKit : .inApp, against)
            }
            if policy.prefersLiveCommunicationKit && isLiveCommunicationKitThere {
                return Decision(.liveCommunicationKit, .preferred)
            }
            return Decision(.callKit, .nothingAgainst)
        }

        private func reasonInRegion(_ policy: Policy) -> Reason? {
            guard let region else {
                return policy.treatsUnknownRegionAsRestricted ? .regionUnknown : nil
            }
            return policy.restrictedRegions.contains(region.uppercased()) ? .region : nil
        }

        private var isLiveCommunicationKitThere: Bool {
            hasLiveCommunicationKit && systemVersion >= .withLiveCommunicationKit
        }
    }

    /// A choice with its reason.
    public struct Decision: Hashable, Sendable {
        /// What is chosen.
        public let choice: Choice
        /// The first reason that decided it.
        public let reason: Reason

        init(_ choice: Choice, _ reason: Reason) {
            self.choice = choice
            self.reason = reason
        }
    }
}
