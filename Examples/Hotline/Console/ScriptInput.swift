// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

/// Commands as lines of standard input, each answered by a line.
@MainActor final class ScriptInput {
    private let commands: CallCommands
    private var watch: DescriptorWatch?
    private var rest: [UInt8] = []
    private var last: Task<Void, Never>?

    private static let lineByteCountMax = 1024

    /// Begins to read.
    ///
    /// Commands are carried out one after the other.
    init(_ commands: CallCommands) {
        self.commands = commands
        watch = DescriptorWatch(reading: Descriptor(dup(STDIN_FILENO))) { [weak self] in
            self?.read()
        }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            // Whoever gives no more commands lets the calls go on.
            if count == 0 { watch = nil }
            return
        }
        for byte in bytes.prefix(count) {
            if byte == 0x0A {
                take(String(decoding: rest, as: UTF8.self))
                rest = []
            } else if rest.count < Self.lineByteCountMax {
                rest.append(byte)
            }
        }
    }

    private func take(_ line: String) {
        let before = last
        last = Task { [commands] in
            await before?.value
            do {
                let command = try ConsoleCommand(line: line)
                try await commands.perform(command)
                log("done: \(line)")
                if command == .quit { exit(0) }
            } catch {
                log("not done: \(words(error))")
            }
        }
    }
}

/// An error as a person reads it.
func words(_ error: any Error) -> String {
    (error as? ConsoleError)?.words ?? error.localizedDescription
}
