// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("What the phone refuses", .phone(failing: .violationsAndAdvice)) struct RefusalTests {
    @Test("Do Not Disturb keeps a call away, and the caller hears that we are busy")
    func doNotDisturb() async throws {
        let hotline = Hotline()
        hotline.phone.user.doNotDisturb(
            .on, allowing: [CXHandle(type: .phoneNumber, value: "+497777777")])
        let call = try await hotline.ring(from: "+496666666")
        #expect(hotline.phone.calls.isEmpty)
        #expect(await hotline.messages == [.busy(call)])
        #expect(try await hotline.calls.isEmpty)
        try await hotline.ring("Mother", from: "+497777777")
        #expect(hotline.phone.screen.ringing?.callerName == "Mother")
        hotline.phone.user.decline()
    }

    @Test("A blocked caller does not ring")
    func blocked() async throws {
        let hotline = Hotline()
        hotline.phone.user.block(CXHandle(type: .phoneNumber, value: "+496666666"))
        let call = try await hotline.ring(from: "+496666666")
        #expect(hotline.phone.calls.isEmpty && hotline.phone.ringer.isEmpty)
        #expect(await hotline.messages == [.busy(call)])
    }
}
