// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

@Suite struct ReloadProgressTests {
    /// An extension that goes one step on each time the app pauses.
    private final class Extension: @unchecked Sendable {
        // @unchecked because only the task that reads goes on with it, in its pauses.
        private let path: String
        private var reporter: ReloadProgressReporter?
        private var step = 0
        private let end: (inout ReloadProgressReporter) -> Void

        init(path: String, end: @escaping (inout ReloadProgressReporter) -> Void) {
            self.path = path
            self.end = end
        }

        func goOn() {
            step += 1
            switch step {
            case 2: reporter = ReloadProgressReporter(path: path, total: 10_000)
            case 3...6: reporter?.advance(by: 2_000)
            case 8: if var last = reporter.take() { end(&last) }
            default: break
            }
        }
    }

    /// What the app sees of one load.
    private func fractions(
        of path: String, _ end: @escaping (inout ReloadProgressReporter) -> Void
    ) async -> [Double] {
        let loading = Extension(path: path, end: end)
        var seen: [Double] = []
        for await fraction in ReloadProgress(path: path, pause: { loading.goOn() }) {
            seen.append(fraction)
        }
        return seen
    }

    @Test(
        "An app sees each fraction once, from 0 to 1, and then the end; the next load begins at 0")
    func whole() async {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            let seen = await fractions(of: folder.file("progress")) { $0.finish() }
            #expect(seen == [0, 0.2, 0.4, 0.6, 0.8, 1])
        }
    }

    @Test("A load that fails ends the sequence where it is")
    func failed() async {
        let folder = TemporaryFolder()
        let seen = await fractions(of: folder.file("progress")) { $0.fail() }
        #expect(seen == [0, 0.2, 0.4, 0.6, 0.8])
    }

    @Test("A pause that is cancelled ends the sequence")
    func cancelled() async {
        let folder = TemporaryFolder()
        let progress = ReloadProgress(path: folder.file("none")) { throw CancellationError() }
        for await fraction in progress { Issue.record("\(fraction)") }
    }

    @Test("Reports are rare, more than the total is 1, and what cannot be written is passed over")
    func reports() {
        let folder = TemporaryFolder()
        let path = folder.file("progress")
        var reporter = ReloadProgressReporter(path: path, total: 2_500)
        for _ in 0..<999 { reporter.advance() }
        #expect(ReloadRecord.read(path: path)?.done == 0)
        reporter.advance()
        #expect(ReloadRecord.read(path: path)?.fraction == 0.4)
        reporter.advance(by: 5_000)
        #expect(ReloadRecord.read(path: path)?.fraction == 1)
        #expect(ReloadRecord.read(path: path)?.state == .loading)
        [1, 2, 3].write(to: path)
        #expect(ReloadRecord.read(path: path) == nil)
        var nowhere = ReloadProgressReporter(path: folder.file("no/file"), total: 10)
        nowhere.advance(by: 3_000)
        nowhere.finish()
    }
}
