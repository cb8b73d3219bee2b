// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("CallMonitorCore: flags in, changes out") struct CallMonitorCoreTests {
    private static let one = UUID(uuidString: "00000000-0000-0000-0000-000000000001")
    private static let two = UUID(uuidString: "00000000-0000-0000-0000-000000000002")

    private func call(_ flags: String, _ id: UUID? = Self.one) throws -> ObservedCall {
        let bits = flags.map { $0 == "1" }
        return ObservedCall(
            id: try #require(id), isOutgoing: bits[0], isOnHold: bits[1], hasConnected: bits[2],
            hasEnded: bits[3])
    }

    private static let table: [(String, ObservedCall.State)] = [
        ("0000", .ringing), ("0100", .ringing), ("0010", .connected), ("0110", .held),
        ("1000", .dialling), ("1100", .dialling), ("1010", .connected), ("1110", .held),
        ("0001", .ended(wasAnswered: false)), ("0101", .ended(wasAnswered: false)),
        ("0011", .ended(wasAnswered: true)), ("0111", .ended(wasAnswered: true)),
        ("1001", .ended(wasAnswered: false)), ("1101", .ended(wasAnswered: false)),
        ("1011", .ended(wasAnswered: true)), ("1111", .ended(wasAnswered: true)),
    ]

    @Test("each row of flags is one state", arguments: table)
    func row(flags: String, state: ObservedCall.State) throws {
        #expect(try call(flags).state == state)
    }

    @Test("the table has every row") func complete() {
        #expect(Set(Self.table.map(\.0)).count == 16)
    }

    @Test("a repeated event is no news, a second end neither") func duplicates() throws {
        var core = CallMonitorCore()
        #expect(core.see(try call("0000"))?.state == .ringing)
        #expect(core.see(try call("0000")) == nil)
        #expect(core.see(try call("0001"))?.state == .ended(wasAnswered: false))
        #expect(core.see(try call("0001")) == nil)
        #expect(core.calls.isEmpty)
    }

    @Test("an end that forgets the connection was answered all the same") func remembers() throws {
        var core = CallMonitorCore()
        _ = core.see(try call("1000"))
        _ = core.see(try call("1010"))
        #expect(core.see(try call("1001"))?.state == .ended(wasAnswered: true))
    }

    @Test("the end of a call that was never seen is told once") func unseen() throws {
        var core = CallMonitorCore()
        #expect(core.see(try call("0001"))?.state == .ended(wasAnswered: false))
        #expect(core.see(try call("0001")) == nil)
    }

    @Test("an identifier may live again (B61)") func again() throws {
        var core = CallMonitorCore()
        _ = core.see(try call("0010"))
        _ = core.see(try call("0011"))
        #expect(core.see(try call("0000"))?.state == .ringing)
        #expect(core.see(try call("0001"))?.state == .ended(wasAnswered: false))
    }

    @Test("what the system has no more is over, with what was known of it") func vanished() throws {
        var core = CallMonitorCore()
        _ = core.see(try call("1010", Self.one))
        _ = core.see(try call("0000", Self.two))
        let changes = core.compare(with: [try call("0000", Self.two)], except: [])
        #expect(changes.map(\.state) == [.ended(wasAnswered: true)])
        #expect(changes.map(\.id) == [Self.one])
        #expect(core.calls.map(\.id) == [Self.two])
    }

    @Test("what was missed is made good") func missed() throws {
        var core = CallMonitorCore()
        _ = core.see(try call("1000", Self.one))
        let changes = core.compare(
            with: [try call("1010", Self.one), try call("0000", Self.two)], except: [])
        #expect(changes.map(\.state) == [.connected, .ringing])
    }

    @Test("an older picture does not undo what was told since") func older() throws {
        var core = CallMonitorCore()
        let before = [try call("1010", Self.one)]
        _ = core.see(try call("1010", Self.one))
        // Since the picture was taken one was held, and two began.
        _ = core.see(try call("1110", Self.one))
        _ = core.see(try call("0000", Self.two))
        let news = Set([Self.one, Self.two].compactMap { $0 })
        #expect(core.compare(with: before, except: news).isEmpty)
        #expect(core.calls.map(\.state) == [.held, .ringing])
        // Nor does it bring back what has ended.
        _ = core.see(try call("1011", Self.one))
        #expect(core.compare(with: before + [try call("0000", Self.two)], except: []).isEmpty)
        #expect(core.calls.map(\.id) == [Self.two])
    }

    @Test("only the last ends are kept") func bound() throws {
        var core = CallMonitorCore()
        let first = try call("0001")
        _ = core.see(first)
        for _ in 0..<CallMonitorCore.endedCountMax {
            _ = core.see(ObservedCall(id: UUID(), isOutgoing: true, hasEnded: true))
        }
        #expect(core.see(first) != nil)
    }
}
