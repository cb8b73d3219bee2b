// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Foundation
import PhoneCore
import PhoneHost
import PhoneLink

extension SimulatedPhone {
    /// Does what a person does; what follows has happened after settling.
    ///
    /// - Parameters:
    ///   - action: What they do.
    ///   - name: The method by which the test did it, for the words about a refusal.
    /// - Returns: What came of it.
    @discardableResult
    package func perform(_ action: UserAction, _ name: String = #function) -> UserOutcome {
        switch withStage({ $0.act(action) }) {
        case .done:
            return .done
        case .failed(let words):
            noteRefusal(of: name, words)
            return .refused(words)
        }
    }

    /// Does what a person does with an app; with one of another phone the test fails.
    func perform(
        _ action: UserAction,
        with app: SimulatedApp,
        _ name: String = #function
    ) -> UserOutcome {
        isOwn(app) ? perform(action, name) : refuse("that app is on another phone", name)
    }

    func refuse(_ words: String, _ name: String = #function) -> UserOutcome {
        withStage { $0.note(.user, .userActed, "refused: \(words)") }
        noteRefusal(of: name, words)
        return .refused(words)
    }

    /// A test that drops the outcome would fail later, far from the reason.
    private func noteRefusal(of name: String, _ words: String) {
        let method = name.prefix { $0 != "(" }
        shared.withLock {
            $0.failures.remark("\(self.name) did not offer user.\(method): \(words)")
        }
    }

    func ringing(_ call: UUID?) -> CallID? {
        withStage { $0.host.calls }
            .first { $0.state == .ringing && (call == nil || UUID($0.id) == call) }?.id
    }
}
