// SPDX-License-Identifier: Apache-2.0

/// Which of too many things are shown: those that matter first, then the beginning and the end.
enum Excerpt {
    enum Piece: Hashable {
        /// The position of a thing that is shown.
        case shown(Int)
        /// So many in a row are not.
        case leftOut(Int)
    }

    /// - Parameters:
    ///   - costs: What showing each thing takes.
    ///   - gapCost: What saying that some are left out takes.
    ///   - budget: What all may take.
    ///   - matters: Whether a thing is to be shown before others; such things may take half of all.
    /// - Returns: Every thing once, in order.
    static func pieces(
        costs: [Int],
        gapCost: Int,
        budget: Int,
        matters: (Int) -> Bool
    ) -> [Piece] {
        guard costs.reduce(0, +) > budget else { return costs.indices.map(Piece.shown) }
        var isShown = costs.map { _ in false }
        var left = budget - gapCost
        for index in costs.indices where matters(index) {
            // One more gap for each, since it may stand alone.
            let cost = costs[index] + gapCost
            guard left - cost >= budget / 2 else { break }
            isShown[index] = true
            left -= cost
        }
        let half = left / 2
        show(costs.indices, down: half, costs, &left, &isShown)
        show(costs.indices.reversed(), down: 0, costs, &left, &isShown)
        return pieces(isShown)
    }

    private static func show(
        _ indices: some Sequence<Int>,
        down floor: Int,
        _ costs: [Int],
        _ left: inout Int,
        _ isShown: inout [Bool]
    ) {
        for index in indices where !isShown[index] {
            guard left - costs[index] >= floor else { return }
            isShown[index] = true
            left -= costs[index]
        }
    }

    private static func pieces(_ isShown: [Bool]) -> [Piece] {
        var pieces: [Piece] = []
        var missing = 0
        for (index, isShown) in isShown.enumerated() {
            guard isShown else {
                missing += 1
                continue
            }
            if missing > 0 { pieces.append(.leftOut(missing)) }
            missing = 0
            pieces.append(.shown(index))
        }
        if missing > 0 { pieces.append(.leftOut(missing)) }
        return pieces
    }
}
