// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking
import OCKStorage

extension GatewayIssuer {
    /// The team of what is issued where none is named.
    package static let defaultTeam = "OPENCALLKT"

    /// A key for provider tokens.
    package struct IssuedKey: Sendable, Hashable {
        package var record: ProviderKeyRecord
        /// The private half, `AuthKey_….p8` as Apple names it.
        ///
        /// Mode 0600. It is kept nowhere else.
        package var file: String
        /// The authority's certificate: curl's `--cacert`.
        package var authority: String
    }

    /// Issues a key; a gateway that runs takes it up when it is asked to reload.
    ///
    /// - Parameters:
    ///   - team: 10 capital letters and digits.
    ///   - topics: Nil for all of the team.
    ///   - environments: `production`, `development`, or both.
    ///   - outputFolder: Made with mode 0700 if it is missing.
    ///   - paths: Whose keys.
    ///   - now: In seconds since 1970.
    /// - Returns: The key's identifiers and its file.
    /// - Throws: ``GatewayError`` for a team or topic that is none, or a file that cannot be
    ///   written.
    package static func issueKey(
        team: String = defaultTeam,
        topics: [String]? = nil,
        environments: [String] = ["production", "development"],
        outputFolder: String,
        paths: GatewayPaths,
        at now: Int64 = EventLoop.wallClockMilliseconds() / 1000
    ) throws(GatewayError) -> IssuedKey {
        guard ProviderKeyIdentifier.isRight(team) else {
            throw .refused("a team identifier has 10 capital letters and digits, not '\(team)'")
        }
        try check(topics)
        // The authority is made here if need be, since what is issued names its certificate.
        _ = try GatewayCertificates.authority(paths, at: now)
        let folder = KeyFolder(paths)
        guard try folder.load().count < KeyFolder.keyCountMax else {
            throw .refused(
                "\(KeyFolder.keyCountMax) keys are the most; remove files of \(folder.path)")
        }
        let (pem, publicPEM) = try naming(nil) { () throws(CredentialsError) in
            let key = try PrivateKey.generate(.p256)
            return (try key.p8(), try PublicKey(of: key).pem())
        }
        let record = ProviderKeyRecord(
            id: ProviderKeyIdentifier.make(),
            team: team,
            environments: environments,
            topics: topics,
            isRevoked: false,
            issued: now,
            publicKey: publicPEM
        )
        let file = "\(outputFolder)/AuthKey_\(record.id).p8"
        try naming { () throws(FileError) in
            try makeOutputFolder(outputFolder)
            try Files.writeWhole(Array(pem.utf8), to: file)
        }
        try folder.save(record)
        return IssuedKey(record: record, file: file, authority: paths.authorityCertificate)
    }

    private static func check(_ topics: [String]?) throws(GatewayError) {
        guard let topics else { return }
        guard (1...KeyFolder.topicCountMax).contains(topics.count) else {
            throw .refused("a key has 1 to \(KeyFolder.topicCountMax) topics, or all of its team")
        }
        for topic in topics {
            let isTopic = topic.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            guard isTopic, (1...255).contains(topic.utf8.count) else {
                throw .refused(
                    "a topic is a bundle identifier, perhaps with .voip after it, not '\(topic)'")
            }
        }
    }

    /// The keys of a state folder, also revoked ones, in order of their identifiers.
    package static func keys(_ paths: GatewayPaths) throws(GatewayError) -> [ProviderKeyRecord] {
        try KeyFolder(paths).load()
    }

    /// A folder that is there is the user's, and keeps its mode.
    static func makeOutputFolder(_ path: String) throws(FileError) {
        if FileIdentity(path: path) == nil { try Files.makePrivateFolder(path) }
    }
}
