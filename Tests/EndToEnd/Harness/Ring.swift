// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKTimeline

/// One push on its way, with a person who answers and hangs up.
struct Ring {
    private let world: World
    /// Nil where the push was posted before.
    private let curl: Program?
    /// How often each step had happened before.
    private let before: [TimelineStep: Int]
    private var hasAnswered = false
    private var hasHungUp = false
    private var isGatewayGone = false

    /// Posts the push, with the line that people use.
    init(_ world: World) throws {
        self.world = world
        before = Dictionary(
            uniqueKeysWithValues: StepOrder.steps.map { ($0, world.count(of: $0)) }
        )
        curl = try Program(try world.curlWords())
    }

    /// The ring of a push that was posted while the phone was off, to a world that has not rung
    /// yet.
    init(keptIn world: World) {
        self.world = world
        curl = nil
        before = [:]
    }

    func has(_ step: TimelineStep) -> Bool { world.count(of: step) > before[step] ?? 0 }

    /// Does what a person does until the step has happened.
    mutating func go(until step: TimelineStep) throws {
        guard step != .pushPosted else { return }
        while !has(step) {
            try world.wait(for: step.rawValue, with: curl.map { [$0] } ?? []) {
                has(step) || nextAction != nil || (curl?.hasFailed == true && !isGatewayGone)
            }
            if let curl, curl.hasFailed, !isGatewayGone {
                throw Failure("curl: \(curl.errors.suffix(5)) \(curl.output)")
            }
            if !has(step) { try act() }
        }
    }

    /// The gateway was killed: curl's answer may have been on its way.
    mutating func gatewayIsGone() { isGatewayGone = true }

    /// Does what is left, and takes curl's answer.
    mutating func finish() throws -> Int32 {
        try go(until: .recentsRecorded)
        return try answerOfCurl()
    }

    func answerOfCurl() throws -> Int32 { try curl?.end() ?? 0 }

    /// The steps of this push alone, checked.
    var violations: [StepViolation] {
        var order = StepOrder()
        var left = before
        for entry in world.entries {
            if let count = left[entry.step], count > 0 {
                left[entry.step] = count - 1
            } else {
                order.add(entry)
            }
        }
        // The test itself has posted it.
        return order.violations.filter { $0 != .missing(.pushPosted) }
    }

    private enum Action { case answer, hangUp }

    private var nextAction: Action? {
        if has(.callRinging), !hasAnswered { return .answer }
        if has(.callConnected), has(.audioActivated), !hasHungUp { return .hangUp }
        return nil
    }

    private mutating func act() throws {
        switch nextAction {
        case .answer:
            hasAnswered = true
            _ = try world.command("call", "answer")
        case .hangUp:
            hasHungUp = true
            _ = try world.command("call", "end")
        case nil: return
        }
    }
}
