// SPDX-License-Identifier: Apache-2.0

/// Where the gateway keeps its things.
package struct GatewayPaths: Sendable, Hashable {
    /// Certificates and the store: what must outlive a restart.
    ///
    /// Made with mode 0700 if it is missing.
    package let stateFolder: String
    /// The control socket.
    ///
    /// Made with mode 0700 if it is missing.
    package let runtimeFolder: String

    package init(stateFolder: String, runtimeFolder: String) {
        self.stateFolder = stateFolder
        self.runtimeFolder = runtimeFolder
    }

    /// The authority's certificate, for providers and phones to trust; curl's `--cacert`.
    package var authorityCertificate: String { stateFolder + "/ca.pem" }
    /// The authority's certificate and key.
    var authority: String { stateFolder + "/authority.pem" }
    /// The server's certificate and key.
    var server: String { stateFolder + "/server.pem" }
    /// The public halves of the providers' keys, a file each.
    package var keys: String { stateFolder + "/keys" }
    /// The certificates that were revoked.
    var revoked: String { stateFolder + "/revoked.json" }
    /// Held while the certificates are made, by a gateway or by whoever issues.
    var certificatesLock: String { stateFolder + "/certificates.lock" }
    /// Held as long as a gateway runs on this folder.
    var lock: String { stateFolder + "/gateway.lock" }
    var store: String { stateFolder + "/gateway.sqlite" }
    package var controlSocket: String { runtimeFolder + "/gateway.sock" }
}
