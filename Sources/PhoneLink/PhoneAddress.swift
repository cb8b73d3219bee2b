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
        let folder = environment("XDG_RUNTIME_DIR") ?? ""
        // Without the variable, the place where the desktop's session manager puts the folder.
        let base = folder.isEmpty ? "/run/user/\(getuid())" : folder
        return socket(path: base + "/opencallkit/app.sock")
    }
}

/// A variable of this process's environment.
package func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
