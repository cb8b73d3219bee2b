// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// All that the call service keeps: what its calls have in common, by what it asks for things, and
/// the one call that there can be.
@MainActor
final class CallKitConfiguration {
    let provider: CXProvider
    let controller = CXCallController()

    /// What the system is shown of the call.
    var update: CXCallUpdate?
    /// The call; nil where there is none.
    var uuid: UUID?

    init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = false
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        configuration.supportedHandleTypes = [.phoneNumber]
        provider = CXProvider(configuration: configuration)
    }
}
