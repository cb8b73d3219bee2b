// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The app's own call screen, for where CallKit may not be: it does by itself what the system would
/// have asked the provider's delegate to do.
@MainActor
final class AppCallScreen {
    private let callManager: CallManager
    private let network: CallNetwork

    init(callManager: CallManager, network: CallNetwork) {
        self.callManager = callManager
        self.network = network
    }

    func startCall(handle: String) {
        let call = Call(uuid: UUID(), isOutgoing: true, handle: handle)
        callManager.add(call)
        _ = call.start(over: network)
    }

    /// Our own alert, or our own screen, told of a call.
    func show(_ call: Call) { callManager.add(call) }

    func answer(_ call: Call) { call.answer() }

    func end(_ call: Call) {
        call.end()
        callManager.remove(call)
    }
}
