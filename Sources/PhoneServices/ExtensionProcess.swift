// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking
import OCKStorage

/// The process of an extension that the phone has started, until it has ended.
///
/// Loop thread only. What it forks stays in its process group, and ends with it.
final class ExtensionProcess {
    /// How long a process may take to end by itself once its load is over.
    ///
    /// More than the five seconds after which one that still gives entries ends itself, with a
    /// word on its standard error: before that its delegate may hear of the failure.
    static let grace = Duration.seconds(7)
    /// Less than apps have: a load is not to slow a ring.
    private static let niceness: Int32 = 10

    /// Called once, with how it ended.
    var onEnd: ((ExitWords) -> Void)?

    private let handle: ProcessHandle
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var killTimer: LoopTimer?

    /// - Throws: ``FileError`` where it cannot be started.
    init(_ child: ChildProcess, loop: EventLoop) throws(FileError) {
        handle = try child.start()
        self.loop = loop
        // It has one thread as yet, and those to come inherit this.
        setpriority(
            __priority_which_t(PRIO_PROCESS.rawValue), id_t(handle.processID), Self.niceness)
        watch = loop.watch(descriptor: handle.descriptor) { [unowned self] in reap() }
    }

    var processID: Int32 { handle.processID }
    var hasEnded: Bool { watch == nil }

    /// Kills it, with all of its group.
    ///
    /// ``onEnd`` follows.
    func kill() {
        guard !hasEnded else { return }
        Glibc.kill(-handle.processID, SIGKILL)
        handle.kill()
    }

    /// Kills it if it does not end by itself soon.
    func killAfterGrace(_ grace: Duration = grace) {
        guard !hasEnded, killTimer == nil else { return }
        let timer = loop.timer { [unowned self] in kill() }
        timer.arm(after: grace)
        killTimer = timer
    }

    /// Kills it, and waits for its end: the phone is being switched off.
    func killNow() {
        kill()
        reap()
    }

    /// Waits for its end, which has come or is sure to come at once.
    func reap() {
        guard !hasEnded else { return }
        watch?.cancel()
        watch = nil
        killTimer = nil
        // While it is not waited for, the number of its group is nobody else's.
        Glibc.kill(-handle.processID, SIGKILL)
        var status: Int32 = 0
        while waitpid(handle.processID, &status, 0) < 0, errno == EINTR {}
        onEnd?(ExitWords(status: status))
        onEnd = nil
    }
}
