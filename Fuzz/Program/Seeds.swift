// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Glibc

/// Good inputs of each target, from which the search begins: Fuzz/Corpus is written here.
enum Seeds {
    /// Writes those that are not there.
    ///
    /// What has a key or a signature in it differs each time, so that files stay as they are.
    static func write(to folder: String) throws {
        for target in FuzzTarget.allCases {
            let path = "\(folder)/\(target.rawValue)"
            mkdir(path, 0o755)
            let known = Set(FuzzCases.names(in: path))
            for (name, bytes) in try seeds(of: target) where !known.contains(name) {
                try FuzzCases.write(bytes, to: "\(path)/\(name)")
            }
        }
    }

    private static func seeds(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        switch target {
        case .http2: sessions
        case .providerToken: try tokens()
        case .certificate: try certificates()
        case .payload: payloads.map { ($0.name, [$0.kind] + Array($0.text.utf8)) }
        case .frames: try messages()
        case .gateway: lives
        case .contacts: contacts.map { ($0.name, [$0.kind] + Array($0.text.utf8)) }
        case .lists: lists.map { ($0.name, [$0.ways] + Array($0.text.utf8)) }
        case .tables: try tables()
        }
    }

    private static let payloads: [(name: String, kind: UInt8, text: String)] = [
        (
            "payload-voip", 0,
            #"{"aps":{"alert":{"title":"Ring","body":"é"}},"call":"1","n":-1.5e3}"#
        ),
        ("payload-array", 0, #"[1,[true,false,null],{"a":"\u00e9\ud83d\ude00"}]"#),
        ("payload-plist-head", 0, "bplist00"),
        ("reason-plain", 1, #"{"reason":"BadDeviceToken"}"#),
        ("reason-410", 1, #"{ "reason" : "Unregistered", "timestamp" : 1900000000000 }"#),
        ("reason-escapes", 1, #"{"reason":"\u0042ad\n"}"#),
        ("farewell-json", 2, #"{"reason":"BadCertificateEnvironment"}"#),
        ("farewell-text", 2, "Maximum active streams violated"),
        (
            "registration", 3,
            #"{"user":"ann","bundle":"com.a","environment":"production","token":"ABCD"}"#
        ),
        (
            "invitation", 4,
            #"{"to":"ann","from":"+4930","name":"Bo","video":true,"bundle":"com.a","expires":30}"#
        ),
        (
            "invitation-call", 4,
            #"{"to":"a","from":"b","call":"8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11"}"#
        ),
    ]

    /// Events of a gateway's life; see `GatewayFuzz`.
    private static let lives: [(name: String, bytes: [UInt8])] = {
        // A phone comes, is stored, registers an app, whose token is stored; a provider comes.
        let start: [UInt8] = [0, 0, 0, 10, 3, 2, 0, 0, 2, 10, 3, 8, 0, 3]
        let post: [UInt8] = [5, 0, 0, 1, 0, 1, 2]
        let tokenProvider: [UInt8] = [15, 1, 16, 8, 0, 0]
        return [
            ("delivered", [0] + start + post + [10, 3, 4, 0, 0]),
            ("one-attempt", [0] + start + [5, 0, 0, 1, 0, 0, 2, 4, 0, 0]),
            ("stored-while-away", [0] + start + [1, 0] + post + [10, 3, 0, 0, 0, 4, 0, 0]),
            ("restart", [0] + start + [1, 0] + post + [10, 3, 16, 0, 0, 0, 4, 0, 0]),
            ("full", [128] + start + post + post + post + post + post + [10, 3, 10, 3]),
            ("store-fails", [0] + start + post + [10, 7] + post + [19, 14]),
            (
                "provider-token",
                [0] + start + tokenProvider + [5, 0, 8, 1, 0, 1, 0, 2, 12, 0, 0, 0, 10, 3, 4, 0, 0]
            ),
            (
                "renewed",
                [8] + start + [2, 0, 0, 1] + post + [10, 3, 2, 0, 0, 0] + post + [19, 20]
            ),
            (
                "faulty",
                [0] + start + [13, 0, 10, 0, 7, 13, 32, 5, 3, 1, 1] + post + [10, 3, 19, 12]
            ),
            ("headers", [1] + start + [5, 0, 240, 1, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 2, 97, 98, 9]),
        ]
    }()
}
