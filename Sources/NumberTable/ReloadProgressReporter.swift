// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Tells the app how far a reload of its call directory is, from inside the extension.
///
/// The system tells an app nothing of a reload's progress. The reporter keeps a small file in the
/// app group's folder, which ``ReloadProgress`` reads in the app:
///
/// ```swift
/// var progress = ReloadProgressReporter(path: group + "/reload.progress", total: 1_999_999)
/// // For each entry:
/// progress.advance()
/// // At the end:
/// progress.finish()
/// ```
///
/// It is cheap: a write of 40 bytes, without fsync, for every 1,000 entries. A file that cannot be
/// written is passed over: progress is a comfort, and a load does not fail for it.
public struct ReloadProgressReporter: ~Copyable {
    /// How many entries pass between two writes.
    public static let interval = 1_000

    private let descriptor: Int32
    private let total: Int
    private let serial: UInt64
    private var done = 0
    private var nextReport = ReloadProgressReporter.interval

    /// Begins a report.
    ///
    /// - Parameters:
    ///   - path: A file in a folder that the app shares with its extension.
    ///   - total: How many entries the load will add.
    public init(path: String, total: Int) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        descriptor = opened
        self.total = max(0, total)
        // The app tells one load from the one before by it.
        serial = (opened >= 0 ? ReloadRecord.read(opened)?.serial : nil).map { $0 &+ 1 } ?? 1
        write(.loading)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
    }

    /// Notes that so many entries more were added.
    @inline(__always)
    public mutating func advance(by count: Int = 1) {
        done &+= count
        if done >= nextReport { report() }
    }

    /// Notes that the load is complete, after its last entry.
    public mutating func finish() {
        done = total
        write(.finished)
    }

    /// Notes that the load failed, so that the app waits no longer.
    public mutating func fail() { write(.failed) }

    private mutating func report() {
        nextReport = done + Self.interval
        write(.loading)
    }

    private func write(_ state: ReloadRecord.State) {
        guard descriptor >= 0 else { return }
        ReloadRecord(serial: serial, done: done, total: total, state: state).write(descriptor)
    }
}

/// The 40 bytes of a progress file, little-endian: `OCKPROG1`, serial, done, total, state.
struct ReloadRecord: Equatable {
    enum State: UInt64 {
        case loading
        case finished
        case failed
    }

    private static let magic: UInt64 = 0x3147_4F52_504B_434F
    private static let byteCount = 40

    var serial: UInt64
    var done: Int
    var total: Int
    var state: State

    init(serial: UInt64, done: Int, total: Int, state: State) {
        self.serial = serial
        self.done = done
        self.total = total
        self.state = state
    }

    /// The part that is done, 0 to 1.
    var fraction: Double {
        if state == .finished { return 1 }
        return total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
    }

    /// One `pwrite`, so that a reader sees the old record or the new.
    func write(_ descriptor: Int32) {
        let words = [
            Self.magic, serial, UInt64(max(0, done)), UInt64(total), state.rawValue,
        ].map(\.littleEndian)
        _ = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// The record of an open file, nil if there is none.
    static func read(_ descriptor: Int32) -> ReloadRecord? {
        var words = [UInt64](repeating: 0, count: byteCount / 8)
        let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == byteCount, UInt64(littleEndian: words[0]) == magic,
            let state = State(rawValue: UInt64(littleEndian: words[4]))
        else { return nil }
        return ReloadRecord(
            serial: UInt64(littleEndian: words[1]),
            done: Int(truncatingIfNeeded: UInt64(littleEndian: words[2])),
            total: Int(truncatingIfNeeded: UInt64(littleEndian: words[3])), state: state)
    }

    static func read(path: String) -> ReloadRecord? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor)
    }
}
