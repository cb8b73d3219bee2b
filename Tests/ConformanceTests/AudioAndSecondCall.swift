// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallModel
import Foundation
import Testing

@Suite("Audio and a second call: B68, B69, B81") struct AudioAndSecondCall {
    private let first = UUID()
    private let second = UUID()

    @Test(
        "B68: audio may start in didActivate and stops in didDeactivate, strictly in turn",
        arguments: Link.allCases)
    func b68(link: Link) async throws {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        for id in [first, second] {
            app.report(id)
            await phone.settle()
            await phone.act(.answer(nil))
            await phone.act(.end(nil))
        }
        #expect(
            app.events.filter { $0.hasPrefix("did") }
                == ["didActivate", "didDeactivate", "didActivate", "didDeactivate"])
    }

    @Test("B69: without a fulfilled answer the session is not activated", arguments: Link.allCases)
    func b69(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.fulfils = false
        app.report(first)
        await phone.settle()
        await phone.act(.answer(nil))
        await phone.advance(by: .seconds(30))
        #expect(!app.events.contains("didActivate"))
        app.complete { $0.fulfill() }
        await phone.settle()
        #expect(app.events.last == "didActivate")
    }

    @Test(
        "B81: End & Accept performs End on the active call, then Answer", arguments: Link.allCases)
    func b81End(link: Link) async {
        let phone = TestPhone(link: link)
        let app = await connectedWithSecondRinging(phone)
        await phone.act(.endAndAnswer(nil))
        #expect(app.events.filter { $0.hasPrefix("perform") } == ["perform End", "perform Answer"])
        #expect(phone.calls.map(\.state) == [.connected])
    }

    @Test(
        "B81: Hold & Accept performs SetHeld on the active call, then Answer",
        arguments: Link.allCases)
    func b81Hold(link: Link) async {
        let phone = TestPhone(link: link)
        let app = await connectedWithSecondRinging(phone)
        await phone.act(.holdAndAnswer(nil))
        #expect(
            app.events.filter { $0.hasPrefix("perform") } == [
                "perform SetHeld true", "perform Answer",
            ])
        #expect(phone.calls.map(\.state) == [.held, .connected])
    }

    private func connectedWithSecondRinging(_ phone: TestPhone) async -> RecordingApp {
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.report(first)
        await phone.settle()
        await phone.act(.answer(nil))
        app.report(second)
        await phone.settle()
        _ = app.takeEvents()
        return app
    }
}
