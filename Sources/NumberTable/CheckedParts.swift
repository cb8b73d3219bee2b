// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Synchronization
#endif

/// Which parts of a table were found good since it was opened: 32 bits for each of so many units.
///
/// A part is checked when it is first touched, by any thread; two that check it at once do the same
/// work twice. Where `Synchronization` is too new to be asked of an app (Apple's systems), nothing
/// is remembered, and each touch checks.
struct CheckedParts {
    #if canImport(Darwin)
    init(count: Int) {}
    func deallocate() {}
    @inline(__always)
    func bits(_ unit: Int) -> UInt32 { 0 }
    func mark(_ unit: Int, _ bits: UInt32) {}
    #else
    private let words: UnsafeMutablePointer<Atomic<UInt32>>

    init(count: Int) {
        words = .allocate(capacity: max(1, count))
        for unit in 0..<count { (words + unit).initialize(to: Atomic(0)) }
    }

    func deallocate() { words.deallocate() }

    /// The parts of that unit that are good.
    @inline(__always)
    func bits(_ unit: Int) -> UInt32 { words[unit].load(ordering: .relaxed) }

    /// Notes that these parts of the unit are good.
    ///
    /// Relaxed is enough: the bytes that were checked never change.
    func mark(_ unit: Int, _ bits: UInt32) {
        words[unit].bitwiseOr(bits, ordering: .relaxed)
    }
    #endif
}
