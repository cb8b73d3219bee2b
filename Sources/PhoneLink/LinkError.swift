// SPDX-License-Identifier: Apache-2.0
package import OCKWire

/// Why there is no link to a phone, or no longer one.
///
/// The description is fit for a person.
package enum LinkError: Error, Equatable, CustomStringConvertible {
    /// A Unix socket's path has more bytes than its address can hold.
    case pathTooLong(String, limit: Int)
    /// Nothing listens at that path. Start a phone.
    case noPhone(path: String)
    /// `OPENCALLKIT_APP_DESCRIPTOR` is not the number of a stream socket of this process.
    case badDescriptor(String)
    /// The system refused; the number is `errno`'s.
    case system(path: String, operation: String, code: Int32)
    /// The phone would not talk to this process, in its words.
    case refused(path: String, reason: String)
    /// The phone ended the link before it answered.
    case ended(path: String)
    /// The phone did not answer in time.
    case noAnswer(path: String, seconds: Int)
    /// The phone said what this version does not understand, or the request was too large.
    case frame(path: String, FrameError)

    package var description: String {
        switch self {
        case .pathTooLong(let path, let limit):
            "the socket path \(path) has \(path.utf8.count) bytes and may have \(limit); "
                + "use a shorter folder"
        case .noPhone(let path):
            "no phone at \(path); start one with `opencallkit phone run`"
        case .badDescriptor(let text):
            "OPENCALLKIT_APP_DESCRIPTOR is \(text), and there is no connected stream socket of "
                + "that number, 3 or more; hand one down, or unset it to use the user's phone"
        case .system(let path, let operation, let code):
            "cannot \(operation) \(path): \(systemMessage(code))"
        case .refused(let path, let reason):
            "the phone at \(path) refused: \(reason)"
        case .ended(let path):
            "the phone at \(path) ended the connection; see whether it still runs with "
                + "`opencallkit phone status`"
        case .noAnswer(let path, let seconds):
            "the phone at \(path) did not answer within \(seconds) s; restart it if it hangs"
        case .frame(let path, let error):
            "the connection to \(path) failed: \(error)"
        }
    }
}
