// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The app's launch, which the phone watches.
extension AppState {
    /// The app's delegate is about to launch; said once, and anew on a link that was made while it
    /// launches.
    package mutating func beginLaunching(into effects: inout [AppEffect]) {
        guard launch == .none else { return }
        launch = .began
        if isLinked { effects.append(.send(.beganLaunching)) }
    }

    /// `didFinishLaunching` has returned; said once.
    package mutating func finishLaunching(into effects: inout [AppEffect]) {
        guard launch == .began else { return }
        launch = .finished
        if isLinked { effects.append(.send(.finishedLaunching)) }
    }

    /// The app's delegate has heard that the person closes the app.
    package mutating func finishClosing(into effects: inout [AppEffect]) {
        if isLinked { effects.append(.send(.finishedClosing)) }
    }
}
