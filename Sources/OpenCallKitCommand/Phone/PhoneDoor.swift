// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import PhoneLink
import PhoneServices

/// The phone of a home, as its user's tools reach it: through its control socket.
struct PhoneDoor {
    private let session: UserSession

    /// - Throws: Where no phone runs here: says how to start one.
    init(_ invocation: Invocation) throws(CommandFailure) {
        let path = try invocation.homePaths().controlSocket
        do {
            session = try UserSession(path: path)
        } catch {
            throw Self.failure(error)
        }
    }

    /// One request and its answer, which is never ``UserReply/failed(_:)``.
    func ask(_ request: UserRequest) throws(CommandFailure) -> UserReply {
        let reply: UserReply
        do {
            reply = try session.request(request)
        } catch {
            throw Self.failure(error)
        }
        if case .failed(let words) = reply { throw CommandFailure(.failed, words) }
        return reply
    }

    /// A request that has no answer but that it is done.
    func act(_ action: UserAction) throws(CommandFailure) {
        guard case .done = try ask(.act(action)) else { throw Self.misunderstood }
    }

    static let misunderstood = CommandFailure(
        .failed,
        "the phone's answer is not understood; use the phone and the command of one release"
    )

    private static func failure(_ error: LinkError) -> CommandFailure {
        if case .system(_, _, EACCES) = error { return CommandFailure(.noPermission, "\(error)") }
        return CommandFailure(.unavailable, "\(error)")
    }
}
