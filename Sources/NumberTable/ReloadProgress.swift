// SPDX-License-Identifier: Apache-2.0

/// How far a reload of a call directory is, as the app sees it: fractions from 0 to 1.
///
/// Make it before `reloadExtension` is called, and iterate while it runs:
///
/// ```swift
/// let progress = ReloadProgress(path: group + "/reload.progress")
/// manager.reloadExtension(withIdentifier: identifier) { error in … }
/// for await fraction in progress { bar.progress = fraction }
/// ```
///
/// The sequence ends after the reporter's `finish` (the last fraction is 1) or `fail`, and when the
/// task is cancelled. An extension that dies reports nothing more: cancel the task when
/// `reloadExtension` completes.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct ReloadProgress: AsyncSequence, Sendable {
    /// A fraction, 0 to 1.
    public typealias Element = Double

    private let path: String
    private let pause: @Sendable () async throws -> Void
    /// The record that was there before; the next load has another serial.
    private let before: UInt64?

    /// Watches that file, which the extension's ``ReloadProgressReporter`` writes.
    ///
    /// - Parameters:
    ///   - path: The file that the reporter was given.
    ///   - interval: How often it is read.
    public init(path: String, interval: Duration = .milliseconds(100)) {
        self.init(path: path) { try await Task.sleep(for: interval) }
    }

    /// Watches that file; `pause` waits until it is to be read again.
    init(path: String, pause: @escaping @Sendable () async throws -> Void) {
        self.path = path
        self.pause = pause
        before = ReloadRecord.read(path: path)?.serial
    }

    /// Begins to watch.
    public func makeAsyncIterator() -> Iterator {
        Iterator(path: path, pause: pause, before: before)
    }

    /// Reads the file until the load is over.
    public struct Iterator: AsyncIteratorProtocol {
        let path: String
        let pause: @Sendable () async throws -> Void
        let before: UInt64?
        private var last: Double?
        private var isOver = false

        init(
            path: String, pause: @escaping @Sendable () async throws -> Void, before: UInt64?
        ) {
            self.path = path
            self.pause = pause
            self.before = before
        }

        /// The next fraction that differs from the last, nil at the end.
        public mutating func next() async -> Double? {
            while !isOver {
                if let record = ReloadRecord.read(path: path), record.serial != before {
                    isOver = record.state != .loading
                    if record.state == .failed { return nil }
                    if record.fraction != last {
                        last = record.fraction
                        return last
                    }
                }
                if isOver || Task.isCancelled { return nil }
                do { try await pause() } catch { return nil }
            }
            return nil
        }
    }
}
