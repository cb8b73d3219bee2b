// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKTimeline

/// What the person of the demo does, told by what has happened: a value, so that a test can drive
/// it.
struct DemoScript: Hashable, Sendable {
    /// What is to be done next.
    enum Action: Hashable, Sendable {
        case answer
        case hangUp
    }

    private(set) var order = StepOrder()
    private var hasAnswered = false
    private var hasHungUp = false

    /// Takes what happened since the push was posted, and says what the person does about it.
    mutating func take(_ entry: TimelineEntry) -> Action? {
        order.add(entry)
        if order.has(.callRinging), !hasAnswered {
            hasAnswered = true
            return .answer
        }
        if order.has(.callConnected), order.has(.audioActivated), !hasHungUp {
            hasHungUp = true
            return .hangUp
        }
        return nil
    }
}
