// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway issue activation`.
enum GatewayIssueActivationCommand {
    static let command = Command(
        "gateway issue activation",
        "issue a one-time code with which a phone becomes known",
        options: [.json],
        details: ["The code is good for an hour, and is kept nowhere."],
        examples: ["opencallkit gateway issue activation"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let place = try GatewayPlace(invocation)
        guard case .activation(let code) = try place.ask(.issueActivation) else {
            throw GatewayPlace.misunderstood
        }
        if invocation.has(.json) { return try Output.json(IssuedActivation(code: code)) }
        Output.line(code)
    }
}

/// An activation code as a script reads it.
struct IssuedActivation: Hashable, Sendable, Codable {
    var code: String
}
