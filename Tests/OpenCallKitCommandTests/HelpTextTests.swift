// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OpenCallKitCommand

@Suite struct HelpTextTests {
    private let help = HelpText(commands: CommandTool.commands)

    @Test("Each sub-command's help has its usage, its options and an example that parses")
    func each() throws {
        let parser = CommandLineParser(commands: CommandTool.commands)
        for command in CommandTool.commands {
            let text = help.text(for: command.path)
            #expect(text.contains("Usage: opencallkit \(command.name)"))
            #expect(text.contains("--home DIR"))
            #expect(!command.examples.isEmpty, "\(command.name)")
            for option in command.options where !option.isHidden {
                #expect(text.contains("--\(option.name)"))
            }
            for option in command.options where option.isHidden {
                #expect(!text.split(separator: " ").contains("--\(option.name)"))
            }
            for example in command.examples {
                let words = example.split(separator: " ").map(String.init)
                #expect(words.first == "opencallkit")
                guard case .run(let parsed) = try parser.parse(Array(words.dropFirst())) else {
                    Issue.record("\(example) does not run")
                    continue
                }
                #expect(parsed.command.name == command.name, "\(example)")
            }
        }
    }

    @Test("The list names every sub-command and every exit code, within a terminal's width")
    func list() {
        let text = help.text(for: [])
        for command in CommandTool.commands { #expect(text.contains("  \(command.name)")) }
        for code in ExitCode.allCases { #expect(text.contains("\(code.rawValue)  \(code.words)")) }
        let texts = CommandTool.commands.map { help.text(for: $0.path) }
        for line in ([text] + texts).flatMap({ $0.split(separator: "\n") }) {
            #expect(line.count <= helpWidth, "\(line)")
        }
    }

    @Test("Whatever a script may call takes --json")
    func json() {
        let others = ["demo", "gateway run", "phone run", "provider run", "completion"]
        for command in CommandTool.commands where !others.contains(command.name) {
            #expect(help.text(for: command.path).contains("--json"), "\(command.name)")
        }
    }
}
