// SPDX-License-Identifier: Apache-2.0
import Testing
import OCKTimeline

@Suite struct TraceReaderTests {
    private func lines(_ reader: inout TraceReader, _ text: String) -> [String] {
        reader.append(text.utf8).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Lines come whole, however the bytes are cut")
    func cut() {
        let text = "one\ntwo\n\nthree\n"
        for size in 1...text.utf8.count {
            var reader = TraceReader()
            var found: [String] = []
            var rest = Substring(text)
            while !rest.isEmpty {
                found += lines(&reader, String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(found == ["one", "two", "three"])
        }
    }

    @Test("A line over the limit is left out and counted; the next one is read")
    func limit() {
        var reader = TraceReader(limit: 4)
        #expect(lines(&reader, "1234\n12345\n") == ["1234"])
        #expect(lines(&reader, "123456789") == [])
        #expect(lines(&reader, "0\nok\n") == ["ok"])
        #expect(reader.skippedLineCount == 2)
    }

    @Test("A line without its end is not given")
    func unfinished() {
        var reader = TraceReader()
        #expect(lines(&reader, "half") == [])
        #expect(lines(&reader, "\n") == ["half"])
    }
}
