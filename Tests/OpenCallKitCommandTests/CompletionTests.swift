// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import OpenCallKitCommand

/// What shells complete.
@Suite struct CompletionTests {
    private let tree = CompletionTree(CommandTool.commands)

    /// What bash offers behind these words, the last of which is begun.
    private func offered(_ words: String...) throws -> [String] {
        let line = (["opencallkit"] + words).map(shellWord).joined(separator: " ")
        let script = """
            set -u
            \(BashCompletion(tree: tree).script)
            COMP_WORDS=(\(line))
            COMP_CWORD=\(words.count)
            _opencallkit
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try run("/bin/bash", ["--norc", "-c", script])
        return output.split(separator: "\n").map(String.init)
    }

    private func run(_ program: String, _ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent()
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
        return text
    }

    @Test("bash offers the words that can follow, whole groups and sub-commands")
    func words() throws {
        let first = try offered("")
        #expect(Set(first) == Set(CommandTool.commands.map { $0.path[0] }))
        #expect(try offered("rec") == ["recents"])
        #expect(try offered("recents", "") == ["call"])
        #expect(try offered("gateway", "issue", "vo") == ["voip-certificate"])
        #expect(try offered("--home", "/x", "app", "ne") == ["new"])
        #expect(try offered("nonsense", "").isEmpty == false)
    }

    @Test("bash offers a sub-command's options, and after one with a value no words")
    func options() throws {
        let new = AppNewCommand.command
        let shown = Set(new.allOptions.filter { !$0.isHidden }.flatMap(CompletionTree.spellings))
        #expect(Set(try offered("app", "new", "Name", "-")) == shown)
        #expect(try offered("recents", "--li") == ["--limit"])
        #expect(try offered("recents", "--limit", "") == [])
        #expect(try offered("--ver") == ["--version"])
    }

    @Test("bash offers files where one is meant, and nowhere else")
    func files() throws {
        let own = "CompletionTests.swift"
        #expect(try offered("doctor", "Completion") == [own])
        #expect(try offered("app", "bundle", "x", "--info", "Completion") == [own])
        #expect(try offered("contacts", "call", "Completion") == [])
    }

    @Test("Every visible option and word stands in the scripts of zsh and fish")
    func others() {
        let zsh = ZshCompletion(tree: tree).script
        let fish = FishCompletion(tree: tree).script
        for command in CommandTool.commands {
            #expect(zsh.contains("key=\(shellWord(command.name))"), "\(command.name)")
            #expect(fish.contains(" \(command.name)'"), "\(command.name)")
            for option in command.options where !option.isHidden {
                #expect(zsh.contains("--\(option.name):"))
                #expect(fish.contains(" -l \(option.name) "))
            }
        }
    }

    @Test(
        "zsh and fish, where they are, take their scripts",
        arguments: [("zsh", "-n"), ("fish", "--no-execute")])
    func syntax(shell: String, check: String) throws {
        let places = ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(shell)" }
        guard let program = places.first(where: FileManager.default.isExecutableFile) else {
            return
        }
        let file = FileManager.default.temporaryDirectory.appending(
            path: "completion-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let script =
            shell == "zsh" ? ZshCompletion(tree: tree).script : FishCompletion(tree: tree).script
        try script.write(to: file, atomically: true, encoding: .utf8)
        #expect(try run(program, [check, file.path]) == "")
    }
}
