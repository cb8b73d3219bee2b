// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation

/// What tells the devices of one vendor's apps apart.
enum VendorIdentifier {
    /// The same for the apps of one vendor on one machine, whose own identifier it does not give
    /// away: 64 bits of both stand for it.
    static func make(bundle: String, machine: String = machine()) -> UUID {
        let parts = bundle.split(separator: ".")
        let vendor = parts.count > 1 ? parts.dropLast().joined(separator: ".") : bundle
        var seed: UInt64 = 0
        for byte in "\(machine) \(vendor)".utf8 {
            var mix = SplitMix64(seed: seed ^ UInt64(byte))
            seed = mix.next()
        }
        var random = SplitMix64(seed: seed)
        // The bits that RFC 9562 §5.8 sets in an identifier made in a way of one's own.
        let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { [UInt8]($0) }
        return NSUUID(uuidBytes: bytes) as UUID
    }

    /// What systemd keeps of the machine; its name where there is none.
    private static func machine() -> String {
        let handle = FileHandle(forReadingAtPath: "/etc/machine-id")
        let data = try? handle?.read(upToCount: 64)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ProcessInfo.processInfo.hostName
    }
}
