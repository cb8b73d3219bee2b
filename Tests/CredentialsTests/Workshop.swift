// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Foundation
import Testing

/// What the tests of this room share: one authority, one push certificate of each kind, made once,
/// since RSA keys take their time.
enum Workshop {
    /// 2026-05-28, the present of these tests.
    static let now: Int64 = 1_780_000_000
    static let bundle = "com.example.hotline"

    static let authority = Result {
        try CertificateAuthority.create(commonName: "Test Authority", at: now)
    }
    private static let voip = Result {
        try authority.get().issuePushCertificate(bundleIdentifier: bundle, kind: .voip, at: now)
    }
    private static let universal = Result {
        try authority.get().issuePushCertificate(
            bundleIdentifier: bundle,
            kind: .universal,
            at: now
        )
    }
    private static let development = Result {
        try authority.get().issuePushCertificate(
            bundleIdentifier: bundle,
            kind: .development,
            at: now
        )
    }
    private static let production = Result {
        try authority.get().issuePushCertificate(
            bundleIdentifier: bundle,
            kind: .production,
            at: now
        )
    }

    static func push(_ kind: PushCertificateKind) throws -> Identity {
        switch kind {
        case .voip: try voip.get()
        case .universal: try universal.get()
        case .development: try development.get()
        case .production: try production.get()
        }
    }

    /// Runs `body` with a new folder that is removed afterwards.
    static func withFolder<Result>(_ body: (Folder) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("credentials-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(Folder(url: url))
    }
}

/// A folder in which the `openssl` tool runs.
struct Folder {
    let url: URL

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: url.appendingPathComponent(name))
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: url.appendingPathComponent(name)))
    }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Runs `openssl` and returns its exit code and all that it printed.
    @discardableResult
    func openssl(_ arguments: String...) throws -> (code: Int32, output: String) {
        try openssl(arguments)
    }

    /// Runs `openssl` likewise.
    func openssl(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = url
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
