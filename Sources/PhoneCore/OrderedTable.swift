// SPDX-License-Identifier: Apache-2.0

/// A table in the order of its keys, whatever the hash seed.
///
/// Look-up by binary search; insertion and removal move what stands behind, which is cheap for the
/// hundreds of rows that a phone has, and at the end, where most rows come in.
struct OrderedTable<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []

    var isEmpty: Bool { keys.isEmpty }
    var count: Int { keys.count }
    var first: (key: Key, value: Value)? {
        guard let key = keys.first, let value = values.first else { return nil }
        return (key, value)
    }

    subscript(key: Key) -> Value? {
        get {
            let index = position(of: key)
            return index < keys.count && keys[index] == key ? values[index] : nil
        }
        set {
            let index = position(of: key)
            let isPresent = index < keys.count && keys[index] == key
            switch (newValue, isPresent) {
            case (let value?, true): values[index] = value
            case (let value?, false):
                keys.insert(key, at: index)
                values.insert(value, at: index)
            case (nil, true):
                keys.remove(at: index)
                values.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Takes a row out; nil where there is none.
    mutating func removeValue(of key: Key) -> Value? {
        let index = position(of: key)
        guard index < keys.count, keys[index] == key else { return nil }
        keys.remove(at: index)
        return values.remove(at: index)
    }

    /// Changes a row in place; does nothing where there is none.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        let index = position(of: key)
        guard index < keys.count, keys[index] == key else { return }
        change(&values[index])
    }

    /// Changes all rows in place, in order.
    mutating func updateAll(_ change: (inout Value) -> Void) {
        for index in values.indices { change(&values[index]) }
    }

    private func position(of key: Key) -> Int {
        // Most rows are added behind the last one.
        guard let last = keys.last, !(last < key) else { return keys.count }
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension OrderedTable: Equatable where Value: Equatable {}
