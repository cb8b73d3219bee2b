// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Dispatch
import Foundation
import PushKit
import Testing

/// An app that answers on a queue of its choice, and takes its time.
final class SlowService: NSObject, CXProviderDelegate, @unchecked Sendable {
    // Sendable because tests touch it only while the phone is settled.
    let provider = CXProvider(configuration: CXProviderConfiguration())
    let controller = CXCallController()
    var work: @Sendable () -> Void = {}
    var leavesOpen = false

    init(queue: DispatchQueue?) {
        super.init()
        provider.setDelegate(self, queue: queue)
    }

    func report() { provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in } }

    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        work()
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        if !leavesOpen { action.fulfill() }
    }
}

/// Calls its session when it is let go of.
private final class LastWordsProvider: CXProvider, @unchecked Sendable {
    // Sendable because it adds nothing to its superclass.
    deinit {
        invalidate()
        _ = CXCallObserver().calls
    }
}

private final class LastWordsRegistry: PKPushRegistry, @unchecked Sendable {
    // Sendable because it adds nothing to its superclass.
    deinit { desiredPushTypes = nil }
}

@Suite("Apps that block, hurry or let go at bad moments", .timeLimit(.minutes(10)))
struct StubbornAppTests {
    private let hotline = "com.example.hotline"

    @Test(
        "A delegate's method that still runs on a concurrent queue is waited for",
        .phone(), arguments: [true, false])
    func concurrent(isGlobal: Bool) async throws {
        let phone = SimulatedPhone.current
        let queue: DispatchQueue =
            isGlobal ? .global() : DispatchQueue(label: "app", attributes: .concurrent)
        let app = phone.launch(hotline) { SlowService(queue: queue) }
        let gate = DispatchSemaphore(value: 0)
        try await app.run(with: SlowService.self) { service in
            service.work = {
                // Others of the queue go on meanwhile, and then let this one go on.
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { gate.signal() }
                gate.wait()
            }
            service.report()
        }
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.first?.isConnected == true)
    }

    @Test("An app that blocks its queue fails the test in words, not by hanging", .phone())
    func blocked() async throws {
        let phone = SimulatedPhone.current
        // Not the main queue, which the tests that run beside this one need.
        let app = phone.launch(hotline) { SlowService(queue: DispatchQueue(label: "app")) }
        let gate = DispatchSemaphore(value: 0)
        try await app.run(with: SlowService.self) { service in
            service.work = { gate.wait() }
            service.report()
        }
        try await phone.settle()
        phone.user.answer()
        phone.patience = .seconds(2)
        let error = await #expect(throws: PhoneError.self) { try await phone.settle() }
        #expect(error?.description.contains("\"app\" is blocked") == true)
        gate.signal()
        phone.patience = .seconds(30)
        try await phone.settle()
        #expect(phone.calls.first?.isConnected == true)
    }

    @Test("A suspended queue of a delegate is found out", .phone())
    func suspended() async throws {
        let phone = SimulatedPhone.current
        let queue = DispatchQueue(label: "app")
        let app = phone.launch(hotline) { SlowService(queue: queue) }
        try await phone.settle()
        phone.patience = .seconds(2)
        queue.suspend()
        try await app.run(with: SlowService.self) { $0.report() }
        let error = await #expect(throws: PhoneError.self) { try await phone.settle() }
        #expect(error?.description.contains("\"app\" is blocked") == true)
        queue.resume()
        phone.patience = .seconds(30)
        try await phone.settle()
    }

    @Test("Objects that call their session when a killed app lets go of them block nothing")
    func lastWords() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        let app = phone.launch(hotline) { () -> Int in
            _ = LastWordsProvider(configuration: CXProviderConfiguration())
            LastWordsRegistry(queue: nil).desiredPushTypes = [.voIP]
            return 0
        }
        try await phone.settle()
        app.kill()
        try await phone.settle()
        #expect(!app.isRunning)
    }

    @Test(
        "A transaction that is requested twice stays pending when the second is refused", .phone())
    func requestedTwice() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { SlowService(queue: nil) }
        try await phone.settle()
        try await app.run(with: SlowService.self) { service in
            service.leavesOpen = true
            let start = CXStartCallAction(
                call: UUID(), handle: CXHandle(type: .generic, value: "x"))
            let transaction = CXTransaction(action: start)
            service.controller.request(transaction) { #expect($0 == nil) }
            service.controller.request(transaction) { error in
                #expect((error as? CXErrorCodeRequestTransactionError) != nil)
            }
        }
        try await phone.settle()
        try await app.run(with: SlowService.self) { service in
            #expect(service.provider.pendingTransactions.count == 1)
            service.provider.pendingTransactions.first?.actions.first?.fulfill()
            #expect(service.provider.pendingTransactions.isEmpty)
        }
    }
}

@Suite("Times and faults out of all reason") struct ExtremeTimeTests {
    private let hotline = "com.example.hotline"

    @Test(
        "No date that a phone is set to, or begins with, traps as time goes on",
        arguments: [
            -62_135_769_600, 64_092_211_200, 0, 4_291_747_200, 1e300, -1e300, TimeInterval.nan,
        ])
    func dates(seconds: TimeInterval) async throws {
        // Not an argument as it is: Foundation cannot describe all of these dates.
        let date = Date(timeIntervalSince1970: seconds)
        let phone = SimulatedPhone(startDate: date)
        defer { phone.close() }
        let app = phone.launch(hotline) { SlowService(queue: nil) }
        try await app.run(with: SlowService.self) { $0.report() }
        try await phone.advance(by: .seconds(1))
        phone.user.answer()
        try await phone.advance(by: .seconds(1))
        #expect(phone.calls.first?.isConnected == true)
        phone.world.setDate(date)
        await #expect(throws: PhoneError.self) {
            try await phone.settle(until: { false }, within: .zero)
        }
        try await phone.advance(by: .seconds(Int64.max))
        try await phone.advance(by: .seconds(Int64.max))
    }

    @Test("Delays without end and shares beyond 1 lose pushes and calls, and trap never", .phone())
    func faults() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { SlowService(queue: nil) }
        phone.faults.pushesLate = .seconds(-5)...(.seconds(Int64.max))
        phone.faults.callbacksSlow = .seconds(Int64.max)...(.seconds(Int64.max))
        phone.faults.reportCompletionsLate = .seconds(Int64.min)...(.seconds(Int64.max))
        phone.faults.pushesDoubled = .infinity
        phone.faults.pushesReordered = .nan
        let push = phone.push(to: app)
        try await app.run(with: SlowService.self) { $0.report() }
        try await phone.advance(by: .seconds(600))
        #expect(phone.result(of: push) == .pending)
    }
}

@Suite("Apps of the wrong phone") struct WrongPhoneTests {
    @Test("What is done to an app of another phone fails the test, and reaches no namesake")
    func wrongPhone() async throws {
        let phone = SimulatedPhone(name: "Alice")
        let other = SimulatedPhone(name: "Bob")
        defer {
            phone.close()
            other.close()
        }
        phone.launch("com.example.hotline") { VoIPService() }
        let app = other.launch("com.example.hotline") { VoIPService() }
        try await SimulatedPhone.settle([phone, other])
        withKnownIssue { phone.push(to: app) }
        withKnownIssue { phone.user.openApp(app) }
        withKnownIssue { phone.user.closeApp(app) }
        withKnownIssue { phone.user.protect(app) }
        withKnownIssue { phone.user.call(CXHandle(type: .phoneNumber, value: "1"), with: app) }
        withKnownIssue { phone.world.kill(app) }
        withKnownIssue { phone.world.rotateToken(of: app) }
        withKnownIssue { phone.world.invalidateToken(of: app) }
        withKnownIssue { phone.uninstall(app) }
        try await SimulatedPhone.settle([phone, other])
        #expect(app.isRunning && phone.pushes.isEmpty && phone.frontApp == nil)
    }

    @Test("An app that was uninstalled cannot be started", .phone())
    func uninstalled() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch("com.example.hotline") { VoIPService() }
        phone.uninstall(app)
        try await phone.settle()
        withKnownIssue { phone.relaunch(app) }
        #expect(!app.isRunning && app.launchCount == 1)
    }
}
