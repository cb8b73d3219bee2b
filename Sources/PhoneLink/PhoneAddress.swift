// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where an app's process finds its phone, and how it gets a link to it.
package struct PhoneAddress: Sendable {
    /// What messages call it: the socket's path.
    package var name: String
    /// Makes a link; called on the thread of the request that needs one.
    package var connect: @Sendable () throws(LinkError) -> any Transport
    /// Makes the connection of a call directory extension, in its place.
    package var connectDirectory: @Sendable () throws(LinkError) -> any DirectoryChannel

    /// A phone without call directories.
    package init(
        name: String,
        connect: @escaping @Sendable () throws(LinkError) -> any Transport
    ) {
        self.name = name
        self.connect = connect
        connectDirectory = { () throws(LinkError) -> any DirectoryChannel in
            throw .noPhone(path: name)
        }
    }

    /// A phone at the other end of a stream socket, which `open` makes.
    private init(name: String, open: @escaping @Sendable () throws(LinkError) -> Int32) {
        self.name = name
        connect = { () throws(LinkError) -> any Transport in
            SocketTransport(descriptor: try open())
        }
        connectDirectory = { () throws(LinkError) -> any DirectoryChannel in
            DirectorySocket(descriptor: try open())
        }
    }

    /// A phone that listens on a Unix socket.
    package static func socket(path: String) -> PhoneAddress {
        PhoneAddress(name: path) { () throws(LinkError) -> Int32 in
            try UnixSocket.connect(path: path)
        }
    }

    /// A phone at the other end of a stream socket that this process was started with.
    ///
    /// From now on a program that this process starts does not inherit it. There is one link: when
    /// it has ended, there is no phone.
    package static func inherited(descriptor text: String) -> PhoneAddress {
        let name = "the descriptor \(text)"
        guard let number = Int32(text), number > 2, UnixSocket.adopt(number) else {
            return PhoneAddress(name: name) { () throws(LinkError) -> Int32 in
                throw .badDescriptor(text)
            }
        }
        let isUsed = Locked(false)
        return PhoneAddress(name: name) { () throws(LinkError) -> Int32 in
            let isFirst = isUsed.withLock { isUsed in
                defer { isUsed = true }
                return !isUsed
            }
            guard isFirst else { throw .noPhone(path: name) }
            return number
        }
    }

    /// What this process's environment names: `OPENCALLKIT_APP_DESCRIPTOR`, a connected socket that
    /// it was started with; else `OPENCALLKIT_APP_SOCKET`, which the phone sets for the apps that
    /// it launches; else the socket of the user's phone.
    package static func ofProcess(
        environment: (String) -> String? = environmentVariable
    ) -> PhoneAddress {
        if let text = environment("OPENCALLKIT_APP_DESCRIPTOR"), !text.isEmpty {
            return inherited(descriptor: text)
        }
        if let path = environment("OPENCALLKIT_APP_SOCKET"), !path.isEmpty {
            return socket(path: path)
        }
        // The phone's own rule for its folders: without a run-time folder, one below its state.
        func folder(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let folder = folder("XDG_RUNTIME_DIR") {
            return socket(path: folder + "/opencallkit/app.sock")
        }
        let state = folder("XDG_STATE_HOME") ?? (environment("HOME") ?? "/") + "/.local/state"
        return socket(path: state + "/opencallkit/run/app.sock")
    }
}

/// A variable of this process's environment.
package func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
