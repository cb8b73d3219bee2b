// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking
import OCKWire

/// The words of the command line: a verb, then `--name value`, and `--floor` alone.
struct Options {
    let verb: String
    private var values: [String: String] = [:]

    init(_ arguments: [String]) throws {
        guard arguments.count > 1 else { throw Trouble("say what to do") }
        verb = arguments[1]
        var index = 2
        while index < arguments.count {
            let name = arguments[index]
            guard name.hasPrefix("--") else { throw Trouble("'\(name)' is no option") }
            if name == "--floor" {
                values["floor"] = ""
                index += 1
            } else {
                guard index + 1 < arguments.count else { throw Trouble("\(name) lacks a value") }
                values[String(name.dropFirst(2))] = arguments[index + 1]
                index += 2
            }
        }
    }

    /// The other side is the C program.
    var isFloor: Bool { values["floor"] != nil }

    func text(_ name: String) throws -> String {
        guard let value = values[name] else { throw Trouble("--\(name) is missing") }
        return value
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws -> Number {
        guard let number = Number(try text(name)) else { throw Trouble("--\(name) is no number") }
        return number
    }

    func file(_ name: String) throws -> [UInt8] {
        let path = try text(name)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Trouble("cannot read \(path)") }
        defer { close(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            result += buffer[..<count]
        }
        return result
    }

    func deviceTLS() throws -> TLSContext {
        try .client(
            caPEM: file("authority"), alpn: [deviceProtocolName], serverName: "localhost")
    }

    /// The phones of `--file`, at most `--count` of them.
    func phones() throws -> [KnownPhone] {
        let text = String(decoding: try file("file"), as: UTF8.self)
        let known = text.split(separator: "\n").compactMap { KnownPhone(line: $0) }
        let count: Int = try number("count")
        guard known.count >= count else {
            throw Trouble("only \(known.count) phones are known, and \(count) are asked for")
        }
        return Array(known.prefix(count))
    }
}

/// Lines on standard input; the process ends with it.
final class InputLines {
    private var watch: DescriptorWatch?
    private var line: [UInt8] = []

    init(_ loop: EventLoop, onLine: @escaping (String) -> Void = { _ in }) {
        watch = loop.watch(descriptor: STDIN_FILENO) { [unowned self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { exit(EXIT_SUCCESS) }
            for byte in buffer[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                onLine(String(decoding: line, as: UTF8.self))
                line = []
            }
        }
    }
}
