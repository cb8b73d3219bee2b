// SPDX-License-Identifier: Apache-2.0

/// How the program is started.
struct EchoOptions: Hashable {
    /// Where to listen; 0 is any port that is free.
    var port: UInt16 = 7007
    /// How long a call rings before it is picked up.
    var ringSeconds = 1.0
    /// Whether to end when standard input does.
    var endsWithInput = false

    static let usage = """
        usage: HotlineEcho [--port PORT] [--ring SECONDS] [--until-input-ends]

        The far end of Hotline's calls: picks up, and says back what it hears. Listens on the
        loopback address, on port 7007 or PORT (0 for any that is free), and picks up after one
        second or SECONDS. Who calls `busy` is refused, and `nobody` never picks up.
        """

    /// - Throws: A line that says what is wrong with the words, and how they should be.
    init(_ words: some Sequence<String>) throws(EchoUsageError) {
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--port":
                guard let port = rest.popFirst().flatMap(UInt16.init) else {
                    throw EchoUsageError("--port takes a number from 0 to 65535")
                }
                self.port = port
            case "--ring":
                guard let seconds = rest.popFirst().flatMap(Double.init), 0...3600 ~= seconds else {
                    throw EchoUsageError("--ring takes seconds from 0 to 3600")
                }
                ringSeconds = seconds
            case "--until-input-ends": endsWithInput = true
            default: throw EchoUsageError("'\(word)' is not an option")
            }
        }
    }
}

/// What is wrong with the program's options.
struct EchoUsageError: Error, Hashable {
    let words: String

    init(_ words: String) { self.words = words }
}
