// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the app is told from outside, by a key of its Info.plist, or by an environment variable
/// where it is started by hand: a phone passes none on.
///
/// `HOTLINE_SERVER`, or `HotlineServer`, is the address of the server that rings this app, such as
/// `http://localhost:8080` (`opencallkit provider run`); without it the app tells nobody its token.
enum Settings {
    static var server: URL? { value("HOTLINE_SERVER", "HotlineServer").flatMap(URL.init) }

    /// Under which name the server knows this phone's owner.
    static var user: String { value("HOTLINE_USER", "HotlineUser") ?? "hotline" }

    /// `production` or `development`: the app's `aps-environment`.
    static var environment: String {
        value("HOTLINE_ENVIRONMENT", "HotlineEnvironment") ?? "production"
    }

    private static func value(_ variable: String, _ key: String) -> String? {
        ProcessInfo.processInfo.environment[variable]
            ?? Bundle.main.object(forInfoDictionaryKey: key) as? String
    }
}
