// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The bars of a page that show how long each call lives, and when it rings, talks or is held.
struct CallTracks {
    /// So many bars fit beside each other; a call that finds no room has none.
    static let limit = 6

    enum State: String {
        case waiting
        case talking
        case held
    }

    /// A call's bar in one row.
    struct Bar: Hashable {
        var call: Int
        var track: Int
        var state: State
        var isFirst = false
        var isLast = false
    }

    /// How many tracks are in use at once, at most.
    private(set) var count = 0
    private var bars: [Bar?] = Array(repeating: nil, count: Self.limit)
    private var isOver: [Bool]
    /// It rang or was dialled, and no end of it has come: its bar goes on to the last row.
    private var isAlive: [Bool]
    private let lasts: [Int]
    private let numbers: [Int?]

    /// - Parameters:
    ///   - calls: How many there are.
    ///   - numbers: The call of each row, from 1.
    init(calls: Int, numbers: [Int?]) {
        var lasts = Array(repeating: 0, count: calls + 1)
        for (row, number) in numbers.enumerated() {
            if let number { lasts[number] = row }
        }
        self.lasts = lasts
        isOver = lasts.map { _ in false }
        isAlive = isOver
        self.numbers = numbers
    }

    /// The bars of the next row, from the left; rows are taken from the first to the last.
    mutating func row(_ row: Int, _ step: TimelineStep) -> [Bar] {
        for track in bars.indices {
            bars[track]?.isFirst = false
            if bars[track]?.isLast == true { bars[track] = nil }
        }
        if let call = numbers[row], !isOver[call] { change(call, row, step) }
        return between
    }

    /// The bars between the row that came last and the next one.
    var between: [Bar] { bars.compactMap(\.self) }

    private mutating func change(_ call: Int, _ row: Int, _ step: TimelineStep) {
        let own = bars.firstIndex { $0?.call == call }
        // What was only spoken of never was a call.
        let isMention = [.ruleBroken, .transactionRefused, .userActed].contains(step)
        guard own != nil || !isMention else { return }
        guard let track = own ?? bars.firstIndex(where: { $0 == nil }) else { return }
        var bar = bars[track] ?? Bar(call: call, track: track, state: .waiting, isFirst: true)
        switch step {
        case .callConnected, .callResumed: bar.state = .talking
        case .callHeld: bar.state = .held
        default: break
        }
        if step == .callRinging || step == .callStarted { isAlive[call] = true }
        // What still comes of a call that is over lengthens no bar.
        isOver[call] = step == .callEnded || step == .callRefused
        bar.isLast = isOver[call] || (lasts[call] == row && !isAlive[call])
        bars[track] = bar
        count = max(count, track + 1)
    }
}
