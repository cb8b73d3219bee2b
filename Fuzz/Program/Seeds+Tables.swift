// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Glibc
import NumberTable

extension Seeds {
    /// Tables of several shapes, as they are, to be sealed, and two by two.
    static func tables() throws -> [(name: String, bytes: [UInt8])] {
        let empty = try table { _ in }
        let blocking = try table { builder in
            builder.removeAllBlocking()
            for index in 1...40 as ClosedRange<Int64> {
                try builder.addBlocking(33_162_000_000 + index * index)
            }
        }
        let labels = try table { builder in
            builder.removeAllIdentification()
            for index in 1...24 as ClosedRange<Int64> {
                try builder.addIdentification(86_187_0000_0000 + index * 7, label: "a \(index % 5)")
                try builder.addIdentification(86_187_0000_0000 + index * 7, label: "é")
            }
        }
        let run = try table { builder in
            for index in 1...300 {
                try builder.addIdentification(4_930_123_456, label: "\(index)")
            }
            try builder.addIdentification(4_930_123_457, label: "")
        }
        let sparse = try table { builder in
            try builder.addBlocking(1)
            try builder.addBlocking(.max - 1)
            try builder.addIdentification(1, label: "first")
            try builder.addIdentification(.max - 1, label: "last")
        }
        let change = try table { builder in
            for index in 1...10 as ClosedRange<Int64> {
                builder.removeBlocking(33_162_000_000 + index * index)
                builder.removeIdentification(86_187_0000_0000 + index * 14)
            }
            try builder.addBlocking(33_162_000_001)
            try builder.addIdentification(86_187_0000_0007, label: "a 1")
            try builder.addIdentification(86_187_0000_0014, label: "e\u{301}")
        }
        let all = [
            ("empty", empty), ("blocking", blocking), ("labels", labels), ("run", run),
            ("sparse", sparse), ("change", change),
        ]
        let pairs = [("blocking", blocking), ("labels", labels), ("run", run)].map { name, bytes in
            let size = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
            return ("change-over-\(name)", [2] + size + bytes + change)
        }
        return all.map { ("plain-\($0)", [0] + $1) } + all.map { ("sealed-\($0)", [1] + $1) }
            + pairs
    }

    private static func table(
        _ body: (inout NumberTableBuilder) throws -> Void
    ) throws -> [UInt8] {
        let path = "/tmp/opencallkit-seed-\(getpid())"
        defer { unlink(path) }
        var builder = try NumberTableBuilder(path: path)
        try body(&builder)
        _ = try builder.finish()
        return try FuzzCases.bytes(of: path)
    }
}
