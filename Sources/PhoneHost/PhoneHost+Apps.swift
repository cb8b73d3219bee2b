// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import OCKWire

/// What the processes of apps say.
extension PhoneHost {
    func receiveFromApp(_ body: [UInt8], _ session: SessionID) {
        let request: AppRequest
        do {
            request = try MessageCoder.decode(AppRequest.self, from: body)
        } catch {
            let isUser = (try? MessageCoder.decode(UserMessage.self, from: body)) != nil
            refuse(session, isUser ? Self.userOnAppSocket : "\(error)")
            return
        }
        switch (request, sessions[session]?.state) {
        case (.hello(let version), .greeting):
            guard version == protocolVersion else {
                refuse(session, Self.otherVersion(version, of: "the app"))
                return
            }
            sessions[session]?.state = .open
            apply(.app(session, request))
        case (.hello, _):
            refuse(session, "hello was said twice; say it once, as the first message")
        case (_, .greeting):
            refuse(session, Self.helloFirst)
        case (.settled(let number, let activity), _):
            onSettled?(session, number, activity)
        default:
            apply(.app(session, request))
        }
    }

    static let helloFirst = "the first message must be hello with the protocol's version"

    static let userOnAppSocket =
        "this socket is for apps; the opencallkit command connects to control.sock beside it"

    static func otherVersion(_ version: Int, of peer: String) -> String {
        "this phone speaks version \(protocolVersion) of the protocol and \(peer) version "
            + "\(version); build both from the same OpenCallKit"
    }
}
