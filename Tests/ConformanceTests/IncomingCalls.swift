// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("Incoming calls: B15–B17, B20, B22, B61") struct IncomingCalls {
    private let id = UUID()

    @Test("B15: completion with nil means that the system shows the call", arguments: Link.allCases)
    func b15(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.report(id)
        await phone.settle()
        #expect(app.events == ["begin", "reported nil"])
        #expect(phone.calls.map(\.state) == [.ringing])
        #expect(phone.calls.first?.name == "Tester")
        #expect(phone.ringing.count == 1)
    }

    @Test("B15: completion with an error means that nothing is shown", arguments: Link.allCases)
    func b15Refused(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp(groups: 1) }.object()
        app.report(id)
        app.report(UUID())
        await phone.settle()
        // The refusal is answered at once, the other once its row is safe; which comes first is not
        // promised.
        #expect(app.events.sorted() == ["begin", "reported 0", "reported nil"])
        #expect(phone.calls.count == 1)
    }

    @Test("B16: the completion runs on the delegate's queue", arguments: Link.allCases)
    func b16(link: Link) async {
        let phone = TestPhone(link: link)
        let queue = DispatchQueue(label: "delegate")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let app: RecordingApp = await phone.launch { RecordingApp(queue: queue) }.object()
        app.provider.reportNewIncomingCall(with: id, update: CXCallUpdate()) { _ in
            app.log(DispatchQueue.getSpecific(key: key) == true ? "its queue" : "another queue")
        }
        await phone.settle()
        #expect(app.events == ["begin", "its queue"])
    }

    @Test(
        "B17: while the answer is pending the call is connecting; fulfilling connects it",
        arguments: Link.allCases)
    func b17(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.fulfils = false
        app.report(id)
        await phone.settle()
        await phone.act(.answer(nil))
        #expect(phone.calls.map(\.state) == [.connecting])
        #expect(phone.calls.first?.connected == nil)
        #expect(phone.ringing.isEmpty)
        app.complete { $0.fulfill() }
        await phone.settle()
        #expect(phone.calls.map(\.state) == [.connected])
        #expect(phone.calls.first?.connected != nil)
    }

    @Test("B20: declining and hanging up both arrive as CXEndCallAction", arguments: Link.allCases)
    func b20(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.report(id)
        await phone.settle()
        await phone.act(.end(nil))
        #expect(app.takeEvents() == ["begin", "reported nil", "perform End"])
        app.report(UUID())
        await phone.settle()
        await phone.act(.answer(nil))
        await phone.act(.end(nil))
        #expect(
            app.events == [
                "reported nil", "perform Answer", "didActivate", "perform End", "didDeactivate",
            ])
        #expect(phone.recents.map(\.outcome) == [.declined, .ended])
    }

    @Test(
        "B22: the caller gave up: the ringing screen goes away, and no End is performed",
        arguments: Link.allCases)
    func b22(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.report(id)
        await phone.settle()
        app.provider.reportCall(with: id, endedAt: nil, reason: .remoteEnded)
        await phone.settle()
        #expect(phone.calls.isEmpty && phone.ringing.isEmpty)
        #expect(app.events == ["begin", "reported nil"])
        #expect(phone.recents.map(\.outcome) == [.remoteEnded])
        app.report(UUID())
        await phone.settle()
        app.provider.reportCall(with: UUID(), endedAt: nil, reason: .failed)
        await phone.settle()
        #expect(phone.calls.count == 1)
    }

    @Test(
        "B61: reporting a UUID that is in use gets code 2, and counts as a report",
        arguments: Link.allCases)
    func b61(link: Link) async {
        let phone = TestPhone(link: link)
        let id = id
        let app = await phone.launch { RecordingApp(pushes: true) }
        let recorder: RecordingApp = app.object()
        recorder.onPush = { app, _ in app.report(id) }
        phone.push(number: 1)
        await phone.settle()
        phone.push(number: 2)
        await phone.settle()
        await phone.advance(by: .seconds(10))
        #expect(
            recorder.events == ["begin", "token", "push", "reported nil", "push", "reported 2"])
        #expect(app.terminations.isEmpty)
        #expect(
            phone.pushes.map(\.outcome)
                == [.rang(phone.calls[0].id), .refused(.callUUIDAlreadyExists)])
    }
}
