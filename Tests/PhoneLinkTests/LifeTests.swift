// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import PhoneLink
import Testing

/// What an app's life cycle hears of, and what the phone hears of its launch.
@Suite struct LifeTests {
    private let front = AppLife(stage: .active)
    private let back = AppLife(stage: .background, isProtectedDataAvailable: false)

    private func wish(_ number: Int) -> StartCallIntent {
        StartCallIntent(handle: Handle(kind: .phoneNumber, value: "\(number)"))
    }

    @Test(
        "An attached life cycle makes the link, and says behind the hello that it launches",
        arguments: FakeLink.allCases)
    func launch(link: FakeLink) async throws {
        let bench = try Bench(link)
        bench.session.attachLife(Hearing())
        bench.session.finishedLaunching()
        bench.session.finishedLaunching()
        await bench.session.barrier()
        #expect(
            bench.phone.everything.dropLast() == [
                .hello(version: protocolVersion), .beganLaunching, .finishedLaunching,
            ])
    }

    @Test("What came before it was attached is told to it first, in order and once")
    func early() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        #expect(bench.session.life == AppLife())
        bench.phone.say(.startCall(wish(1)), .lifeChanged(back), .lifeChanged(front))
        bench.phone.say(.startCall(wish(2)))
        await bench.session.barrier()
        #expect(bench.session.life == front)
        let life = Hearing()
        bench.session.attachLife(life)
        bench.phone.say(.lifeChanged(back))
        await bench.session.barrier()
        #expect(
            life.events == [
                .startCall(wish(1)), .lifeChanged(front), .startCall(wish(2)), .lifeChanged(back),
            ])
    }

    @Test(
        "What came early has an end: the oldest wish goes, and of changes in a row the last stays")
    func bounds() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        for number in 0..<20 {
            bench.phone.say(.startCall(wish(number)), .lifeChanged(number & 1 == 0 ? front : back))
        }
        await bench.session.barrier()
        let life = Hearing()
        bench.session.attachLife(life)
        let kept = (4..<20).flatMap {
            [LifeEvent.startCall(wish($0)), .lifeChanged($0 & 1 == 0 ? front : back)]
        }
        #expect(life.events == [.lifeChanged(back)] + kept)
    }

    @Test("Where nobody would hear that the app is closed, the phone is told at once")
    func closing() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        bench.phone.say(.closing)
        await bench.settle()
        #expect(bench.phone.requests.last == .finishedClosing)
        let life = Hearing()
        bench.session.attachLife(life)
        bench.phone.say(.closing)
        await bench.settle()
        #expect(life.events == [.closing])
        #expect(bench.phone.requests.count { $0 == .finishedClosing } == 1)
        bench.session.finishedClosing()
        await bench.settle()
        #expect(bench.phone.requests.count { $0 == .finishedClosing } == 2)
    }

    @Test("A life cycle hears of wishes in place of the hook, which gets what came before it")
    func hook() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        bench.phone.say(.lifeChanged(back), .startCall(wish(1)), .lifeChanged(front))
        await bench.session.barrier()
        let history = History()
        bench.session.onStartCall = { history.note($0.handle.value) }
        let life = Hearing()
        bench.session.attachLife(life)
        bench.phone.say(.startCall(wish(2)))
        await bench.settle()
        #expect(history.all == ["1"])
        #expect(life.events == [.lifeChanged(front), .startCall(wish(2))])
    }

    @Test("It hears of a phone that goes, that refuses, and that is not there")
    func lost() async throws {
        let bench = try Bench()
        let life = Hearing()
        bench.session.attachLife(life)
        await bench.session.barrier()
        bench.phone.hangUp()
        while life.events.isEmpty { await Task.yield() }
        #expect(life.events == [.linkLost])

        let refusing = try Bench { if case .hello = $0 { [.refused("no")] } else { [] } }
        let refused = Hearing()
        refusing.session.attachLife(refused)
        while refused.events.isEmpty { await Task.yield() }
        #expect(refused.events == [.linkLost])

        let alone = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        let lonely = Hearing()
        alone.attachLife(lonely)
        #expect(lonely.events == [.linkLost])
    }
}

private final class Hearing: LifeReceiver {
    private let heard = Locked<[LifeEvent]>([])

    var events: [LifeEvent] { heard.withLock { $0 } }

    func receive(_ event: LifeEvent) { heard.withLock { $0.append(event) } }
}
