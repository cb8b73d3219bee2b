// SPDX-License-Identifier: Apache-2.0
import Foundation
import VoIPKit

/// Carries out what a person or a script wants of the calls.
@MainActor struct CallCommands {
    let manager: CallManager

    /// - Throws: ``ConsoleError`` where no call is there for it, or a `CallError`.
    func perform(_ command: ConsoleCommand) async throws {
        switch command {
        case .dial(let text): try await manager.start(.dialled(text))
        case .answer: try await manager.answer(call("rings", .ringing).id)
        case .end:
            try await manager.end(call("is there", .ringing, .connecting, .active, .held).id)
        case .hold:
            let call = try call("can be held", .active, .held)
            try await manager.setHeld(call.state == .active, of: call.id)
        case .mute:
            let call = try call("can be muted", .active, .connecting, .held)
            try await manager.setMuted(!call.isMuted, of: call.id)
        case .keys(let digits):
            let call = try call("hears digits", .active)
            try await manager.play(dtmf: digits, in: call.id)
        case .swap:
            let (heard, held) = (try call("goes on", .active), try call("is on hold", .held))
            try await manager.setHeld(true, of: heard.id)
            try await manager.setHeld(false, of: held.id)
        case .quit: await manager.endAll()
        }
    }

    /// The oldest call of the first state of which there is one.
    private func call(_ words: String, _ states: Call.State...) throws(ConsoleError) -> Call {
        for state in states {
            // A call that rings at the other side waits for nobody here.
            if let call = manager.calls.first(where: { $0.state == state }) { return call }
        }
        throw ConsoleError("no call \(words)")
    }
}

extension CallHandle {
    /// What somebody has typed: a number is what Contacts, the block list and call directories
    /// know.
    static func dialled(_ text: String) -> Self {
        let digits = text.filter { !" -()".contains($0) }
        let isNumber = digits.drop { $0 == "+" }.allSatisfy { $0.isASCII && $0.isNumber }
        return isNumber && digits.contains { $0.isNumber }
            ? Self(.phoneNumber, text) : Self(.generic, text)
    }
}
