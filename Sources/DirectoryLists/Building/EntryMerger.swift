// SPDX-License-Identifier: Apache-2.0

/// Lets the first of several entries of a number through.
///
/// An entry that is there already is dropped. Of different labels for a number the first is kept:
/// of the list that is named first, there of the earlier line; or all are, in that order.
final class EntryMerger {
    /// What becomes of an entry.
    enum Fate: Equatable {
        case kept
        case dropped(RejectReason)
    }

    private let keepsLabels: Bool
    private var key: UInt64?
    /// The labels of the current number: the first ones side by side, many in a set.
    private var labels: [[UInt8]] = []
    private var labelSet: Set<[UInt8]> = []
    private static let fewLabels = 8

    init(keepsLabels: Bool) { self.keepsLabels = keepsLabels }

    /// Entries come in order.
    func take(_ entry: SortedEntry) -> Fate {
        guard entry.key == key else {
            key = entry.key
            if labels.count == 1 {
                labels[0].removeAll(keepingCapacity: true)
                labels[0].append(contentsOf: entry.label)
            } else {
                labels = [Array(entry.label)]
            }
            labelSet.removeAll()
            return .kept
        }
        if EntryRecord.kind(of: entry.key) == .blocking || isKnown(entry.label) {
            return .dropped(.sameEntry)
        }
        guard keepsLabels else { return .dropped(.otherLabel) }
        labels.append(Array(entry.label))
        if labels.count == Self.fewLabels { labelSet = Set(labels) }
        if labels.count > Self.fewLabels { labelSet.insert(Array(entry.label)) }
        return .kept
    }

    private func isKnown(_ label: ListBytes) -> Bool {
        if labelSet.isEmpty {
            return labels.contains { known in
                known.withUnsafeBufferPointer { LabelPool.areEqual($0, label) }
            }
        }
        return labelSet.contains(Array(label))
    }
}
