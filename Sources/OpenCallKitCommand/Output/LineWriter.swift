// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes lines on a thread of its own, for a daemon that must go on while nobody reads them: a
/// full pipe, or a terminal that is held (Ctrl-S).
///
/// What waits is bounded. Over that lines are dropped until the reader reads again, and then a line
/// stands in their place that says how many. Any thread may write.
///
/// Sendable because the mutex guards each access to its state.
final class LineWriter: @unchecked Sendable {
    static let defaultLimit = 4 << 20

    private let descriptor: Int32
    private let limit: Int
    private let droppedLine: @Sendable (Int) -> String
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    private var waiting: [UInt8] = []
    /// What is left of the bytes that the thread writes.
    private var underWayCount = 0
    private var droppedCount = 0
    private var isClosed = false
    private var failure: Int32?

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: Stays the caller's.
    ///   - limit: How many bytes may wait.
    ///   - droppedLine: The words for so many lines that were dropped.
    init(
        _ descriptor: Int32,
        limit: Int = defaultLimit,
        droppedLine: @escaping @Sendable (Int) -> String
    ) {
        self.descriptor = descriptor
        self.limit = limit
        self.droppedLine = droppedLine
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
        startThread()
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Takes a line, which has no line break; never waits for the reader.
    func write(_ line: String) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return }
        let count = waiting.count + underWayCount + line.utf8.count + 1
        // A shorter line must not pass those that were dropped.
        guard droppedCount == 0, count <= limit else {
            droppedCount += 1
            return
        }
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
        pthread_cond_broadcast(changed)
    }

    /// Takes whole lines, each with its line feed, and puts the prefix before each; never waits for
    /// the reader.
    func write(_ lines: ArraySlice<UInt8>, prefix: [UInt8]) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return }
        var rest = lines
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[...end]
            rest = rest[(end + 1)...]
            let count = waiting.count + underWayCount + prefix.count + line.count
            guard droppedCount == 0, count <= limit else {
                droppedCount += 1
                continue
            }
            waiting += prefix
            waiting += line
        }
        pthread_cond_broadcast(changed)
    }

    /// Takes no more lines, and waits until those that wait are written, up to a moment on the
    /// monotonic clock.
    ///
    /// - Returns: Why some could not be written, as an error number; nil also where nobody reads
    ///   them any more.
    func finish(by deadline: timespec) -> Int32? {
        var deadline = deadline
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isClosed = true
        pthread_cond_broadcast(changed)
        while !isWritten {
            if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { break }
        }
        return failure
    }

    // MARK: The thread

    private var isWritten: Bool { waiting.isEmpty && underWayCount == 0 && droppedCount == 0 }

    private func startThread() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<LineWriter>.fromOpaque(context).takeRetainedValue().writeAll()
                return nil
            },
            Unmanaged.passRetained(self).toOpaque()
        )
        precondition(result == 0, "no thread could be made: \(errorWords(result))")
        pthread_detach(thread)
    }

    private func writeAll() {
        while let bytes = takeBytes() {
            let result = writeWhole(bytes, to: descriptor) { count in
                pthread_mutex_lock(mutex)
                underWayCount -= count
                pthread_mutex_unlock(mutex)
            }
            pthread_mutex_lock(mutex)
            underWayCount = 0
            if result != 0, result != EPIPE { failure = failure ?? result }
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
    }

    /// The bytes at hand, waiting for some; nil when it is closed and all is written.
    private func takeBytes() -> [UInt8]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty, droppedCount == 0 {
            guard !isClosed else { return nil }
            pthread_cond_wait(changed, mutex)
        }
        var bytes = waiting
        waiting = []
        if droppedCount > 0 { bytes += "\(droppedLine(droppedCount))\n".utf8 }
        droppedCount = 0
        underWayCount = bytes.count
        return bytes
    }
}

/// Writes all bytes, however long the reader takes.
///
/// - Parameters:
///   - bytes: Go out 64 KiB at a time.
///   - descriptor: May be one that does not wait.
///   - onProgress: Gets the count of bytes of each write.
/// - Returns: 0, or why the rest could not be written, as an error number.
func writeWhole(
    _ bytes: [UInt8],
    to descriptor: Int32,
    onProgress: (Int) -> Void = { _ in }
) -> Int32 {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(64 * 1024))
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count > 0 {
                rest = rest.dropFirst(count)
                onProgress(count)
                continue
            }
            let reason = count == 0 ? EIO : errno
            switch reason {
            case EINTR: break
            case EAGAIN:
                // Whoever shares it has made it a descriptor that does not wait.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                Glibc.poll(&poll, 1, -1)
            default: return reason
            }
        }
        return 0
    }
}
