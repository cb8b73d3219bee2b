// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink

/// A suite that moves one state, step by step.
protocol StateSteps: AnyObject {
    var state: AppState { get set }
}

extension StateSteps {
    /// What the state wants done for what the app does.
    @discardableResult
    func effects(_ body: (inout AppState, inout [AppEffect]) -> Void) -> [AppEffect] {
        var effects: [AppEffect] = []
        body(&state, &effects)
        return effects
    }

    /// What the state wants done for what the phone says.
    @discardableResult
    func apply(_ notice: AppNotice) -> [AppEffect] {
        effects { $0.apply(notice, into: &$1) }
    }
}
