// SPDX-License-Identifier: Apache-2.0

/// Looks through an app's sources for what keeps it from building here, or from ringing.
struct SourceCheck {
    let files: [SourceFile]

    /// In the order of files and lines.
    func findings() -> [Finding] {
        let conforming = Conformances(files)
        var findings: [Finding] = []
        for file in files {
            let own = misnamed(file, conforming) + providers(file) + PortingCheck.findings(file)
            findings += own.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        }
        return findings + severalProviders() + registration() + unheard() + intents(conforming)
    }

    // MARK: Delegates

    /// Methods that are nearly Apple's, in types that conform to the delegate's protocol: they
    /// build and are never called.
    private func misnamed(_ file: SourceFile, _ conforming: Conformances) -> [Finding] {
        file.outline.functions.compactMap { function in
            guard !function.isInProtocol, let owner = function.owner else { return nil }
            for delegate in AppleMethods.delegates
            where conforming.conforms(owner, to: delegate.name) {
                if let meant = AppleMethods.meant(by: function, of: delegate) {
                    return .problem(
                        "\(function.name) is never called: \(delegate.name) has \(meant); write "
                            + "that", file: file.path, line: function.line)
                }
            }
            guard function.name == "provider(_:perform:)", function.types.first == "CXProvider",
                conforming.conforms(owner, to: "CXProviderDelegate"), function.types.count == 2,
                !AppleMethods.performed.contains(function.types[1])
            else { return nil }
            return .problem(
                "provider(_:perform:) with \(function.types[1]) is never called: write one for "
                    + "each action, such as CXAnswerCallAction", file: file.path,
                line: function.line)
        }
    }

    // MARK: Providers

    private func providers(_ file: SourceFile) -> [Finding] {
        file.outline.creations.filter { $0.type == "CXProvider" && $0.isComputed }.map {
            .problem(
                "each reading of this property makes another CXProvider, without the delegate of "
                    + "the first: keep one in a stored property", file: file.path, line: $0.line)
        }
    }

    private func severalProviders() -> [Finding] {
        var places: [String: [(file: String, line: Int)]] = [:]
        for file in files {
            for made in file.outline.creations where made.type == "CXProvider" {
                places[file.target, default: []].append((file.path, made.line))
            }
        }
        return places.keys.sorted().flatMap { target -> [Finding] in
            let all = places[target] ?? []
            guard let first = all.first, all.count > 1 else { return [] }
            return all.dropFirst().map {
                .remark(
                    "another CXProvider is made here, besides \(first.file):\(first.line): an app "
                        + "has one, for as long as it runs, or calls are split among them",
                    file: $0.file, line: $0.line)
            }
        }
    }

    // MARK: Pushes

    private func made(_ type: String) -> [(file: SourceFile, creation: SwiftOutline.Creation)] {
        files.flatMap { file in
            file.outline.creations.filter { $0.type == type }.map { (file, $0) }
        }
    }

    private func registration() -> [Finding] {
        let registries = made("PKPushRegistry")
        let providers = made("CXProvider")
        var findings: [Finding] = []
        if let first = registries.first {
            if !files.contains(where: { $0.has("desiredPushTypes") }) {
                findings.append(
                    .problem(
                        "desiredPushTypes is set nowhere, so no push comes: set the registry's "
                            + "delegate, then desiredPushTypes = [.voIP] (B117)",
                        file: first.file.path, line: first.creation.line))
            }
            let reports: Set = ["reportNewIncomingCall", "reportNewIncomingVoIPPushPayload"]
            if !files.contains(where: { $0.has(anyOf: reports) }) {
                findings.append(
                    .problem(
                        "no incoming call is reported anywhere: the system ends an app that takes "
                            + "a VoIP push and reports none; call reportNewIncomingCall (B121)",
                        file: first.file.path, line: first.creation.line))
            }
        } else if let first = providers.first {
            findings.append(
                .remark(
                    "there is no PKPushRegistry: the app rings only while it runs by itself; make "
                        + "one at launch (B120)", file: first.file.path, line: first.creation.line))
        }
        for (file, creation) in registries where isOfScreen(creation.function) {
            findings.append(
                .problem(
                    "the registry is made when a screen comes up, and a push starts the app "
                        + "without any: make it in "
                        + "application(_:didFinishLaunchingWithOptions:) (B120)",
                    file: file.path, line: creation.line))
        }
        return findings
    }

    /// Registries and providers that nobody listens to, and registries that ask for other pushes.
    private func unheard() -> [Finding] {
        var findings: [Finding] = []
        func note(
            _ type: String, _ words: String, unless isRight: (SourceFile) -> Bool
        ) {
            guard let first = made(type).first, !files.contains(where: isRight) else { return }
            findings.append(
                .problem(words, file: first.file.path, line: first.creation.line))
        }
        note(
            "PKPushRegistry",
            "the registry has no delegate, so nobody takes its pushes: set its delegate before "
                + "desiredPushTypes (B117)"
        ) { $0.has("delegate") }
        if let file = files.first(where: { $0.has("desiredPushTypes") }) {
            note(
                "PKPushRegistry",
                "desiredPushTypes in \(file.path) names no .voIP, so no push of a call comes: add "
                    + "it (B117)"
            ) { $0.has(anyOf: ["voIP", "PKPushTypeVoIP"]) }
        }
        note(
            "CXProvider",
            "the provider has no delegate, so an answer reaches nobody and fails: call "
                + "setDelegate(_:queue:) where it is made"
        ) { $0.has("setDelegate") }
        return findings
    }

    private func isOfScreen(_ function: String?) -> Bool {
        [
            "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewIsAppearing", "loadView",
            "awakeFromNib",
        ].contains(function)
    }

    // MARK: Contacts and Recents

    private func intents(_ conforming: Conformances) -> [Finding] {
        guard let first = made("CXProvider").first else { return [] }
        guard files.contains(where: { $0.has("supportedHandleTypes") }) else {
            return [
                .remark(
                    "supportedHandleTypes is set nowhere: no call starts from Contacts or Recents; "
                        + "name the kinds in the provider's configuration (B112)",
                    file: first.file.path, line: first.creation.line)
            ]
        }
        let delegates = files.flatMap { file in
            file.outline.types.filter { conforming.conforms($0.name, to: "UIApplicationDelegate") }
                .map { (file, $0) }
        }
        let continues = files.contains { file in
            file.outline.functions.contains {
                ["application(_:continue:restorationHandler:)", "scene(_:continue:)"].contains(
                    $0.name)
            }
        }
        guard let delegate = delegates.first, !continues else { return [] }
        return [
            .remark(
                "\(delegate.1.name) has no application(_:continue:restorationHandler:): a tap in "
                    + "Contacts or Recents calls nobody (B112)", file: delegate.0.path)
        ]
    }
}
