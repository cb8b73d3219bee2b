// SPDX-License-Identifier: Apache-2.0

/// The open streams of a session, in the order in which they began; it owns them.
///
/// A chain through the streams themselves: an array would keep its largest size on each of many
/// idle connections, and a dictionary would hash for each frame.
struct StreamList {
    private(set) var count = 0
    private(set) var first: Unmanaged<ServerStream>?
    private var last: Unmanaged<ServerStream>?

    mutating func append(_ stream: ServerStream) {
        let link = Unmanaged.passRetained(stream)
        stream.previous = last
        stream.next = nil
        if let last { last._withUnsafeGuaranteedRef { $0.next = link } } else { first = link }
        last = link
        count += 1
    }

    /// Takes a stream out that is in the list.
    mutating func remove(_ link: Unmanaged<ServerStream>) -> ServerStream {
        let stream = link.takeRetainedValue()
        let (previous, next) = (stream.previous, stream.next)
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.next = next }
        } else {
            first = next
        }
        if let next {
            next._withUnsafeGuaranteedRef { $0.previous = previous }
        } else {
            last = previous
        }
        stream.previous = nil
        stream.next = nil
        count -= 1
        return stream
    }
}
