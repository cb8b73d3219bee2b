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

    package init(
        name: String,
        connect: @escaping @Sendable () throws(LinkError) -> any Transport
    ) {
        self.name = name
        self.connect = connect
    }

    /// A phone that listens on a Unix socket.
    package static func socket(path: String) -> PhoneAddress {
        PhoneAddress(name: path) { () throws(LinkError) -> any Transport in
            SocketTransport(descriptor: try UnixSocket.connect(path: path))
        }
    }

    /// The socket that this process's environment names: `OPENCALLKIT_APP_SOCKET`, which the phone
    /// sets for the apps that it launches, else the one of the user's phone.
    package static func ofProcess(
        environment: (String) -> String? = environmentVariable
    ) -> PhoneAddress {
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
