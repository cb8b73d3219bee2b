// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The one-time codes that wait for a phone.
struct ActivationDesk: Sendable {
    private var codes: [[UInt8]: StoredActivation] = [:]
    /// Codes whose use waits for the store.
    private var taken: Set<[UInt8]> = []

    var count: Int { codes.count }

    func code(_ hash: [UInt8]) -> StoredActivation? { codes[hash] }

    mutating func add(_ code: StoredActivation) { codes[code.codeHash] = code }

    /// Takes the code out of everyone else's reach; nil if it is unknown, over, or in use.
    mutating func take(_ hash: [UInt8], at now: WallTime) -> StoredActivation? {
        guard let code = codes[hash], code.expires > now, !taken.contains(hash) else { return nil }
        taken.insert(hash)
        return code
    }

    /// The use failed: the code can be used again.
    mutating func putBack(_ hash: [UInt8]) { taken.remove(hash) }

    mutating func remove(_ hash: [UInt8]) {
        codes[hash] = nil
        taken.remove(hash)
    }
}

/// Compares hashes without telling by the time it takes where they differ.
func areEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(into: 0 as UInt8) { $0 |= $1.0 ^ $1.1 } == 0
}
