// SPDX-License-Identifier: Apache-2.0
import OCKNetworking

/// Lines on their way to the log.
///
/// They are gathered as bytes, so that a line costs no allocation of its own, and handed on when
/// the loop has sent what it had to send. Loop thread only.
final class LogBatch {
    private let loop: EventLoop
    private let onLines: (ArraySlice<UInt8>) -> Void
    private var bytes: [UInt8] = []
    /// A timer's turn comes after that of the descriptors that are ready by then.
    private lazy var timer = loop.timer { [unowned self] in flush() }

    /// `onLines` gets whole lines, each with its line feed.
    init(loop: EventLoop, _ onLines: @escaping (ArraySlice<UInt8>) -> Void) {
        self.loop = loop
        self.onLines = onLines
    }

    /// Adds a line that `body` writes, without its line feed.
    func add(_ body: (inout [UInt8]) -> Void) {
        if bytes.isEmpty { timer.arm(at: loop.now()) }
        body(&bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func add(_ line: String) { add { $0.append(contentsOf: line.utf8) } }

    /// Hands on what waits; for the end, when the loop comes to no turn any more.
    func flush() {
        guard !bytes.isEmpty else { return }
        onLines(bytes[...])
        bytes.removeAll(keepingCapacity: true)
    }
}
