// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import Glibc
import OCKNetworking
import OCKStorage
import PhoneCore
import PhoneHost
import PhoneTestSupport
import Testing

@testable import PhoneServices

/// A phone's sockets and extension host, with one app whose extension does what a script says.
final class ExtensionStage {
    static let app = "com.example.hotline"
    static let id: ExtensionID = "com.example.hotline.CallDirectory"

    let folder: TemporaryFolder
    let paths: HomePaths
    let stage: LoopStage
    let directories: ExtensionHost
    private(set) var log: [String] = []
    private(set) var progress: [Int] = []
    private let sockets: PhoneSockets
    private var lastLoad = 0
    private var appex: String { "\(folder.path)/Hotline.app/PlugIns/CallDirectory.appex" }

    init(in folder: TemporaryFolder? = nil) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        paths = HomePaths(home: folder.path)
        try paths.create()
        stage = try LoopStage()
        try Self.makeApp(in: folder)
        let catalog = try BundleCatalog(folder: paths.apps, worker: stage.worker)
        directories = try ExtensionHost(
            loop: stage.loop, worker: stage.worker, catalog: catalog,
            environment: ProcessEnvironment(appSocket: paths.appSocket, groups: paths.groups),
            directories: paths.directories, logs: paths.logs)
        let time = VirtualTime()
        let host = PhoneHost(
            rules: SystemRules(), seed: 1, clock: time, scheduler: time,
            services: HostServices(
                store: MemoryStore(), launcher: MemoryLauncher(), catalog: MemoryCatalog([]),
                ringer: MemoryRinger()))
        sockets = PhoneSockets(
            loop: stage.loop, host: host, directories: directories, paths: paths
        ) { catalog.member(runBy: $0) }
        try sockets.open()
        directories.onLog = { [unowned self] in log.append($0) }
        _ = try stage.wait("the app was not installed") {
            catalog.install(
                path: "\(folder.path)/Hotline.app", isLinked: true, environment: nil,
                completion: $0)
        }.get()
    }

    deinit {
        sockets.close()
        directories.stop()
    }

    private static func makeApp(in folder: TemporaryFolder) throws {
        let appex = "Hotline.app/PlugIns/CallDirectory.appex"
        try folder.makeFolder(appex)
        try folder.write(Sample.info(), "Hotline.app/Info.plist")
        try folder.write(Sample.directoryInfo(), "\(appex)/Info.plist")
        try folder.write(
            Sample.groupEntitlements(["group.com.example.hotline"]), "\(appex)/Entitlements.plist")
        try folder.write("\u{7F}ELF", "Hotline.app/Hotline", mode: 0o755)
        let program = AppExecutable.built("ScriptedExtension").path
        let place = "\(folder.path)/\(appex)/CallDirectory"
        // A copy would be open for writing for a moment, in which nobody can run it.
        guard access(place, F_OK) != 0, link(program, place) != 0 else { return }
        try BundleCopy.copyFile(program, to: place)
    }

    /// Begins a load whose extension does this.
    func begin(
        _ script: String,
        isIncremental: Bool = false,
        entryLimit: Int = 1_999_999,
        memoryLimit: Int? = nil,
        memoryWarning: Int = 12 << 20,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) throws -> DirectoryLoadID {
        try folder.write(script, "Hotline.app/PlugIns/CallDirectory.appex/Script.txt")
        lastLoad += 1
        let order = DirectoryLoadOrder(
            id: DirectoryLoadID(lastLoad), extensionID: Self.id, app: Self.app,
            isIncremental: isIncremental, entryLimit: entryLimit, memoryLimit: memoryLimit,
            memoryWarning: memoryWarning)
        directories.load(
            order,
            progress: { [unowned self] in
                progress.append($0)
                stage.changed()
            },
            outcome: { [unowned self] in
                outcome($0)
                stage.changed()
            })
        return order.id
    }

    /// Loads, and waits for the end of it.
    func load(
        _ script: String,
        isIncremental: Bool = false,
        entryLimit: Int = 1_999_999,
        memoryLimit: Int? = nil,
        memoryWarning: Int = 12 << 20,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> DirectoryLoadOutcome {
        var outcome: DirectoryLoadOutcome?
        repeat {
            outcome = nil
            _ = try begin(
                script, isIncremental: isIncremental, entryLimit: entryLimit,
                memoryLimit: memoryLimit, memoryWarning: memoryWarning
            ) { outcome = $0 }
            stage.run("the load did not end", sourceLocation: sourceLocation) { outcome != nil }
            // The program had to be copied, and another test's child holds it open.
        } while outcome?.failure?.words.contains("Text file busy") == true
        return try #require(outcome, sourceLocation: sourceLocation)
    }

    /// Who that number is, by the one extension.
    func identify(_ number: Int64) throws -> CallerIdentification {
        try stage.wait("nobody said who it is") {
            directories.identify(number, in: [Self.id], completion: $0)
        }
    }

    /// What stands of the one extension.
    var standing: DirectoryStanding? { directories.standing.first { $0.extensionID == Self.id } }

    /// The log of the extension's process, once the condition holds for it.
    func extensionLog(
        sourceLocation: SourceLocation = #_sourceLocation, until isThere: (String) -> Bool
    ) throws -> String {
        var text = ""
        stage.run("its log has not what it should", sourceLocation: sourceLocation) {
            text = (try? folder.read("state/logs/\(Self.id).log")) ?? ""
            if !isThere(text) { stage.loop.later { self.stage.changed() } }
            return isThere(text)
        }
        return text
    }
}

extension DirectoryLoadOutcome {
    var failure: DirectoryFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    var counts: DirectoryCounts? {
        if case .loaded(let counts, _) = self { counts } else { nil }
    }
}
