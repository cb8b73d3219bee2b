// SPDX-License-Identifier: Apache-2.0

/// Takes what is not urgent and hands it on, in order, when the loop has sent what it had to send.
///
/// A line of a trace, say: written at once it would stand between a push and its phone. Loop thread
/// only.
package final class LoopBatch<Element> {
    private let loop: EventLoop
    private let body: (Element) -> Void
    private var elements: [Element] = []
    /// A timer's turn comes after that of the descriptors that are ready by then.
    private lazy var timer = loop.timer { [unowned self] in flush() }

    package init(loop: EventLoop, _ body: @escaping (Element) -> Void) {
        self.loop = loop
        self.body = body
    }

    package func add(_ element: Element) {
        elements.append(element)
        if elements.count == 1 { timer.arm(at: loop.now()) }
    }

    /// Hands on what waits; for the end, when the loop comes to no turn any more.
    package func flush() {
        let taken = elements
        elements = []
        taken.forEach(body)
    }
}
