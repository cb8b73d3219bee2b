// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The installed apps, as those that Contacts and Recents offer to call with (B112).
struct CallingApps {
    let apps: [AppSummary]

    /// - Throws: Where no phone runs.
    init(_ door: PhoneDoor) throws(CommandFailure) {
        guard case .apps(let apps) = try door.ask(.apps) else { throw PhoneDoor.misunderstood }
        self.init(apps)
    }

    init(_ apps: [AppSummary]) { self.apps = apps }

    /// Whether an app, that of the name where there is one, calls handles of the kind.
    func canCall(_ kind: Handle.Kind, with bundle: BundleID?) -> Bool {
        apps.contains { (bundle ?? $0.bundle) == $0.bundle && $0.handleKinds.contains(kind) }
    }

    /// The app of the name, or the only one that calls handles of the kind.
    ///
    /// - Throws: Where it is not installed or does not call that kind, and where the person has to
    ///   choose.
    func app(
        for kind: Handle.Kind, named bundle: BundleID?, _ command: Command
    ) throws(CommandFailure) -> AppSummary {
        if let bundle { return try app(bundle, for: kind) }
        let able = apps.filter { $0.handleKinds.contains(kind) }
        if let only = able.first, able.count == 1 { return only }
        guard able.isEmpty else {
            throw .usage(
                "\(able.count) apps call \(kind.words): "
                    + able.map(\.bundle).joined(separator: ", ") + "; choose one with --app",
                command)
        }
        throw none(for: kind)
    }

    private func app(
        _ bundle: BundleID, for kind: Handle.Kind
    ) throws(CommandFailure) -> AppSummary {
        guard let app = apps.first(where: { $0.bundle == bundle }) else {
            let near = suggestion(for: bundle, among: apps.map(\.bundle))
            throw CommandFailure(
                .failed, "\(bundle) is not installed\(near); see 'opencallkit app list'")
        }
        guard !app.handleKinds.contains(kind) else { return app }
        guard !app.handleKinds.isEmpty else { throw unknownYet([app], kind) }
        let kinds = app.handleKinds.map(\.words).joined(separator: ", ")
        throw CommandFailure(
            .failed,
            "\(bundle) calls \(kinds) and no \(kind.words): add \(kind.swiftName) to the "
                + "supportedHandleTypes of its provider's configuration (B112)")
    }

    private func none(for kind: Handle.Kind) -> CommandFailure {
        guard !apps.isEmpty else {
            return CommandFailure(
                .failed, "no app is installed that could call; see 'opencallkit app install --help'"
            )
        }
        let unknown = apps.filter(\.handleKinds.isEmpty)
        guard unknown.isEmpty else { return unknownYet(unknown, kind) }
        return CommandFailure(
            .failed,
            "no installed app calls \(kind.words): one does that has \(kind.swiftName) among the "
                + "supportedHandleTypes of its provider's configuration (B112)")
    }

    /// An app that has made no provider yet, or one that names no kind: the phone cannot tell.
    private func unknownYet(_ apps: [AppSummary], _ kind: Handle.Kind) -> CommandFailure {
        let names = apps.map(\.bundle).joined(separator: ", ")
        let first = apps.first?.bundle ?? ""
        return CommandFailure(
            .failed,
            "it is not known that \(names) calls \(kind.words): its provider's configuration needs "
                + "\(kind.swiftName) among supportedHandleTypes (B112), and the phone learns it "
                + "once the app has run; try 'opencallkit app open \(first)'")
    }
}

extension Handle.Kind {
    /// More than one of the kind.
    var words: String {
        switch self {
        case .generic: "handles of its own"
        case .phoneNumber: "phone numbers"
        case .emailAddress: "mail addresses"
        }
    }

    /// As a provider's configuration spells it.
    var swiftName: String {
        switch self {
        case .generic: ".generic"
        case .phoneNumber: ".phoneNumber"
        case .emailAddress: ".emailAddress"
        }
    }
}
