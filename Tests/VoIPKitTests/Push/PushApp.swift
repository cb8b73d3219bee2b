// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import PushKit

@testable import VoIPKit

/// An app that takes its pushes by ``VoIPPushService``: what a phone's `launch` closure makes.
@MainActor final class PushApp {
    nonisolated static let bundle = "com.example.hotline"

    let service: TestService
    let manager: CallManager
    let pushes: VoIPPushService
    private(set) var outcomes: [VoIPPushOutcome] = []
    /// Types of other pushes, and of tokens for them.
    private(set) var others: [String] = []

    init(
        _ phone: SimulatedPhone, server: TokenDesk? = nil,
        permission: (any VoIPPushPermission)? = nil,
        decode: @escaping VoIPPushService.Decoder = { try VoIPPushDecoder().read($0.payload) }
    ) {
        let clock = PhoneClock(phone)
        service = TestService(clock: clock)
        manager = CallManager(
            configuration: CallConfiguration(), service: service, store: NoCalls(), clock: clock)
        pushes = VoIPPushService(
            reporter: manager, server: server?.server, permission: permission,
            store: server?.store ?? MemoryTokenStore(), clock: clock, decode: decode)
        pushes.onOutcome = { [weak self] in self?.outcomes.append($0) }
        pushes.onOtherPush = { [weak self] type, _ in self?.others.append(type.rawValue) }
        pushes.onOtherToken = { [weak self] type, _ in self?.others.append(type.rawValue) }
        pushes.start()
    }
}

/// Calls that do not outlive their process.
@MainActor private final class NoCalls: LiveCallStore {
    var ids: [UUID] = []
}

/// A permission that a test gives and takes.
@MainActor final class TestPermission: VoIPPushPermission {
    var mayTakeVoIPPushes: Bool {
        didSet { for body in observers { body() } }
    }
    private var observers: [@MainActor () -> Void] = []

    nonisolated init(_ mayTakeVoIPPushes: Bool) { self.mayTakeVoIPPushes = mayTakeVoIPPushes }

    func observeVoIPPushes(_ body: @escaping @MainActor () -> Void) -> AnyObject {
        observers.append(body)
        return self
    }

    /// The process of those who observe has ended.
    func forget() { observers = [] }
}
