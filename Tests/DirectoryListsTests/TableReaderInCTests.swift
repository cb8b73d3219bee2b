// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import NumberTable
import Testing

@testable import DirectoryLists

@Suite struct TableReaderInCTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try TableExport(path: bench.path(TableReaderInC.fileName)).write(TableReaderInC.header)
        let source = try bench.file(Self.program, "dump.c")
        let words = [
            "cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", source, "-o",
            bench.path("dump"),
        ]
        try #require(run(words) == 0)
    }

    /// Prints all entries, then what it finds of numbers that are given; ends with the result.
    private static let program = #"""
        #include <stdio.h>
        #include <stdlib.h>
        #include "number_table.h"

        int main(int count, char **words) {
            static unsigned char bytes[1 << 22];
            FILE *file = fopen(words[1], "rb");
            size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
            nt_table table;
            nt_cursor cursor;
            nt_bytes label = {0, 0};
            int64_t number;
            int i, section;
            nt_result result = nt_open(&table, bytes, size);
            if (result != NT_OK) return result;
            for (section = 0; section < 4; section++) {
                result = nt_seek(&cursor, &table, (nt_section_kind)section, 1);
                while (result == NT_OK) {
                    result = nt_next(&cursor, &number, &label);
                    if (result != NT_OK) break;
                    printf("%d %lld", section, (long long)number);
                    if (section == 3) printf(" %.*s", (int)label.count, (const char *)label.start);
                    printf("\n");
                }
                if (result != NT_END) return result;
            }
            for (i = 2; i < count; i++) {
                number = atoll(words[i]);
                result = nt_find(&table, NT_IDENTIFICATION, number, &label);
                printf("%s %d", words[i], nt_find(&table, NT_BLOCKING, number, NULL) == NT_OK);
                if (result == NT_OK) printf(" %.*s", (int)label.count, (const char *)label.start);
                printf("\n");
            }
            return 0;
        }

        """#

    /// The exit code; standard output goes to a file of the bench.
    private func run(_ words: [String]) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, bench.path("output"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var child = pid_t()
        guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
            return -1
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // A signal is no exit code.
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private func table(entries count: Int, _ random: inout SplitMix64) throws -> NumberTable {
        var builder = try NumberTableBuilder(path: bench.path("t.table"))
        for number in 1...20 { builder.removeBlocking(Int64(number * 3)) }
        builder.removeIdentification(77)
        var number: Int64 = 0
        for _ in 0..<count {
            number += Int64(1 + random.next() % (random.next() % 50 == 0 ? 1 << 40 : 9))
            if random.next() % 2 == 0 { try builder.addBlocking(number) }
            // Now and then more labels than fit into a block.
            let labelCount = random.next() % 200 == 0 ? 300 : Int(random.next() % 3)
            for index in 0..<labelCount {
                try Array("label \(index) \(number % 50)".utf8).withUnsafeBufferPointer {
                    bytes throws(EntryError) in
                    try builder.addIdentification(number, label: bytes)
                }
            }
        }
        return try builder.finish()
    }

    /// What the program prints of a table.
    private func dump(_ table: NumberTable, numbers: [Int64]) throws -> String {
        var lines: [String] = []
        for (section, cursor) in [
            table.removedBlockingNumbers(), table.removedIdentificationNumbers(),
            table.blockingNumbers(),
        ].enumerated() {
            var numbers = cursor
            while let number = try numbers.next() { lines.append("\(section) \(number)") }
        }
        var entries = table.identificationEntries()
        while let entry = try entries.next() { lines.append("3 \(entry.number) \(entry.label)") }
        for number in numbers {
            let label = try table.label(of: number).map { " \($0)" } ?? ""
            lines.append("\(number) \(try table.blocks(number) ? 1 : 0)\(label)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    @Test("The reader in C sees what ours sees", arguments: [0, 1, 100, 5_000])
    func same(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let table = try table(entries: count, &random)
        var numbers: [Int64] = [1, 2, .max - 1]
        var cursor = table.blockingNumbers()
        while let number = try cursor.next(), numbers.count < 400 {
            numbers += [number, number + 1]
        }
        var entries = table.identificationEntries()
        while let entry = try entries.next(), numbers.count < 1_000 {
            numbers += [entry.number - 1, entry.number]
        }
        let words = [bench.path("dump"), table.path] + numbers.map(String.init)
        #expect(run(words) == 0)
        #expect(try bench.text(of: "output") == dump(table, numbers: numbers))
    }

    @Test("Cut or changed tables are results, and never a crash or another answer")
    func damage() throws {
        var random = SplitMix64(seed: 9)
        let table = try table(entries: 60, &random)
        let whole = try bench.bytes(of: "t.table")
        let expected = try dump(table, numbers: [])
        for index in stride(from: 0, to: whole.count, by: 37) {
            let cut = try bench.file(Array(whole.prefix(index)), "cut")
            #expect([2, 4].contains(run([bench.path("dump"), cut])), "cut at \(index)")
            var changed = whole
            changed[index] ^= 1 << UInt8(index % 8)
            let code = run([bench.path("dump"), try bench.file(changed, "changed")])
            #expect((0...4).contains(code), "byte \(index)")
            if code == 0 { #expect(try bench.text(of: "output") == expected, "byte \(index)") }
        }
    }
}
