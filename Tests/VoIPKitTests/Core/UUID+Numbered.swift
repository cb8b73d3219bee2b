// SPDX-License-Identifier: Apache-2.0
import Foundation

extension UUID {
    /// One of a test's own, by its number.
    static func numbered(_ number: Int) -> UUID {
        let b = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        return UUID(
            uuid: (0xCA, 0x11, 0, 0, 0, 0, 0x40, 0, 0x80, b[1], b[2], b[3], b[4], b[5], b[6], b[7])
        )
    }
}
