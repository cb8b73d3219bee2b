// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

private typealias Effect = TokenDelivery.Effect
private typealias Order = TokenDelivery.Order

@Suite("Which token the server is told, and when") struct TokenDeliveryTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let first = VoIPToken(Data([1]))
    private static let second = VoIPToken(Data([2]))

    private static func rules(
        canWithdraw: Bool = true, resendAfter: TimeInterval = 0
    ) -> TokenDelivery.Rules {
        TokenDelivery.Rules(
            canWithdraw: canWithdraw, firstRetry: 1, longestRetry: 300, patience: 60,
            resendAfter: resendAfter)
    }

    private static func record(
        _ tokens: [String], uploaded: String? = nil, at date: Date? = nil
    ) -> VoIPTokenRecord {
        var record = VoIPTokenRecord()
        record.tokens = tokens
        record.uploaded = uploaded
        record.uploadedAt = date
        return record
    }

    private var delivery = TokenDelivery(rules(), record: VoIPTokenRecord())

    private mutating func apply(_ event: TokenDelivery.Event) -> [Effect] {
        delivery.apply(event, at: Self.now)
    }

    @Test("a token is uploaded, and kept before: the upload may arrive and seem to fail")
    mutating func uploads() {
        let order = Order(number: 1, kind: .upload, token: Self.first)
        #expect(
            apply(.tokenGiven(Self.first))
                == [.save(Self.record(["01"])), .run(order), .wake(after: 60)])
        #expect(!delivery.isUploaded)
        #expect(
            apply(.ended(1, succeeded: true))
                == [.stopWaking, .save(Self.record(["01"], uploaded: "01", at: Self.now))])
        #expect(delivery.isUploaded)
    }

    @Test("the same token given again is not sent again; asked for, it is") mutating func again() {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.tokenGiven(Self.first)) == [])
        _ = apply(.ended(1, succeeded: true))
        #expect(apply(.tokenGiven(Self.first)) == [])
        let order = Order(number: 2, kind: .upload, token: Self.first)
        #expect(apply(.uploadAsked).contains(.run(order)))
    }

    @Test("asked for while it is under way, it is sent once more after that") mutating func inTurn()
    {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.uploadAsked) == [.cancel(1), .wake(after: 30)])
        let order = Order(number: 2, kind: .upload, token: Self.first)
        #expect(apply(.ended(1, succeeded: true)).contains(.run(order)))
    }

    @Test("it is tried again after 1, 2, 4 … 256, 300, 300 s") mutating func backsOff() {
        _ = apply(.tokenGiven(Self.first))
        var delays: [TimeInterval] = []
        for number in 1...12 {
            for case .wake(let delay) in apply(.ended(number, succeeded: false)) {
                delays.append(delay)
            }
            let order = Order(number: number + 1, kind: .upload, token: Self.first)
            #expect(apply(.timePassed).contains(.run(order)))
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        _ = apply(.ended(13, succeeded: true))
        _ = apply(.uploadAsked)
        #expect(apply(.ended(14, succeeded: false)).contains(.wake(after: 1)))
    }

    @Test("when the network is back it is tried at once") mutating func retries() {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.retryAsked) == [], "it is being tried")
        _ = apply(.ended(1, succeeded: false))
        let order = Order(number: 2, kind: .upload, token: Self.first)
        #expect(
            apply(.retryAsked)
                == [
                    .stopWaking, .save(Self.record(["01"])), .run(order), .wake(after: 60),
                ])
        _ = apply(.ended(2, succeeded: true))
        #expect(apply(.retryAsked) == [])
    }

    @Test("a newer token waits until the older one's upload has ended, then the older is withdrawn")
    mutating func order() {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.tokenGiven(Self.second)) == [.cancel(1), .wake(after: 30)])
        let upload = Order(number: 2, kind: .upload, token: Self.second)
        let effects = apply(.ended(1, succeeded: false))
        #expect(effects.contains(.run(upload)), "at once, without waiting")
        let withdrawal = Order(number: 3, kind: .withdrawal, token: Self.first)
        #expect(apply(.ended(2, succeeded: true)).contains(.run(withdrawal)))
        #expect(
            apply(.ended(3, succeeded: true))
                == [.stopWaking, .save(Self.record(["02"], uploaded: "02", at: Self.now))])
    }

    @Test("B118: an invalidated token is withdrawn, and its upload stops") mutating func gone() {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.tokenGone) == [.cancel(1), .wake(after: 30)])
        let withdrawal = Order(number: 2, kind: .withdrawal, token: Self.first)
        #expect(apply(.ended(1, succeeded: true)).contains(.run(withdrawal)))
        #expect(apply(.ended(2, succeeded: true)) == [.stopWaking, .save(VoIPTokenRecord())])
        #expect(apply(.tokenGone) == [])
    }

    @Test("a withdrawal gives way to an upload") mutating func givesWay() {
        _ = apply(.tokenGiven(Self.first))
        _ = apply(.ended(1, succeeded: true))
        _ = apply(.tokenGone)
        #expect(apply(.tokenGiven(Self.second)) == [.cancel(2), .wake(after: 30)])
        let upload = Order(number: 3, kind: .upload, token: Self.second)
        #expect(apply(.ended(2, succeeded: false)).contains(.run(upload)))
    }

    @Test("one that outlives its cancellation is given up, and mended when it ends after all")
    mutating func mends() {
        _ = apply(.tokenGiven(Self.first))
        _ = apply(.tokenGiven(Self.second))
        let upload = Order(number: 2, kind: .upload, token: Self.second)
        #expect(apply(.timePassed).contains(.run(upload)))
        _ = apply(.ended(2, succeeded: true))
        #expect(delivery.isUploaded)
        let effects = apply(.ended(1, succeeded: true))
        #expect(!delivery.isUploaded, "the older token may have replaced it")
        #expect(effects.contains(.cancel(3)), "the withdrawal that ran")
        let again = Order(number: 4, kind: .upload, token: Self.second)
        #expect(apply(.ended(3, succeeded: false)).contains(.run(again)))
    }

    @Test("one that takes too long is cancelled, and counts as a failure") mutating func patience()
    {
        _ = apply(.tokenGiven(Self.first))
        #expect(apply(.timePassed) == [.cancel(1), .wake(after: 30)])
        #expect(apply(.ended(1, succeeded: false)) == [.stopWaking, .wake(after: 1)])
        _ = apply(.timePassed)
        _ = apply(.timePassed)
        #expect(apply(.timePassed) == [.wake(after: 2)], "given up")
        #expect(apply(.ended(2, succeeded: true)) == [], "it was the right token")
        #expect(apply(.ended(2, succeeded: true)) == [])
    }

    @Test("of orders that never end there are nine at most") mutating func neverEnding() {
        _ = apply(.tokenGiven(Self.first))
        var runs = 1
        for _ in 0..<200 {
            for case .run in apply(.timePassed) { runs += 1 }
        }
        #expect(runs == 9)
        _ = apply(.ended(9, succeeded: false))
        for case .run in apply(.timePassed) { runs += 1 }
        #expect(runs == 10)
    }

    @Test("nothing is withdrawn before the system has said which token stands")
    mutating func unknown() {
        delivery = TokenDelivery(Self.rules(), record: Self.record(["02", "01"], uploaded: "01"))
        #expect(apply(.retryAsked) == [])
        _ = apply(.tokenGiven(Self.first))
        let withdrawal = Order(number: 2, kind: .withdrawal, token: Self.second)
        #expect(apply(.ended(1, succeeded: true)).contains(.run(withdrawal)))
    }

    @Test("what the server got in an earlier life is withdrawn where pushes are off now")
    mutating func earlierLife() {
        delivery = TokenDelivery(Self.rules(), record: Self.record(["zz", "01"]))
        let withdrawal = Order(number: 1, kind: .withdrawal, token: Self.first)
        #expect(apply(.tokenGone) == [.run(withdrawal), .wake(after: 60)])
    }

    @Test("without a way to withdraw, an upload replaces what was") mutating func replaces() {
        delivery = TokenDelivery(
            Self.rules(canWithdraw: false), record: Self.record(["01"], uploaded: "01"))
        _ = apply(.tokenGiven(Self.second))
        #expect(
            apply(.ended(1, succeeded: true))
                == [.stopWaking, .save(Self.record(["02"], uploaded: "02", at: Self.now))])
        #expect(apply(.tokenGone) == [])
    }

    @Test(
        "a token that the server took lately is not sent, if the app wants it so",
        arguments: [(-1.0, false), (0, true), (99, true), (100, false)])
    mutating func fresh(age: TimeInterval, isUploaded: Bool) {
        delivery = TokenDelivery(
            Self.rules(resendAfter: 100),
            record: Self.record(["01"], uploaded: "01", at: Self.now - age))
        #expect(apply(.tokenGiven(Self.first)).isEmpty == isUploaded)
        #expect(delivery.isUploaded == isUploaded)
    }

    @Test("eight tokens are kept at most") mutating func bounded() {
        for byte in UInt8(1)...20 { _ = apply(.tokenGiven(VoIPToken(Data([byte])))) }
        var saved = VoIPTokenRecord()
        for number in 1...40 {
            _ = apply(.tokenGiven(VoIPToken(Data([UInt8(20 + number)]))))
            for case .save(let record) in apply(.ended(number, succeeded: false)) {
                saved = record
            }
        }
        #expect(saved.tokens.count == 8)
        #expect(saved.tokens.last == VoIPToken(Data([60])).hex)
    }

    @Test("a token's digits are lower case, two for each byte, and read back") func digits() {
        let token = VoIPToken(Data([0x00, 0x0A, 0xFF, 0x10]))
        #expect(token.hex == "000aff10")
        #expect(VoIPToken(hex: "000AFF10") == token)
        for text in ["", "0", "0g", "000", "<00>", "０0"] { #expect(VoIPToken(hex: text) == nil) }
        #expect("\(VoIPToken(Data(repeating: 7, count: 32)))" == "07070707…")
    }
}
