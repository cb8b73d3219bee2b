// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What is known from outside of a phone's call directories.
struct SeenDirectories {
    /// A question about a number that has not been answered.
    struct LookUp {
        var ticket: IdentifyTicket
        /// The call that waits for it, where one does.
        var caller: SeenKey?
        var asked: MonotonicTime
        /// The phone has been told that its time is over.
        var isOver = false
    }

    /// The extensions of each app.
    static let extensions: [[ExtensionID]] = PhoneChecker.bundles.map {
        [$0 + ".one", $0 + ".two"]
    }
    static let all = extensions.flatMap { $0 }

    var installed: Set<ExtensionID> = []
    /// What was written down last.
    var settings = PhoneSettings()
    /// What stands, by the loads that succeeded.
    var counts: [ExtensionID: DirectoryCounts] = [:]
    var isLastGood: Set<ExtensionID> = []
    var running: DirectoryLoadOrder?
    var isCancelled = false
    var lookUps: [LookUp] = []
    /// Loads that apps have asked for and heard nothing of.
    var reloads: [(request: RequestID, app: Int, id: ExtensionID)] = []

    // Of the event that is being applied.
    /// The call that may have to wait.
    var newCall: SeenKey?
    var decision: (lookUp: LookUp, found: CallerIdentification)?
    var asksNow: RequestID?
    var refused: (app: Int, id: ExtensionID, code: Int)?
    var started: ExtensionID?
    var blockedCount = 0

    /// Whom a call is to ask, by what was written down.
    var consulted: [ExtensionID] {
        settings.extensionOrder.filter {
            settings.enabled.contains($0) && (counts[$0]?.total ?? 0) > 0
        }
    }

    /// A load has failed, also one that a fault kept from running.
    mutating func failed(_ detail: String) {
        isLastGood.remove(String(detail.prefix { $0 != ":" }))
    }

    func isWaiting(_ key: SeenKey) -> Bool { lookUps.contains { $0.caller == key } }

    mutating func begin(_ event: PhoneEvent) {
        (newCall, decision, asksNow, refused, started) = (nil, nil, nil, nil, nil)
        blockedCount = 0
        switch event {
        case .appsInstalled(let apps):
            installed = Set(apps.flatMap { $0.directoryExtensions.map(\.id) })
        case .directoryLoaded(let id, let outcome):
            guard let order = running, order.id == id else { return }
            (running, isCancelled) = (nil, false)
            switch outcome {
            case .loaded(let new, _):
                counts[order.extensionID] = new
                isLastGood.insert(order.extensionID)
            case .failed: isLastGood.remove(order.extensionID)
            }
        case .identified(let ticket, let found):
            guard let index = lookUps.firstIndex(where: { $0.ticket == ticket }) else { return }
            decision = (lookUps.remove(at: index), found)
        case .world(.cellularRang(let id, _, _)):
            newCall = SeenKey(app: PhoneChecker.cellular, id: id)
        default: break
        }
    }
}
