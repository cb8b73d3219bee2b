// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CallModel
import Glibc
import OCKWire
import OCKStorage

/// What proves this phone to a push service.
struct DeviceCredential: Codable, Equatable, Sendable {
    var device: String
    var secret: Bytes
}

/// The tokens that the push service has issued, and those to be given back when it is reached.
struct TokenTable: Codable, Equatable, Sendable {
    /// An app's token in one of the two environments.
    struct Entry: Codable, Equatable, Sendable {
        var bundle: BundleID
        var environment: PushEnvironment
        /// Nil until it is issued.
        var token: Bytes?
    }

    private(set) var wanted: [Entry] = []
    private(set) var forgotten: [Entry] = []
    /// Apps that were removed and have not asked since; nil in files of older phones.
    private var removed: [BundleID]?

    func token(of bundle: BundleID, _ environment: PushEnvironment) -> Bytes? {
        wanted.first { $0.bundle == bundle && $0.environment == environment }?.token
    }

    /// Notes that an app wants a token.
    mutating func want(_ bundle: BundleID, _ environment: PushEnvironment) {
        forgotten.removeAll { $0.bundle == bundle && $0.environment == environment }
        guard !wanted.contains(where: { $0.bundle == bundle && $0.environment == environment })
        else { return }
        wanted.append(Entry(bundle: bundle, environment: environment, token: nil))
    }

    /// False if nobody wants it or it is known already.
    mutating func set(
        _ token: Bytes,
        of bundle: BundleID,
        _ environment: PushEnvironment
    ) -> Bool {
        let index = wanted.firstIndex { $0.bundle == bundle && $0.environment == environment }
        guard let index, wanted[index].token != token else { return false }
        wanted[index].token = token
        return true
    }

    /// Notes that an app is gone, or wants no pushes any more.
    mutating func forget(_ bundle: BundleID, isRemoved: Bool) {
        let given = wanted.filter { $0.bundle == bundle && $0.token != nil }
        forgotten += given
        wanted.removeAll { $0.bundle == bundle }
        if isRemoved, !given.isEmpty { removed = (removed ?? []) + [bundle] }
    }

    /// Notes that an app is for another push service now: its tokens of the others are given back.
    mutating func keepOnly(_ environment: PushEnvironment, of bundle: BundleID) {
        let others = wanted.filter { $0.bundle == bundle && $0.environment != environment }
        forgotten += others.filter { $0.token != nil }
        wanted.removeAll { $0.bundle == bundle && $0.environment != environment }
    }

    /// Whether an app that asks was removed since it asked last; true once.
    mutating func takeRemoved(_ bundle: BundleID) -> Bool {
        guard let list = removed, list.contains(bundle) else { return false }
        removed = list.filter { $0 != bundle }
        return true
    }

    /// The push service has been told.
    mutating func clearForgotten() { forgotten = [] }

    /// The phone has become another device: its tokens are void.
    ///
    /// - Returns: The apps that had one.
    mutating func invalidate() -> [BundleID] {
        let bundles = wanted.filter { $0.token != nil }.map(\.bundle)
        for index in wanted.indices { wanted[index].token = nil }
        forgotten = []
        return bundles
    }
}

/// A small file of JSON, written whole.
enum JSONFile {
    private static let byteLimit = 1 << 24

    /// Nil if there is no such file.
    ///
    /// A damaged one fails with `EINVAL`.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        _ path: String
    ) throws(FileError) -> Value? {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: byteLimit)
        } catch  where error.number == ENOENT {
            return nil
        }
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            throw FileError("reading \(path), which is damaged (move it away),", EINVAL)
        }
        return value
    }

    static func write(_ value: some Encodable, _ path: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            throw FileError("encoding \(path)", EINVAL)
        }
        try Files.writeWhole(Array(data), to: path)
    }
}
