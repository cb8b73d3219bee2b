// SPDX-License-Identifier: Apache-2.0
import PhoneTestSupport
import CallKitTesting
import CallModel
import PhoneCore
import PhoneHost
import Testing

@Suite("The faults of a host")
struct HostFaultsTests {
    static let steps: [TimelineStep] = [
        .pushDelivered, .appLaunched, .pushReceived, .callReported, .callRinging, .callAnswered,
        .callConnected, .audioActivated, .callEnded, .audioDeactivated, .recentsRecorded,
    ]

    @Test("A step that must not happen does not, and all before it does", arguments: steps)
    func missing(step: TimelineStep) throws {
        let fixture = Fixture(faults: [step])
        try fixture.ringAnswerAndEnd()
        fixture.time.advance(by: .seconds(120))
        #expect(!fixture.steps.contains(step))
        let chain = Self.steps.prefix(6)
        for earlier in chain.prefix(while: { $0 != step }) {
            #expect(fixture.steps.contains(earlier), "\(earlier.rawValue)")
        }
    }

    @Test("A push that must not be delivered is not acknowledged either")
    func noDelivery() throws {
        let fixture = Fixture(faults: [.pushDelivered])
        fixture.deliver()
        #expect(fixture.courier.acknowledged.isEmpty)
        #expect(fixture.store.pushes.isEmpty)
    }

    @Test("A person whose answer must not happen is told so")
    func noAnswer() throws {
        let fixture = Fixture(faults: [.callAnswered])
        let user = try fixture.host.connectedUser()
        fixture.deliver()
        let app = try fixture.readyApp()
        try fixture.report(from: app)
        guard case .failed = try fixture.act(.answer(nil), as: user) else {
            Issue.record("the answer did not fail")
            return
        }
        #expect(fixture.host.calls.map(\.state) == [.ringing])
    }

    @Test("What must not be recorded is not, and the store is not asked")
    func noRecord() throws {
        let fixture = Fixture(faults: [.recentsRecorded])
        try fixture.ringAnswerAndEnd()
        #expect(fixture.store.calls.isEmpty)
    }
}
