// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// Copies a bundle's folder.
///
/// Files and folders are copied with their execute bits; a link is copied as a link if it stays
/// inside the bundle. Anything else, and a link out, is refused.
struct BundleCopy {
    /// Folders within folders; deeper is refused.
    private static let depthLimit = 32

    private let source: String

    /// - Parameter source: Without links, as ``AppBundle/path`` is.
    init(source: String) { self.source = source }

    /// Copies into a folder that does not exist; on failure nothing is left of it.
    func copy(to target: String) throws(Failure) {
        do throws(Failure) {
            try copyFolder("", to: target, depth: 1)
        } catch {
            Files.removeTree(target)
            throw error
        }
        Files.syncFolder(Files.parent(of: target))
    }

    /// Why a copy failed.
    enum Failure: Error, Equatable, CustomStringConvertible {
        case file(FileError)
        case bundle(BundleProblem)

        var description: String {
            switch self {
            case .file(let error): "\(error)"
            case .bundle(let problem): "\(problem)"
            }
        }
    }

    /// Copies one file with its mode, private to its user, replacing what is there in one step.
    static func copyFile(_ from: String, to: String) throws(FileError) {
        let input = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard input >= 0 else { throw FileError("reading \(from)") }
        defer { close(input) }
        var facts = stat()
        guard fstat(input, &facts) == 0 else { throw FileError("reading \(from)") }
        let mode: mode_t = facts.st_mode & 0o100 != 0 ? 0o700 : 0o600
        let temporary = "\(to).new"
        unlink(temporary)
        let output = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard output >= 0 else { throw FileError("writing \(to)") }
        do throws(FileError) {
            defer { close(output) }
            try pump(input, from, output, to)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, to) == 0 else {
            let error = FileError("writing \(to)")
            unlink(temporary)
            throw error
        }
    }

    private static func pump(
        _ input: Int32,
        _ from: String,
        _ output: Int32,
        _ to: String
    ) throws(FileError) {
        while true {
            let count = sendfile(output, input, nil, 1 << 24)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("copying \(from) to \(to)") }
        }
        guard fsync(output) == 0 else { throw FileError("writing \(to)") }
    }

    private func copyFolder(
        _ relative: String,
        to target: String,
        depth: Int
    ) throws(Failure) {
        let folder = source + relative
        guard depth <= Self.depthLimit else {
            throw .bundle(.unreadable(file: folder, reason: "its folders are nested too deep"))
        }
        guard mkdir(target, 0o700) == 0 else { throw .file(FileError("making \(target)")) }
        for name in try fileError({ () throws(FileError) in try Files.names(in: folder) }) {
            let from = "\(folder)/\(name)"
            let to = "\(target)/\(name)"
            var facts = stat()
            guard lstat(from, &facts) == 0 else { throw .file(FileError("reading \(from)")) }
            switch facts.st_mode & S_IFMT {
            case S_IFREG:
                try fileError { () throws(FileError) in try Self.copyFile(from, to: to) }
            case S_IFDIR: try copyFolder("\(relative)/\(name)", to: to, depth: depth + 1)
            case S_IFLNK: try copyLink(from, to: to)
            default:
                throw .bundle(.unreadable(file: from, reason: "it is no file, folder or link"))
            }
        }
    }

    private func copyLink(_ from: String, to: String) throws(Failure) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(from, &buffer, buffer.count)
        guard count > 0 else { throw .file(FileError("reading the link \(from)")) }
        let text = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let target = Files.resolve(from)
        guard !text.hasPrefix("/"), let target, target.hasPrefix("\(source)/") else {
            throw .bundle(.leavesBundle(file: from, target: target ?? text))
        }
        guard symlink(text, to) == 0 else { throw .file(FileError("writing the link \(to)")) }
    }

    private func fileError<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(Failure) -> Value {
        do { return try body() } catch { throw .file(error) }
    }
}
