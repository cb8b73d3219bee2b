// SPDX-License-Identifier: Apache-2.0
package import CallModel
import CLinux
import Glibc
package import OCKStorage

/// Why a process at the other end of a socket is not let in.
package enum PeerRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case otherUser
    case gone
    /// No installed app runs this executable.
    case notInstalled(executable: String)
    /// It has turned into another program since it connected.
    case changed(executable: String)
    case tooManyExtensions(Int)
    /// A call directory extension that nobody has asked to load.
    case noLoad(directory: ExtensionID)
    /// A process of that app is connected already.
    case runsAlready(bundle: String, processID: Int32)

    package var description: String {
        switch self {
        case .otherUser: "this phone belongs to another user of this machine: start one of your own"
        case .gone: "the process that connected has ended"
        case .notInstalled(let executable):
            "\(executable) belongs to no installed app: make a bundle with `opencallkit app "
                + "bundle`, then register it with `opencallkit app install X.app`, or with "
                + "`opencallkit app install --link X.app` to run it where it is built"
        case .changed(let executable):
            "the process has become \(executable) since it connected: connect from the app itself"
        case .tooManyExtensions(let limit):
            "\(limit) processes of extensions are connected already: end some"
        case .noLoad(let directory):
            "no load of \(directory) waits for it: an extension is started by the phone, when it "
                + "is switched on or its app reloads it"
        case .runsAlready(let bundle, let processID):
            "\(bundle) runs already, as process \(processID), and an app has one process: end that "
                + "one first"
        }
    }
}

/// The process at the other end of a Unix socket: this identifies it, but does not confine it.
///
/// A process of the same user can run whatever executable it likes, and so become any app.
package final class PeerProcess {
    private let handle: ProcessHandle

    /// The process that made the connection; only those of `user` are let in.
    ///
    /// - Throws: ``PeerRefusal/otherUser`` or ``PeerRefusal/gone``.
    package init(descriptor: Int32, user: UInt32 = getuid()) throws(PeerRefusal) {
        var processID: pid_t = 0
        var owner: uid_t = 0
        var group: gid_t = 0
        guard CLinux_peer_credentials(descriptor, &processID, &owner, &group) == 0, processID > 0
        else { throw .gone }
        guard owner == user else { throw .otherUser }
        // Since Linux 6.5 the kernel hands the process over itself. Before, its number may have
        // passed to another in between, which the check of the executable after the hello narrows
        // down, but cannot rule out.
        let held = CLinux_peer_pidfd(descriptor)
        if held >= 0 {
            handle = ProcessHandle(processID: processID, descriptor: held)
        } else if let opened = ProcessHandle(processID: processID) {
            handle = opened
        } else {
            throw .gone
        }
    }

    package var processID: Int32 { handle.processID }
    package var isAlive: Bool { handle.isAlive }
    /// Readable once the process has ended; valid as long as this object lives.
    package var descriptor: Int32 { handle.descriptor }

    /// Kills the process; nothing happens to another that has its number.
    package func kill() { handle.kill() }

    /// Which file it runs, also if that has been replaced since.
    ///
    /// - Throws: ``PeerRefusal/gone``.
    package func executable() throws(PeerRefusal) -> FileIdentity {
        let identity = FileIdentity(path: "/proc/\(processID)/exe")
        // In this order: while the handle says alive, the number was still its own.
        guard let identity, isAlive else { throw .gone }
        return identity
    }

    /// For words only.
    package var executablePath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(processID)/exe", &buffer, buffer.count)
        guard count > 0 else { return "process \(processID)" }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
