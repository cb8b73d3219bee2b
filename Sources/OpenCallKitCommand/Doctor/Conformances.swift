// SPDX-License-Identifier: Apache-2.0

/// Which types conform to a protocol, by what the files say of them.
struct Conformances {
    private let inherits: [String: Set<String>]

    init(_ files: [SourceFile]) {
        var inherits: [String: Set<String>] = [:]
        for file in files {
            for type in file.outline.types {
                inherits[type.name, default: []].formUnion(type.inherits)
            }
        }
        self.inherits = inherits
    }

    /// By itself, by a superclass, or by a protocol that asks for it.
    func conforms(_ type: String, to name: String) -> Bool {
        var seen: Set<String> = []
        var waiting = [type]
        while let next = waiting.popLast() {
            guard let above = inherits[next], seen.insert(next).inserted else { continue }
            if above.contains(name) { return true }
            waiting += above
        }
        return false
    }
}
