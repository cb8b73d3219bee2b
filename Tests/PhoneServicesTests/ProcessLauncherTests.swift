// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking
import PhoneCore
import PhoneHost
import Testing

@testable import PhoneServices

@Suite("ProcessLauncher")
struct ProcessLauncherTests {
    private let folder: TemporaryFolder
    private let stage: LoopStage

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
        try folder.makeFolder("logs")
        try folder.makeFolder("X.app")
    }

    private func launcher(
        _ variable: @escaping (String) -> String? = { _ in nil }
    ) -> ProcessLauncher {
        ProcessLauncher(
            loop: stage.loop,
            logs: "\(folder.path)/logs",
            environment: ProcessEnvironment(
                appSocket: "/run/app.sock", groups: "\(folder.path)/groups", variable: variable)
        ) { _ in ["group.com.example.x"] }
    }

    private func app(_ script: String) throws -> CatalogApp {
        try folder.write("#!/bin/sh\n\(script)\n", "X.app/X", mode: 0o755)
        return CatalogApp(
            app: InstalledApp(bundle: "com.example.x", name: "X"),
            path: "\(folder.path)/X.app",
            executable: "\(folder.path)/X.app/X",
            isLinked: true
        )
    }

    /// Starts the script, also if it takes more than one attempt.
    ///
    /// Another test's child, between fork and exec, may still hold the script open for writing. It
    /// is gone in a moment; until then the system says that the file is busy.
    private func start(
        _ app: CatalogApp, _ launcher: ProcessLauncher, _ outcome: @escaping (LaunchOutcome) -> Void
    ) {
        launcher.launch(LaunchID(1), app) { [self] result in
            if case .failed(let words) = result, words.contains("Text file busy") {
                stage.loop.later { self.start(app, launcher, outcome) }
            } else {
                outcome(result)
            }
        }
    }

    /// Starts the script and waits for its end.
    private func run(_ script: String, _ launcher: ProcessLauncher) throws -> [LaunchOutcome] {
        var outcomes: [LaunchOutcome] = []
        start(try app(script), launcher) { outcome in
            outcomes.append(outcome)
            stage.changed()
        }
        stage.run("the process did not end") { outcomes.count == 2 }
        return outcomes
    }

    private func log() throws -> [String] {
        try folder.read("logs/com.example.x.log").split(separator: "\n").map(String.init)
    }

    @Test("A process gets its own environment, folder and log, an empty input, and nothing else")
    func clean() throws {
        try folder.write("", "leaked")
        let leaked = open("\(folder.path)/leaked", O_RDONLY)
        defer { close(leaked) }
        let launcher = launcher { name in
            ["PATH": "/usr/bin:/bin", "LANG": "C", "SECRET": "s"][name]
        }
        let script =
            "pwd; cat; ls -l /proc/self/fd; env; echo error >&2; "
            + "read line < /proc/$$/stat; set -- $line; [ $1 = $5 ] && echo leader"
        let outcomes = try run(script, launcher)
        #expect(outcomes.first == .started)
        let lines = try log()
        #expect(lines.first == "\(folder.path)/X.app")
        #expect(lines.contains("OPENCALLKIT_APP_SOCKET=/run/app.sock"))
        #expect(lines.contains("LANG=C"))
        #expect(lines.contains("OPENCALLKIT_GROUPS=group.com.example.x"))
        #expect(lines.contains("XDG_CONFIG_HOME=\(folder.path)/groups/preferences"))
        #expect(access("\(folder.path)/groups/group.com.example.x", F_OK) == 0)
        #expect(lines.contains("error"))
        #expect(lines.contains("leader"))
        #expect(!lines.contains { $0.hasPrefix("SECRET") })
        #expect(!lines.contains { $0.contains("leaked") || $0.contains("socket:") })
        var facts = stat()
        #expect(stat("\(folder.path)/logs/com.example.x.log", &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    @Test("The log is added to, start after start")
    func appended() throws {
        let launcher = launcher()
        _ = try run("echo one", launcher)
        _ = try run("echo two", launcher)
        #expect(try log() == ["one", "two"])
    }

    @Test("The end of a process is seen, told in words, and leaves no zombie")
    func end() throws {
        let launcher = launcher()
        let outcomes = try run("exit 3", launcher)
        guard case .failed(let words) = outcomes.last else {
            Issue.record("its end was not told")
            return
        }
        #expect(words.contains("code 3") && words.contains(".log"))
        #expect(launcher.runningCount == 0)
    }

    @Test("An abandoned process is killed, whatever it ignores; an unknown one is legal")
    func abandon() throws {
        let launcher = launcher()
        var outcomes: [LaunchOutcome] = []
        start(try app("trap '' TERM INT HUP; exec tail -f /dev/null"), launcher) {
            outcomes.append($0)
            stage.changed()
        }
        launcher.abandon(LaunchID(9))
        launcher.abandon(LaunchID(1))
        stage.run("the process did not end") { outcomes.count == 2 }
        guard case .failed(let words) = outcomes.last else {
            Issue.record("its end was not told")
            return
        }
        #expect(words.contains("signal 9"))
    }

    @Test("What cannot be started is named")
    func missing() throws {
        var missing = try app("")
        missing.executable = "\(folder.path)/none"
        var outcomes: [LaunchOutcome] = []
        launcher().launch(LaunchID(1), missing) { outcomes.append($0) }
        guard case .failed(let words) = outcomes.first else {
            Issue.record("it did not fail")
            return
        }
        #expect(words.contains("\(folder.path)/none"))
    }

    @Test("A child has default signals, though the phone ignores SIGPIPE")
    func signals() throws {
        _ = try run("grep SigIgn /proc/self/status", launcher())
        let line = try #require(try log().first)
        let ignored = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        #expect(ignored & 1 << UInt64(SIGPIPE - 1) == 0)
    }
}
