// SPDX-License-Identifier: Apache-2.0

/// The requests that wait for a stream, first in, first out.
struct RequestQueue {
    private var streams: [ClientStream?] = []
    private var head = 0

    var count: Int { streams.count - head }

    mutating func append(_ stream: ClientStream) { streams.append(stream) }

    /// The first; the room of those taken is given back when it is more than half.
    mutating func popFirst() -> ClientStream? {
        guard head < streams.count else { return nil }
        let stream = streams[head]
        streams[head] = nil
        head += 1
        if head > 64, head * 2 > streams.count {
            streams.removeFirst(head)
            head = 0
        }
        return stream
    }
}
