// SPDX-License-Identifier: Apache-2.0
import Glibc
package import OCKStorage

/// Where a phone keeps what it has: three folders, each for its user alone (0700).
package struct HomePaths: Hashable, Sendable {
    /// What must outlive the phone: Recents, installed apps, directories, credentials, logs.
    package let state: String
    /// The sockets of a running phone.
    package let run: String
    /// What the person has chosen.
    package let config: String

    /// With `home`, all are in that folder; else they are where the XDG variables say.
    ///
    /// Without `XDG_RUNTIME_DIR` the sockets are in the state folder.
    package init(home: String?) {
        self.init(home: home) { name in getenv(name).map { String(cString: $0) } }
    }

    init(home: String?, variable: (String) -> String?) {
        func folder(_ name: String, below: String) -> String {
            let value = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (value ?? "\(variable("HOME") ?? "/")/\(below)") + "/opencallkit"
        }
        if let home {
            let folder = Self.absolute(home)
            state = "\(folder)/state"
            run = "\(folder)/run"
            config = "\(folder)/config"
        } else {
            state = folder("XDG_STATE_HOME", below: ".local/state")
            let runtime = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
            run = runtime.map { "\($0)/opencallkit" } ?? "\(state)/run"
            config = folder("XDG_CONFIG_HOME", below: ".config")
        }
    }

    /// Why there is no home where none is given, in words; nil where there is one.
    package static func lack() -> String? {
        lack { name in getenv(name).map { String(cString: $0) } }
    }

    static func lack(variable: (String) -> String?) -> String? {
        func isFolder(_ name: String) -> Bool { variable(name)?.hasPrefix("/") ?? false }
        if isFolder("HOME") || isFolder("XDG_STATE_HOME") && isFolder("XDG_CONFIG_HOME") {
            return nil
        }
        let found = variable("HOME").map { "HOME is '\($0)', which is no absolute path" }
        return (found ?? "HOME is not set") + ": set it to your home folder, or give --home DIR"
    }

    package var appSocket: String { "\(run)/app.sock" }
    package var controlSocket: String { "\(run)/control.sock" }
    package var database: String { "\(state)/phone.sqlite" }
    package var apps: String { "\(state)/apps" }
    package var logs: String { "\(state)/logs" }
    /// The numbers that call directory extensions have given, a folder for each.
    package var directories: String { "\(state)/directory" }
    /// What apps and extensions of a group share, a folder for each.
    package var groups: String { "\(state)/groups" }
    /// The people whom the phone's person knows, as vCards.
    package var contacts: String { "\(state)/contacts.vcf" }
    package var settings: String { "\(config)/settings.json" }
    /// What proves this phone to the push service.
    package var credential: String { "\(state)/device.json" }
    package var tokens: String { "\(state)/tokens.json" }
    /// Held by the one phone that runs on this state folder.
    package var lock: String { "\(state)/phone.lock" }

    /// Makes the folders that a running phone needs.
    ///
    /// - Throws: ``FileError`` where one cannot be made, belongs to someone else, or cannot be
    ///   written to.
    package func create() throws(FileError) {
        for folder in [state, run, config, apps, logs, directories, groups] {
            try Files.makePrivateFolder(folder)
        }
    }

    private static func absolute(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard !trimmed.hasPrefix("/"), let folder = getcwd(nil, 0) else { return trimmed }
        defer { free(folder) }
        return "\(String(cString: folder))/\(trimmed)"
    }
}
