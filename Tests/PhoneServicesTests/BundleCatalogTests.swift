// SPDX-License-Identifier: Apache-2.0
import PhoneCore
import CallModel
import Glibc
import PhoneHost
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("BundleCatalog")
struct BundleCatalogTests {
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private var source: String { "\(folder.path)/Hotline.app" }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
        try folder.makeFolder("apps")
        try folder.makeFolder("Hotline.app")
        try folder.makeFolder("Hotline.app/Sounds")
        try folder.write("ring", "Hotline.app/Sounds/Ring.caf")
        try folder.write("#!/bin/sh\n", "Hotline.app/Hotline", mode: 0o755)
        try folder.write(Sample.info(), "Hotline.app/Info.plist")
    }

    private func open() throws -> BundleCatalog {
        try BundleCatalog(folder: "\(folder.path)/apps", worker: stage.worker)
    }

    private func install(
        _ catalog: BundleCatalog,
        isLinked: Bool = false,
        environment: PushEnvironment? = nil
    ) throws -> Result<CatalogApp, ServiceFailure> {
        try stage.wait("the installation did not end") {
            catalog.install(
                path: source, isLinked: isLinked, environment: environment, completion: $0)
        }
    }

    @Test("An installed app is a copy, known by its executable, and there at the next start")
    func install() throws {
        let catalog = try open()
        var changes = 0
        catalog.onChange = { changes += 1 }
        let app = try install(catalog).get()
        #expect(changes == 1)
        #expect(app.path.hasPrefix("\(folder.path)/apps/"))
        #expect(!app.isLinked)
        #expect(try folder.read("apps/\(Files.name(of: app.path))/Sounds/Ring.caf") == "ring")
        let file = try #require(FileIdentity(path: app.executable))
        #expect(catalog.member(runBy: file) == .app("com.example.hotline"))
        let other = try #require(FileIdentity(path: "\(source)/Hotline"))
        #expect(catalog.member(runBy: other) == nil)
        #expect(try open().apps == [app])
    }

    @Test("A linked app stays in place, and is known again when it has been built anew")
    func link() throws {
        let catalog = try open()
        let app = try install(catalog, isLinked: true).get()
        #expect(app.path == source && app.isLinked)
        let before = try #require(FileIdentity(path: app.executable))
        try folder.write("#!/bin/sh\n:", "Hotline.app/Hotline", mode: 0o755)
        let after = try #require(FileIdentity(path: app.executable))
        #expect(before != after)
        #expect(catalog.member(runBy: after) == .app("com.example.hotline"))
        #expect(catalog.member(runBy: before) == nil)
    }

    @Test("A newer installation takes the place of the older, with a higher generation (B127)")
    func again() throws {
        let catalog = try open()
        let first = try install(catalog).get()
        let second = try install(catalog).get()
        #expect(second.app.generation > first.app.generation)
        #expect(catalog.apps == [second])
        #expect(access(first.path, F_OK) != 0)
    }

    @Test("A removed app is gone with its copy; a linked bundle stays")
    func remove() throws {
        let catalog = try open()
        let app = try install(catalog).get()
        let bundle = app.app.bundle
        let failure = try stage.wait("the removal did not end") {
            catalog.remove(bundle, completion: $0)
        }
        #expect(failure == nil)
        #expect(catalog.apps.isEmpty)
        #expect(access(app.path, F_OK) != 0)
        _ = try install(catalog, isLinked: true)
        _ = try stage.wait("the removal did not end") { catalog.remove(bundle, completion: $0) }
        #expect(access(source, F_OK) == 0)
        let second = try stage.wait("the removal did not end") {
            catalog.remove(bundle, completion: $0)
        }
        #expect(second != nil)
    }

    @Test("A bundle with a link out of it is not copied, and nothing is left of the attempt")
    func linkOut() throws {
        symlink("/etc/hostname", "\(source)/Sounds/Out")
        let catalog = try open()
        guard case .failure(let failure) = try install(catalog) else {
            Issue.record("it was installed")
            return
        }
        #expect("\(failure)".contains("Out"))
        #expect(try Files.names(in: "\(folder.path)/apps").isEmpty)
    }

    @Test("A link within the bundle is copied as a link")
    func linkIn() throws {
        symlink("Ring.caf", "\(source)/Sounds/Other.caf")
        let app = try install(try open()).get()
        #expect(
            Files.resolve("\(app.path)/Sounds/Other.caf") == "\(app.path)/Sounds/Ring.caf"
        )
    }

    @Test("A copy that no index names was cut off, and is removed at the next start")
    func leftovers() throws {
        try folder.makeFolder("apps/com.example.cut-9.app")
        _ = try open()
        #expect(access("\(folder.path)/apps/com.example.cut-9.app", F_OK) != 0)
    }

    @Test("A linked bundle that is gone is left out and named; the others stay")
    func goneLink() throws {
        _ = try install(try open(), isLinked: true)
        Files.removeTree(source)
        let catalog = try open()
        #expect(catalog.apps.isEmpty)
        #expect(catalog.problems.count == 1)
        #expect(catalog.problems.first?.contains("com.example.hotline") == true)
    }

    @Test("A damaged index is named")
    func damaged() throws {
        try folder.write("{", "apps/index.json")
        let error = #expect(throws: ServiceFailure.self) { try open() }
        #expect(error.map { "\($0)" }?.contains("index.json") == true)
    }

    @Test("A path that is not absolute is refused")
    func relative() throws {
        let catalog = try open()
        let result = try stage.wait("the installation did not end") {
            catalog.install(
                path: "Hotline.app", isLinked: false, environment: nil, completion: $0)
        }
        #expect(throws: ServiceFailure.self) { try result.get() }
    }

    @Test("The entitlement says which service a token is of; the installation may say another")
    func environments() throws {
        let bundle = "com.example.hotline"
        let catalog = try open()
        _ = try install(catalog).get()
        #expect(catalog.environment(of: bundle) == nil)
        try folder.write(Sample.entitlements("development"), "Hotline.app/Entitlements.plist")
        _ = try install(catalog).get()
        #expect(catalog.environment(of: bundle) == .development)
        _ = try install(catalog, environment: .production).get()
        #expect(catalog.environment(of: bundle) == .production)
        #expect(try open().environment(of: bundle) == .production)
        _ = try install(catalog).get()
        #expect(try open().environment(of: bundle) == .development)
    }

    @Test("B136: a process of an app's notification service extension is known by its executable")
    func extensions() throws {
        try folder.makeFolder("Hotline.app/PlugIns")
        for name in ["Filter", "Plain", "Other", "Broken"] {
            try folder.makeFolder("Hotline.app/PlugIns/\(name).appex")
            let point =
                name == "Other"
                ? "com.apple.callkit.call-directory" : "com.apple.usernotifications.service"
            try folder.write(
                Sample.extensionInfo(executable: name, point: point),
                "Hotline.app/PlugIns/\(name).appex/Info.plist")
            guard name != "Broken" else { continue }
            try folder.write(
                "#!/bin/sh\n", "Hotline.app/PlugIns/\(name).appex/\(name)", mode: 0o755)
        }
        try folder.write(
            Sample.filteringEntitlement, "Hotline.app/PlugIns/Filter.appex/Entitlements.plist")
        let catalog = try open()
        let app = try install(catalog).get()
        func member(_ name: String) throws -> BundleMember? {
            let path = "\(app.path)/PlugIns/\(name).appex/\(name)"
            return catalog.member(runBy: try #require(FileIdentity(path: path)))
        }
        let bundle = app.app.bundle
        #expect(try member("Filter") == .notificationExtension(bundle, canFilter: true))
        #expect(try member("Plain") == .notificationExtension(bundle, canFilter: false))
        #expect(try member("Other") == nil)
        let problem = BundleCheck.problems(path: source).first {
            "\($0)".contains("Broken.appex is left out")
        }
        #expect(problem?.isFatal == false)
    }
}
