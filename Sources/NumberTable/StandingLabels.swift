// SPDX-License-Identifier: Apache-2.0

/// Says which labels stand in a stack, for questions about one number after the other.
///
/// A number may have a million labels, each of which would be compared with each; those of the
/// number that was asked for last are therefore kept, if they are more than a few.
struct StandingLabels {
    private static let few = 16

    let stack: NumberTableStack
    private var number: Int64 = 0
    private var count = 0
    private var labels: Set<[UInt8]>?

    init(_ stack: NumberTableStack) { self.stack = stack }

    /// Whether that label stands for the number.
    mutating func has(
        _ label: UnsafeBufferPointer<UInt8>, of number: Int64
    ) throws(NumberTableError) -> Bool {
        if number != self.number {
            count = try stack.labelCount(of: number)
            labels = count > Self.few ? Set(try stack.labelBytes(of: number)) : nil
            self.number = number
        }
        if let labels { return labels.contains(Array(label)) }
        return try count > 0 ? stack.hasLabel(label, of: number) : false
    }

    /// Whether that entry stands.
    mutating func has(_ entry: IdentificationEntry) throws(NumberTableError) -> Bool {
        let result: Result<Bool, NumberTableError> = entry.withLabel { label in
            do throws(NumberTableError) {
                return .success(try has(label, of: entry.number))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
