// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@Suite("The timeline of a phone")
struct TimelineStoryTests {
    @Test(
        "A story is told as text, as a diagram and as a page, and attached by one call",
        .phone(.iOS(26, 4)))
    func story() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch("com.example.hotline") { VoIPService() }
        try await phone.settle()
        app.kill()
        phone.push(to: app, ["caller": "+8618712345678", "name": "Tester"])
        try await phone.settle()
        try await phone.advance(by: .seconds(2))
        phone.user.answer()
        try await phone.advance(by: .seconds(12))
        let cellular = phone.world.incomingCellularCall(from: "+493012345", name: "Mum")
        try await phone.advance(by: .seconds(4))
        phone.user.holdAndAnswer()
        try await phone.advance(by: .seconds(20))
        phone.user.end(cellular)
        try await phone.advance(by: .seconds(5))
        phone.user.end()
        try await phone.settle()

        let timeline = phone.timeline
        for step in ["push.received", "call.ringing", "call.held", "audio.interrupted"] {
            #expect(timeline.text.contains(step), "\(step)")
        }
        #expect(timeline.mermaid.hasPrefix("sequenceDiagram"))
        #expect(timeline.html.contains("</html>"))
        // What the person of this phone knows stays out of it.
        for secret in ["12345678", "493012345", "Tester", "Mum"] {
            #expect(!timeline.text.contains(secret) && !timeline.html.contains(secret))
        }
        phone.attachTimeline("A cold push, and a cellular call")
    }
}
