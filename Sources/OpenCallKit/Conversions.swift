// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation

extension UUID {
    init<Kind>(_ identifier: Identifier<Kind>) {
        func byte(_ word: UInt64, _ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
        }
        let (a, b) = (identifier.high, identifier.low)
        self.init(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3),
                byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
                byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3),
                byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            )
        )
    }

    /// The same 16 bytes as an identifier of the kind that the context asks for.
    func identifier<Kind>() -> Identifier<Kind> {
        withUnsafeBytes(of: uuid) { bytes in
            func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
                bytes.reduce(0) { $0 << 8 | UInt64($1) }
            }
            return Identifier(high: word(bytes[..<8]), low: word(bytes[8...]))
        }
    }
}

extension Date {
    init(_ time: WallTime) {
        self.init(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }

    /// Rounded to the millisecond; a date that is out of all reason goes to the end of the range.
    var wallTime: WallTime {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return WallTime(
            milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }
}
