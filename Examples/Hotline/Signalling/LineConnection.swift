// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A connection that carries lines, on the main queue.
@MainActor public final class LineConnection {
    /// What comes over it.
    public enum Event: Hashable, Sendable {
        /// A line.
        case line(EchoLine)
        /// It is over, and this was the last event; with the error where the peer broke the rules.
        case closed(EchoError?)
    }

    private let descriptor: Descriptor
    private var reader = EchoLineReader()
    private var unsent = Data()
    private var reading: DescriptorWatch?
    private var writing: DescriptorWatch?
    private var onEvent: ((Event) -> Void)?

    /// How much may wait for a peer that does not read.
    private static let unsentByteCountMax = 256 * 1024

    /// Takes a connected socket over.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which is closed with this.
    ///   - onEvent: Gets what comes, never before this has returned. It is let go of after
    ///     ``Event/closed(_:)`` or ``close()``.
    public init(descriptor: Int32, onEvent: @escaping (Event) -> Void) {
        self.descriptor = Descriptor(descriptor)
        self.onEvent = onEvent
        TCPSocket.sendAtOnce(descriptor)
        reading = DescriptorWatch(reading: self.descriptor) { [weak self] in self?.receive() }
    }

    /// Connects to a far end.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - onEvent: As for ``init(descriptor:onEvent:)``.
    /// - Returns: The connection.
    /// - Throws: ``EchoError/unreachable(_:)``, or `CancellationError`.
    public static func connect(
        to address: EchoAddress, onEvent: @escaping (Event) -> Void
    ) async throws -> LineConnection {
        let descriptor: Int32? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: TCPSocket.connect(address.host, Int(address.port), patience: 10))
            }
        }
        guard let descriptor else { throw EchoError.unreachable("\(address)") }
        let connection = LineConnection(descriptor: descriptor, onEvent: onEvent)
        guard !Task.isCancelled else {
            connection.close()
            throw CancellationError()
        }
        return connection
    }

    /// Sends a line, in the order of the calls; nothing where the connection is closed.
    ///
    /// - Parameter line: The line. One that is too long, or for which the peer leaves no room,
    ///   closes the connection.
    public func send(_ line: EchoLine) {
        guard reading != nil else { return }
        do {
            unsent += try line.encoded()
            guard unsent.count <= Self.unsentByteCountMax else { throw EchoError.connectionLost }
            flush()
        } catch {
            end(error as? EchoError ?? .connectionLost)
        }
    }

    /// Closes it; no event follows.
    public func close() {
        onEvent = nil
        end(nil)
    }

    private func receive() {
        guard reading != nil else { return }
        guard let bytes = TCPSocket.receive(from: descriptor.number) else {
            end(nil)
            return
        }
        do {
            for line in try reader.append(bytes) { onEvent?(.line(line)) }
        } catch {
            end(error as? EchoError ?? .connectionLost)
        }
    }

    private func flush() {
        while !unsent.isEmpty {
            guard let count = TCPSocket.send(unsent, to: descriptor.number) else {
                end(nil)
                return
            }
            guard count > 0 else {
                writing =
                    writing
                    ?? DescriptorWatch(writing: descriptor) { [weak self] in self?.flush() }
                return
            }
            unsent = Data(unsent.dropFirst(count))
        }
        writing = nil
    }

    private func end(_ error: EchoError?) {
        (writing, reading) = (nil, nil)
        unsent = Data()
        let last = onEvent
        onEvent = nil
        // Not within `send`, whose caller is not through with its own work.
        if let last {
            DispatchQueue.main.async { MainActor.assumeIsolated { last(.closed(error)) } }
        }
    }
}
