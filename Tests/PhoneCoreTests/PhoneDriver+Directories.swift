// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// A phone with call directory extensions, whose loads and look-ups the test answers.
extension PhoneDriver {
    static let spam = "com.example.hotline.spam"
    static let people = "com.example.hotline.people"
    static let foreign = "com.example.other.directory"
    static let stranger = "com.example.other"

    /// +44 20 7946 0000, which nobody has.
    static let number: Int64 = 442_079_460_000
    static let caller = Handle(kind: .phoneNumber, value: "+442079460000")

    static let apps = [
        InstalledApp(
            bundle: bundle, name: "Hotline",
            directoryExtensions: [
                DirectoryExtension(id: people, app: bundle, name: "People"),
                DirectoryExtension(id: spam, app: bundle, name: "Spam"),
            ]),
        InstalledApp(
            bundle: stranger, name: "Other",
            directoryExtensions: [DirectoryExtension(id: foreign, app: stranger, name: "Foreign")]),
    ]

    static let counts = DirectoryCounts(blocking: 2, identification: 3)

    /// A phone that has just been started, after a run in which these had loaded; the first app
    /// runs.
    static func withDirectories(
        rules: SystemRules = SystemRules(), order: [ExtensionID] = [spam, people],
        enabled: [ExtensionID] = [spam, people], loaded: [ExtensionID] = [spam, people]
    ) -> PhoneDriver {
        var driver = PhoneDriver(rules: rules, installed: [])
        driver.apply(.settingsKnown(PhoneSettings(extensionOrder: order, enabled: enabled)))
        driver.apply(
            .directoriesStood(
                loaded.map {
                    DirectoryStanding(
                        extensionID: $0, counts: counts, isLastLoadGood: true,
                        loadedAt: driver.now.wall)
                }))
        driver.apply(.appsInstalled(apps))
        driver.start()
        return driver
    }

    // MARK: Loads

    /// What the phone has had run, oldest first.
    var orders: [DirectoryLoadOrder] {
        effects.compactMap { if case .loadDirectory(let order) = $0 { order } else { nil } }
    }

    var cancelled: [DirectoryLoadID] {
        effects.compactMap { if case .cancelDirectoryLoad(let id) = $0 { id } else { nil } }
    }

    var removedData: [ExtensionID] {
        effects.compactMap { if case .removeDirectoryData(let id) = $0 { id } else { nil } }
    }

    var savedSettings: [PhoneSettings] {
        effects.compactMap { if case .recordSettings(let settings) = $0 { settings } else { nil } }
    }

    mutating func reload(_ id: ExtensionID, session: SessionID = session) -> RequestID {
        let request = nextRequest()
        app(.reloadDirectory(request, id), session: session)
        return request
    }

    /// The load that was started last ends.
    mutating func end(_ outcome: DirectoryLoadOutcome = .loaded(counts)) {
        guard let order = orders.last else { return }
        apply(.directoryLoaded(order.id, outcome))
    }

    mutating func fail(_ error: CallDirectoryError, _ words: String = "words") {
        end(.failed(DirectoryFailure(error, words)))
    }

    func summary(_ id: ExtensionID) -> DirectorySummary? {
        phone.directorySummaries.first { $0.id == id }
    }

    // MARK: Look-ups

    /// A question about a number.
    struct Question: Equatable {
        var ticket: IdentifyTicket
        var number: Int64
        var ids: [ExtensionID]
    }

    /// What the phone has asked extensions, oldest first.
    var questions: [Question] {
        effects.compactMap {
            guard case .identify(let ticket, let number, let ids) = $0 else { return nil }
            return Question(ticket: ticket, number: number, ids: ids)
        }
    }

    /// The question that was asked last is answered.
    mutating func identify(blockedBy id: ExtensionID? = nil, label: String? = nil) {
        guard let question = questions.last else { return }
        let label = label.map { CallerLabel(text: $0, source: Self.people) }
        apply(.identified(question.ticket, CallerIdentification(blockedBy: id, label: label)))
    }

    var blocked: [BlockedCall] {
        effects.compactMap { if case .recordBlocked(let call) = $0 { call } else { nil } }
    }

    mutating func reportCaller(
        _ id: CallID, _ handle: Handle? = caller, name: String? = nil, push: PushID? = nil
    ) -> RequestID {
        reportIncoming(
            id, push: push,
            update: CallUpdate(
                remoteHandle: handle, localizedCallerName: name, supportsHolding: true))
    }
}
