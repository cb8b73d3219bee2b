// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OCKStorage

/// A certificate that is good no more.
struct RevocationRecord: Hashable, Sendable, Codable {
    /// Hexadecimal.
    var serial: String
    /// In seconds since 1970.
    var at: Int64
    /// For people who read the file.
    var subject: String
}

/// The certificates of a state folder that were revoked, in one file.
enum Revocations {
    private static let byteCountMax = 16 << 20

    /// In the order of their revocation; none where there is no such file.
    static func load(_ paths: GatewayPaths) throws(GatewayError) -> [RevocationRecord] {
        guard FileIdentity(path: paths.revoked) != nil else { return [] }
        let bytes = try naming { () throws(FileError) in
            try Files.read(paths.revoked, limit: byteCountMax)
        }
        do {
            return try JSONDecoder().decode([RevocationRecord].self, from: Data(bytes))
        } catch {
            // Made anew it would let in what was refused.
            throw .refused("\(paths.revoked) is damaged: mend it, or issue everything anew")
        }
    }

    static func save(
        _ certificates: [RevocationRecord], _ paths: GatewayPaths
    ) throws(GatewayError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let bytes = try? encoder.encode(certificates) else {
            throw .refused("the revocation cannot be kept")
        }
        try naming { () throws(FileError) in
            try Files.writeWhole(Array(bytes), to: paths.revoked)
        }
    }
}
