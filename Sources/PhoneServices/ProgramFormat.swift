// SPDX-License-Identifier: Apache-2.0
import OCKStorage

/// Which system and processor a program is for, by its first bytes.
enum ProgramFormat {
    /// `e_ident` and `e_machine` of elf(5).
    private static let headCount = 20

    /// Where the program runs if not here, in words; nil of one that runs here, and of a file that
    /// is no program known.
    static func foreign(_ path: String) -> String? {
        let own = Files.beginning(of: "/proc/self/exe", byteCount: headCount)
        return foreign(Files.beginning(of: path, byteCount: headCount), own: own)
    }

    static func foreign(_ head: [UInt8], own: [UInt8]) -> String? {
        switch head.prefix(4) {
        case [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]:
            return "Apple's systems"
        case [0x7F, 0x45, 0x4C, 0x46]: break
        default: return nil
        }
        guard head.count == headCount, own.count == headCount else { return nil }
        // The class and the order of bytes, and the machine.
        let isSame = head[4..<6] == own[4..<6] && head[18...] == own[18...]
        return isSame ? nil : "another processor"
    }
}
