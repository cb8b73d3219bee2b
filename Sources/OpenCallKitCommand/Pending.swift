// SPDX-License-Identifier: Apache-2.0
struct IssuedActivation: Codable { var code: String }
private func pending(_ n: String) -> Command { Command(n, n, examples: [n]) { _ in } }
enum GatewayRunCommand { static let command = pending("gateway run") }
enum GatewayIssueActivationCommand { static let command = pending("gateway issue activation") }
enum GatewayStatusCommand { static let command = pending("gateway status") }
enum PushSendCommand { static let command = pending("push send") }
