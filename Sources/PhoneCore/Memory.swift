// SPDX-License-Identifier: Apache-2.0

/// What came lately: the newest of all that was put in, as far as there is room.
struct Memory<Element: Hashable & Sendable>: Sendable, Equatable {
    let capacity: Int
    /// In the order in which they came.
    private var elements: [Element] = []
    private var set: Set<Element> = []

    init(capacity: Int) { self.capacity = capacity }

    func contains(_ element: Element) -> Bool { set.contains(element) }

    /// Takes it in; false where it was there before.
    ///
    /// A full memory forgets its older half first. In bulk: taking one from the front each time
    /// would move the whole list.
    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        guard set.insert(element).inserted else { return false }
        if elements.count >= capacity {
            for old in elements.prefix(capacity / 2) { set.remove(old) }
            elements.removeFirst(capacity / 2)
        }
        elements.append(element)
        return true
    }

    mutating func remove(_ element: Element) {
        guard set.remove(element) != nil else { return }
        elements.removeAll { $0 == element }
    }

    mutating func removeAll(where isMeant: (Element) -> Bool) {
        elements.removeAll(where: isMeant)
        guard elements.count < set.count else { return }
        set = Set(elements)
    }
}
