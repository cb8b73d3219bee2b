// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKStorage
import OCKWire

/// A key with which a provider signs its tokens, as the gateway keeps it: the public half.
package struct ProviderKeyRecord: Hashable, Sendable, Codable {
    /// The `kid` of its tokens, 10 capital letters and digits.
    package var id: String
    /// The `iss` of its tokens, of the same form.
    package var team: String
    /// `production`, `development`, or both.
    package var environments: [String]
    /// Nil for a key that is good for all topics of its team.
    package var topics: [String]?
    package var isRevoked: Bool
    /// When it was made, in seconds since 1970.
    package var issued: Int64
    /// PEM, `PUBLIC KEY`.
    package var publicKey: String
}

/// The keys of a state folder: a file for each, so that no gateway has to run to add one.
struct KeyFolder: Sendable {
    /// Apple allows a team 2 keys an environment, or 200 with topics; a test server has many teams.
    static let keyCountMax = 1_000
    /// A key may have 400 topics (APNs: Establishing a token-based connection).
    static let topicCountMax = 400
    private static let byteCountMax = 256 << 10

    let path: String

    init(_ paths: GatewayPaths) { path = paths.keys }

    /// All keys, in order of their identifiers; none where there is no such folder.
    ///
    /// - Throws: ``GatewayError`` that names a file that is no key's.
    func load() throws(GatewayError) -> [ProviderKeyRecord] {
        guard FileIdentity(path: path) != nil else { return [] }
        let names = try naming { () throws(FileError) in try Files.names(in: path) }
        var records: [ProviderKeyRecord] = []
        for name in names where name.hasSuffix(".json") {
            let file = path + "/" + name
            let record = try read(file)
            guard ProviderKeyIdentifier.isRight(record.id), name == record.id + ".json",
                (try? PublicKey(pem: record.publicKey)) != nil
            else { throw .refused("\(file) is no key of this gateway; move it away") }
            records.append(record)
        }
        return records
    }

    func load(_ id: String) throws(GatewayError) -> ProviderKeyRecord? {
        guard ProviderKeyIdentifier.isRight(id), FileIdentity(path: file(of: id)) != nil else {
            return nil
        }
        return try read(file(of: id))
    }

    /// Adds or replaces one.
    func save(_ record: ProviderKeyRecord) throws(GatewayError) {
        let bytes: [UInt8]
        do {
            bytes = try MessageCoder.encode(record)
        } catch {
            throw .refused("the key cannot be kept: \(error)")
        }
        try naming { () throws(FileError) in
            try Files.makePrivateFolder(path)
            try Files.writeWhole(bytes, to: file(of: record.id))
        }
    }

    private func file(of id: String) -> String { "\(path)/\(id).json" }

    private func read(_ file: String) throws(GatewayError) -> ProviderKeyRecord {
        let bytes = try naming { () throws(FileError) in
            try Files.read(file, limit: Self.byteCountMax)
        }
        do {
            return try MessageCoder.decode(ProviderKeyRecord.self, from: bytes)
        } catch {
            throw .refused("\(file) is no key of this gateway; move it away")
        }
    }
}
