// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

extension FaultForm {
    /// Looks for parts that are missing, wrong, or of no use with the action.
    ///
    /// - Throws: Words that name the part and the rule.
    package func check() throws(FaultFormError) {
        try checkReason()
        if let seconds {
            guard action.needsSeconds else {
                throw FaultFormError(words: "'\(action.rawValue)' takes no time")
            }
            guard seconds > 0, seconds <= 86_400 else {
                throw FaultFormError(words: "a time is more than nothing, and at most a day")
            }
        } else if action.needsSeconds {
            throw FaultFormError(words: "'\(action.rawValue)' needs a time, such as 5s")
        }
        if let token, token.isEmpty || Bytes(hexadecimal: token) == nil {
            throw FaultFormError(
                words: "a token is given by an even number of hexadecimal digits, not '\(token)'")
        }
        if let topic, !(1...255).contains(topic.utf8.count) {
            throw FaultFormError(words: "a topic has 1 to 255 bytes")
        }
        if (every ?? 1) < 1 || (times ?? 1) < 1 {
            throw FaultFormError(words: "'every' and 'times' are at least 1")
        }
        let isForSome = token != nil || topic != nil || every != nil || times != nil
        if !action.waitsForPush, isForSome {
            throw FaultFormError(words: "'\(action.rawValue)' happens at once and to everyone")
        }
    }

    private func checkReason() throws(FaultFormError) {
        guard let reason else {
            guard action != .answer else {
                throw FaultFormError(words: "'answer' needs a reason, such as Unregistered")
            }
            return
        }
        guard action.takesReason else {
            throw FaultFormError(words: "'\(action.rawValue)' takes no reason")
        }
        guard APNsReason(rawValue: reason) == nil else { return }
        let near = APNsReason.allCases.map(\.rawValue).first {
            $0.lowercased() == reason.lowercased()
        }
        let hint = near.map { " (did you mean '\($0)'?)" } ?? ""
        throw FaultFormError(
            words: "there is no reason '\(reason)'\(hint); 'opencallkit push reasons' lists them")
    }

    /// The fault in one line, as lists show it.
    package var summary: String {
        var words = [action.rawValue]
        if let reason { words.append(reason) }
        if let seconds { words.append(Self.text(seconds)) }
        if connections == true { words.append("each new connection") }
        if let token { words.append("token \(token.prefix(8))") }
        if let topic { words.append("topic \(topic)") }
        if let every { words.append("one in \(every)") }
        switch times {
        case nil: break
        case 0?: words.append("no more")
        case 1?: words.append("once")
        case let times?: words.append("\(times) times")
        }
        return words.joined(separator: ", ")
    }

    private static func text(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
