// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// What the processes that a phone starts get for their environment: little, and known.
struct ProcessEnvironment {
    /// What a process gets of the phone's own environment.
    static let inheritedVariables = ["PATH", "HOME", "USER", "LANG", "TMPDIR", "XDG_RUNTIME_DIR"]
    /// Where an app or an extension finds its phone.
    static let socketVariable = "OPENCALLKIT_APP_SOCKET"
    /// Where Foundation keeps the files of `UserDefaults`, one a suite: a phone's own, so that the
    /// processes of an app group share them and those of two phones do not.
    static let preferencesVariable = "XDG_CONFIG_HOME"

    private let common: [String]
    private let groups: AppGroups

    /// `appSocket` is where processes connect to, `groups` the folder of the app groups.
    init(appSocket: String, groups: String) {
        self.init(appSocket: appSocket, groups: groups) { name in
            getenv(name).map { String(cString: $0) }
        }
    }

    init(appSocket: String, groups: String, variable: (String) -> String?) {
        common =
            Self.inheritedVariables.compactMap { name in variable(name).map { "\(name)=\($0)" } }
            + [
                "\(Self.socketVariable)=\(appSocket)",
                "\(Self.preferencesVariable)=\(groups)/preferences", Leftovers.mark,
            ]
        self.groups = AppGroups(folder: groups)
    }

    /// `NAME=value`, for a process that is of these groups.
    ///
    /// - Throws: ``FileError`` where a group's folder cannot be made.
    func variables(groups names: [String]) throws(FileError) -> [String] {
        common + (try groups.environment(for: names))
    }
}
