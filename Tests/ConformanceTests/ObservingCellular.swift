// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Dispatch
import Foundation
import Testing

/// What an observer with a queue of its own is told: outgoing, on hold, connected, ended.
///
/// Nine situations that developers watch for, with calls of the cellular network alone, and with an
/// app's call and one of the network. A call that ends was connected before, or not, and its last
/// flags say so; the other side's end is no different from one's own.
@Suite("Observing calls of the cellular network: B106–B110") struct ObservingCellular {
    @Test(
        "B107, B108: nine situations of cellular calls, one change each",
        arguments: Link.allCases)
    func b107Cellular(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let watcher = try await watch(phone)

        // Dialled, and refused.
        let refused = phone.world.dialCellular("10010")
        watcher.name(refused, "r")
        try await phone.settle()
        #expect(watcher.take() == ["r 1000"])
        phone.world.cellularHangsUp(refused)
        try await phone.settle()
        #expect(watcher.take() == ["r 1001"])

        // Dialled, connected, hung up.
        let short = phone.world.dialCellular("10010")
        watcher.name(short, "s")
        try await phone.settle()
        #expect(watcher.take() == ["s 1000"])
        phone.world.cellularAnswers(short)
        try await phone.settle()
        #expect(watcher.take() == ["s 1010"])
        phone.user.end(short)
        try await phone.settle()
        #expect(watcher.take() == ["s 1011"])

        // A new call comes in during another: accepted, the first is held.
        let first = phone.world.dialCellular("10010")
        watcher.name(first, "a")
        try await phone.settle()
        phone.world.cellularAnswers(first)
        try await phone.settle()
        #expect(watcher.take() == ["a 1000", "a 1010"])
        let second = phone.world.incomingCellularCall(from: "10086")
        watcher.name(second, "b")
        try await phone.settle()
        #expect(watcher.take() == ["b 0000"])
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(watcher.take() == ["a 1110", "b 0010"])

        // The other one is hung up; the first stays, is heard again, and later ends.
        phone.user.end(second)
        try await phone.settle()
        #expect(watcher.take() == ["b 0011", "a 1010"])
        phone.user.end(first)
        try await phone.settle()
        #expect(watcher.take() == ["a 1011"])

        // The other side hangs up.
        let incoming = phone.world.incomingCellularCall(from: "10086")
        watcher.name(incoming, "c")
        phone.user.answer()
        try await phone.settle()
        #expect(watcher.take() == ["c 0000", "c 0010"])
        phone.world.cellularHangsUp(incoming)
        try await phone.settle()
        #expect(watcher.take() == ["c 0011"])
        #expect(watcher.observer.calls.isEmpty)
    }

    @Test(
        "B106, B107: the same with an app's call that is held for a cellular one",
        arguments: Link.allCases)
    func b107AppAndCellular(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let watcher = try await watch(phone)
        let app = try await phone.run { WitnessApp() }
        watcher.name(app.uuid("a"), "a")
        app.start("a")
        try await phone.settle()
        app.provider.reportCall(with: app.uuid("a"), updated: WitnessApp.update())
        app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
        try await phone.settle()
        #expect(watcher.take() == ["a 1000", "a 1010"])
        let cellular = phone.world.incomingCellularCall(from: "10086")
        watcher.name(cellular, "b")
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(watcher.take() == ["b 0000", "a 1110", "b 0010"])
        // Ended by its other side, nothing resumes (B71): the first stays, held, and ends so.
        phone.world.cellularHangsUp(cellular)
        try await phone.settle()
        #expect(watcher.take() == ["b 0011"])
        #expect(watcher.observer.calls.map(\.isOnHold) == [true])
        phone.user.end()
        try await phone.settle()
        #expect(watcher.take() == ["a 1111"])
    }

    @Test(
        "B107: a cellular call that is missed or declined ends without having connected",
        arguments: Link.allCases)
    func b107CellularMissed(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let watcher = try await watch(phone)
        for isDeclined in [true, false] {
            let call = phone.world.incomingCellularCall()
            watcher.name(call, "a")
            try await phone.settle()
            if isDeclined {
                phone.user.decline()
            } else {
                phone.world.cellularHangsUp(call)
            }
            try await phone.settle()
            #expect(watcher.take() == ["a 0000", "a 0001"])
        }
    }

    @Test(
        "B110: on a time-out the observer is told between timedOutPerforming and the End",
        arguments: Link.allCases)
    func b110(link: Link) async throws {
        var rules = SystemRules()
        rules.answerTimeout = .seconds(30)
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        app.decide = { _ in .waits }
        app.report("a")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .seconds(30))
        #expect(
            app.take()
                == ["timedOut CXAnswerCallAction", "a 0000", "execute 1", "perform End a"])
        // The End is open as well: the call ends with it.
        try await phone.advance(by: .seconds(5))
        #expect(app.take() == ["timedOut CXEndCallAction", "a 0001"])
    }

    private func watch(_ phone: SimulatedPhone) async throws -> WitnessApp {
        let queue = DispatchQueue(label: "watcher")
        let watcher = try await phone.run("com.example.watcher") { WitnessApp(queue: queue) }
        _ = watcher.take()
        return watcher
    }
}
