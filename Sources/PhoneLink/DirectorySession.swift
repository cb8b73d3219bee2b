// SPDX-License-Identifier: Apache-2.0
package import CallModel
import OCKWire

/// A call directory extension's session with a phone: one load.
///
/// ```
///   new ──start──► greeting ──welcome──► loading ──complete──► completing ──► over
///                     └───────────────────┴── refused, failed, cancelled, lost ─┘
/// ```
///
/// - Every method may be called from any thread. Entries are packed and sent in the order of the
///   calls; a call waits while the phone has not taken what was sent before.
/// - Once the load is over they do nothing. That is known as soon as the phone's word is there, so
///   the first bad entry ends the load while later ones are still being added.
/// - What is called out runs on the channel's thread, without a lock.
package final class DirectorySession: Sendable {
    /// How a load ended, for the extension.
    package enum Outcome: Hashable, Sendable {
        /// The entries are in force.
        case completed
        /// The phone's verdict, or that the phone is gone; nothing has changed.
        ///
        /// One of `CXErrorCodeCallDirectoryManagerError`'s codes, and what a person is to know.
        case failed(code: Int, words: String)
        /// The extension gave up.
        case cancelled
        /// There was no load: the phone's or the link's words.
        case refused(String)
    }

    private enum Phase {
        case greeting
        case loading
        case completing
        case over
    }

    /// What is being sent.
    ///
    /// Its lock is held while a send waits: so another thread's entries wait too, and none
    /// overtakes.
    private struct Outgoing {
        var phase = Phase.greeting
        var writer = EntryBatchWriter()
        var hasEntries = false
        /// What the extension was told when it asked first.
        var isIncremental: Bool?
    }

    /// What comes in; its lock is never held while something waits.
    private struct Incoming {
        var welcome: DirectoryWelcome?
        var outcome: Outcome?
        var onWelcome: (@Sendable (DirectoryWelcome) -> Void)?
        var onOver: (@Sendable (Outcome) -> Void)?
        var complaints: Set<String> = []
    }

    private let channel: any DirectoryChannel
    private let name: String
    private let complain: @Sendable (String) -> Void
    private let outgoing = Locked(Outgoing())
    private let incoming = Locked(Incoming())

    /// - Parameters:
    ///   - channel: The connection; nothing has been said on it.
    ///   - name: What messages call the phone.
    ///   - complain: Gets each message for the person who runs the extension; standard error by
    ///     default.
    package init(
        channel: any DirectoryChannel,
        name: String = "this process",
        complain: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
    ) {
        self.channel = channel
        self.name = name
        self.complain = complain
    }

    /// Says hello; call it once.
    ///
    /// - Parameters:
    ///   - onWelcome: Called at most once, when the load begins.
    ///   - onOver: Called once, when it has ended.
    package func start(
        onWelcome: @escaping @Sendable (DirectoryWelcome) -> Void,
        onOver: @escaping @Sendable (Outcome) -> Void
    ) {
        incoming.withLock {
            $0.onWelcome = onWelcome
            $0.onOver = onOver
        }
        channel.start(onFrame: { self.receive($0) }, onEnd: { self.linkEnded() })
        outgoing.withLock { _ in send(.hello(version: protocolVersion)) }
    }

    /// How the load ended; nil while it has not.
    package var outcome: Outcome? { incoming.withLock { $0.outcome } }

    // MARK: What the extension does

    package func addBlocking(_ number: Int64) {
        write { $0.addBlocking(number) }
    }

    /// A label over ``CallModel/Limits/directoryLabelByteCount`` is cut, with a complaint the first
    /// time.
    package func addIdentification(_ number: Int64, label: String) {
        var label = label
        let count = label.utf8.count
        if count > Limits.directoryLabelByteCount {
            label = label.cut(toUTF8Count: Limits.directoryLabelByteCount)
            complainOnce(
                "the label of \(number) has \(count) bytes and is cut at "
                    + "\(Limits.directoryLabelByteCount); shorten the labels",
                about: "labels")
        }
        label.withUTF8 { label in write { $0.addIdentification(number, label: label) } }
    }

    package func removeBlocking(_ number: Int64) {
        write { $0.removeBlocking(number) }
    }

    package func removeIdentification(_ number: Int64) {
        write { $0.removeIdentification(number) }
    }

    package func removeAllBlocking() { write { $0.removeAllBlocking() } }

    package func removeAllIdentification() { write { $0.removeAllIdentification() } }

    /// Whether the extension may send changes alone; to ask is to promise it, where the answer is
    /// yes (B144).
    ///
    /// Counts before the first entry only: asked later, the answer is no, for the load is a whole
    /// one.
    package func askIncremental() -> Bool {
        let isAllowed = incoming.withLock { $0.welcome?.isIncremental ?? false }
        let (answer, isLate) = outgoing.withLock { outgoing in
            if let answer = outgoing.isIncremental { return (answer, false) }
            guard outgoing.phase == .loading else { return (false, false) }
            let answer = isAllowed && !outgoing.hasEntries
            outgoing.isIncremental = answer
            if answer { send(.confirmIncremental) }
            return (answer, isAllowed && !answer)
        }
        if isLate {
            complainOnce(
                "isIncremental was asked after the first entry and is false, for the load is a "
                    + "whole one by then; ask it at the start of beginRequest(with:)")
        }
        return answer
    }

    /// Sends what is left, and says that it is all.
    ///
    /// - Returns: False where the load is not one that can be completed: it is over, or was
    ///   completed before.
    @discardableResult
    package func complete() -> Bool {
        let phase = outgoing.withLock { outgoing in
            defer { if outgoing.phase == .loading { outgoing.phase = .completing } }
            if outgoing.phase == .loading {
                flush(&outgoing)
                send(.complete)
            }
            return outgoing.phase
        }
        if phase == .completing {
            complainOnce("completeRequest was called again, which does nothing; call it once")
        }
        return phase == .loading
    }

    /// Gives up: the load fails (code 2) and changes nothing.
    ///
    /// - Parameter words: Why, for the phone's log; cut at 1 KiB.
    package func cancel(_ words: String) {
        outgoing.withLock { outgoing in
            guard outgoing.phase == .loading else { return }
            outgoing.phase = .over
            send(.cancel(words.cut(toUTF8Count: Limits.nameByteCount)))
        }
        end(.cancelled)
    }

    /// Ends it as if the process were gone, for a phone for tests that shares it: the delegate
    /// hears of nothing.
    ///
    /// Not to be called by what takes a body of the channel's.
    package func abandon() { end(.cancelled) }

    // MARK: Sending

    /// Lets one operation be packed, and sends the batch when it is full.
    private func write(_ body: (inout EntryBatchWriter) -> Void) {
        let phase = outgoing.withLock { outgoing in
            guard outgoing.phase == .loading else { return outgoing.phase }
            outgoing.hasEntries = true
            body(&outgoing.writer)
            if outgoing.writer.isFull { flush(&outgoing) }
            return .loading
        }
        if phase == .completing {
            complainOnce(
                "entries were added or removed after completeRequest, and are ignored; complete "
                    + "the request after the last one")
        }
    }

    private func flush(_ outgoing: inout Outgoing) {
        if !outgoing.writer.isEmpty { channel.send(outgoing.writer.take()) }
    }

    /// To be called with the lock of `outgoing`.
    private func send(_ request: DirectoryRequest) {
        do {
            channel.send(try MessageCoder.encode(request))
        } catch {
            preconditionFailure("a request of the session has bounded size: \(error)")
        }
    }

    // MARK: What the phone says

    private func receive(_ body: [UInt8]) {
        let notice: DirectoryNotice
        do {
            notice = try MessageCoder.decode(DirectoryNotice.self, from: body)
        } catch {
            end(lost("the phone at \(name) is not understood: \(error)"))
            return
        }
        switch notice {
        case .welcome(let welcome): begin(welcome)
        case .refused(let reason):
            end(.refused("the phone at \(name) refused this process: \(reason)"))
        case .failed(let code, let words): end(.failed(code: code, words: words))
        case .completed:
            let isDue = outgoing.withLock { $0.phase == .completing }
            if isDue { end(.completed) }
        }
    }

    private func begin(_ welcome: DirectoryWelcome) {
        guard welcome.version == protocolVersion else {
            end(
                .refused(
                    "the phone at \(name) speaks version \(welcome.version) and this extension "
                        + "\(protocolVersion); build both from the same release"))
            return
        }
        let isFirst = outgoing.withLock { outgoing in
            guard outgoing.phase == .greeting else { return false }
            outgoing.phase = .loading
            return true
        }
        guard isFirst else { return }
        let onWelcome = incoming.withLock { incoming in
            defer { incoming.onWelcome = nil }
            incoming.welcome = welcome
            return incoming.onWelcome
        }
        onWelcome?(welcome)
    }

    private func linkEnded() {
        end(lost("the phone at \(name) ended the connection; see whether it still runs"))
    }

    /// Without a verdict: the load was interrupted (code 2), if there was one.
    private func lost(_ words: String) -> Outcome {
        let hasBegun = incoming.withLock { $0.welcome != nil }
        return hasBegun
            ? .failed(code: CallDirectoryError.loadingInterrupted.rawValue, words: words)
            : .refused(words)
    }

    /// The first outcome is the one that counts.
    private func end(_ outcome: Outcome) {
        let (isFirst, onOver) = incoming.withLock { incoming in
            guard incoming.outcome == nil else {
                return (false, nil as (@Sendable (Outcome) -> Void)?)
            }
            defer {
                incoming.onWelcome = nil
                incoming.onOver = nil
            }
            incoming.outcome = outcome
            return (true, incoming.onOver)
        }
        guard isFirst else { return }
        // First, for it wakes a send that waits with the lock of `outgoing`.
        channel.close()
        outgoing.withLock { outgoing in
            outgoing.phase = .over
            outgoing.writer = EntryBatchWriter()
        }
        onOver?(outcome)
    }

    /// Tells the person who runs the extension, once for each subject; the words are the subject
    /// where none is given.
    private func complainOnce(_ words: String, about subject: String? = nil) {
        if incoming.withLock({ $0.complaints.insert(subject ?? words).inserted }) {
            complain("OpenCallKit: \(words)")
        }
    }
}
