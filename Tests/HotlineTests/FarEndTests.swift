// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling
import Testing

@Suite struct FarEndTests {
    private typealias Effects = [FarEnd.Effect]
    private var farEnd = FarEnd()

    private func ask(_ what: EchoRequest) -> EchoLine { .request(number: 1, what: what) }
    private let done = FarEnd.Effect.send(.answer(number: 1, refusal: nil))

    private func refused(_ reason: String) -> Effects {
        [.send(.answer(number: 1, refusal: reason))]
    }

    private func talking() -> FarEnd {
        var farEnd = FarEnd()
        _ = farEnd.take(ask(.invite(handle: "+49301")))
        #expect(farEnd.pickUp() == [.send(.event(.connected))])
        return farEnd
    }

    @Test("A call rings, is picked up once, and ends")
    func outgoing() {
        var farEnd = FarEnd()
        #expect(farEnd.take(ask(.invite(handle: "+49301"))) == [done, .pickUpLater])
        #expect(farEnd.take(ask(.keys(digits: "1"))) == refused("it still rings"))
        #expect(farEnd.pickUp() == [.send(.event(.connected))])
        #expect(farEnd.pickUp() == [])
        #expect(farEnd.take(ask(.invite(handle: "x"))) == refused("the call is on already"))
        #expect(farEnd.take(ask(.hangUp)) == [done, .close])
        #expect(farEnd.take(ask(.hangUp)) == [])
    }

    @Test("Who is given up before it is picked up is not picked up")
    func givenUp() {
        var farEnd = FarEnd()
        _ = farEnd.take(ask(.invite(handle: "+49301")))
        #expect(farEnd.take(ask(.hangUp)) == [done, .close])
        #expect(farEnd.pickUp() == [])
    }

    @Test("Who is busy refuses, and who is absent never picks up")
    func others() {
        var busy = FarEnd()
        let refusal = FarEnd.Effect.send(.answer(number: 1, refusal: "it is busy"))
        #expect(busy.take(ask(.invite(handle: FarEnd.busy))) == [refusal, .close])
        var absent = FarEnd()
        #expect(absent.take(ask(.invite(handle: FarEnd.absent))) == [done])
    }

    @Test("A call of its own is rung for, accepted and heard", arguments: [true, false])
    func incoming(rings: Bool) {
        var farEnd = FarEnd()
        if rings { #expect(farEnd.take(ask(.ring)) == [done]) }
        #expect(farEnd.take(ask(.accept)) == [done])
        let sound = EchoLine.media(number: 1, sound: Data([1]))
        #expect(farEnd.take(sound) == [.echoLater(sound)])
    }

    @Test("Sound and digits come back, but not on hold")
    func echo() {
        var farEnd = talking()
        let sound = EchoLine.media(number: 1, sound: Data([1]))
        #expect(farEnd.take(sound) == [.echoLater(sound)])
        #expect(farEnd.echo(sound) == [.send(sound)])
        #expect(
            farEnd.take(ask(.keys(digits: "1#"))) == [done, .send(.event(.keys(digits: "1#")))])
        #expect(farEnd.take(sound) == [.echoLater(sound)])
        #expect(farEnd.take(ask(.hold(isOnHold: true))) == [done])
        #expect(farEnd.echo(sound) == [])
        #expect(farEnd.take(sound) == [])
        #expect(farEnd.take(ask(.keys(digits: "1"))) == refused("the call is on hold"))
        #expect(farEnd.take(ask(.hold(isOnHold: false))) == [done])
        #expect(farEnd.take(sound) == [.echoLater(sound)])
    }

    @Test("No more pieces of sound than its limit are on their way back")
    func bound() {
        var farEnd = talking()
        let sound = EchoLine.media(number: 1, sound: Data())
        for _ in 0..<FarEnd.echoCountMax { #expect(farEnd.take(sound) == [.echoLater(sound)]) }
        #expect(farEnd.take(sound) == [])
        #expect(farEnd.echo(sound) == [.send(sound)])
        #expect(farEnd.take(sound) == [.echoLater(sound)])
    }

    @Test("An app that speaks as a far end loses its call")
    func wrongSide() {
        for line: EchoLine in [.event(.connected), .answer(number: 1, refusal: nil)] {
            var farEnd = talking()
            #expect(farEnd.take(line) == [.send(.event(.ended)), .close])
            #expect(farEnd.take(ask(.hangUp)) == [])
        }
    }
}
