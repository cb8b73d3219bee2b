// SPDX-License-Identifier: Apache-2.0

extension Seeds {
    /// Sessions of a client; see `ServerSessionFuzz`.
    static let sessions: [(name: String, bytes: [UInt8])] = {
        let (headers, data, reset, settings): (UInt8, UInt8, UInt8, UInt8) = (1, 0, 3, 4)
        let (ping, goAway, window, continuation): (UInt8, UInt8, UInt8, UInt8) = (6, 7, 8, 9)
        let whole: UInt8 = 255
        func post(_ stream: UInt8) -> [UInt8] {
            [headers, 4, stream, whole, data, 1, stream, 2, 0x7B, 0x7D]
        }
        let raw =
            Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
            + [0, 0, 3, 1, 5, 0, 0, 0, 1, 0x82, 0x84, 0x87]
        return [
            ("post", [3, 0] + post(1) + post(3)),
            ("post-in-pieces", [3, 1] + post(1) + post(3)),
            ("late-answers", [7, 2] + post(1) + post(3) + post(5)),
            ("prepared-answers", [11, 0] + post(1) + post(3)),
            ("long-answers", [19, 0] + post(1) + [window, 0, 0, 4, 0, 0, 255, 255]),
            ("nobody-reads", [19, 128] + post(1) + post(3) + post(5) + post(7)),
            ("small-limits", [35, 0] + post(1) + post(3) + post(5)),
            ("interference", [67, 0] + post(1) + post(3) + post(5) + post(7) + post(9)),
            ("short-times", [131, 0] + [headers, 4, 1, whole] + post(3)),
            ("raw", [0, 0] + raw),
            ("http1", [0, 0] + Array("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8)),
            ("reset", [3, 0, headers, 4, 1, whole, reset, 0, 1, 4, 0, 0, 0, 8] + post(3)),
            ("large-body", [3, 0, headers, 4, 1, whole, data, 1, 1, whole, 0x61]),
            (
                "control",
                [3, 0, ping, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, settings, 0, 0, 0]
                    + [goAway, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]
            ),
            (
                "continuation",
                [3, 0, headers, 1, 1, 3, 0x83, 0x84, 0x87, continuation, 4, 1, 2]
                    + [0x41, 0x00]
            ),
            (
                "trailers",
                [3, 0, headers, 4, 1, whole, data, 0, 1, 1, 0x7B, headers, 5, 1, 4]
                    + [0x00, 0x01, 0x78, 0x00]
            ),
        ]
    }()
}
