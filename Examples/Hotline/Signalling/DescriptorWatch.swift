// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A descriptor that is closed when the last who uses it has let go.
public final class Descriptor: Sendable {
    /// Its number.
    public let number: Int32

    /// Takes an open descriptor over.
    ///
    /// - Parameter number: Its number.
    public init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}

/// Calls on the main queue while a descriptor is ready; let go of, it stops.
public final class DescriptorWatch {
    private let source: any DispatchSourceProtocol

    /// Watches for something to read, or somebody to accept.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which is open at least as long as this is there.
    ///   - body: Called as long as there is something.
    public init(reading descriptor: Descriptor, _ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: .main)
        start(descriptor, body)
    }

    /// Watches for room to write into.
    ///
    /// - Parameters:
    ///   - descriptor: As for reading.
    ///   - body: Called as long as there is room.
    public init(writing descriptor: Descriptor, _ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: .main)
        start(descriptor, body)
    }

    private func start(_ descriptor: Descriptor, _ body: @escaping @MainActor () -> Void) {
        source.setEventHandler { MainActor.assumeIsolated { body() } }
        // A source ends some time after it is cancelled, and needs its descriptor until then.
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.resume()
    }

    deinit { source.cancel() }
}
