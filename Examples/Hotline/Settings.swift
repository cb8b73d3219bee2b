// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

/// What the app is told from outside, by a key of its Info.plist, or by an environment variable
/// where it is started by hand: a phone passes none on.
///
/// `HOTLINE_SERVER`, or `HotlineServer`, is the address of the server that rings this app, such as
/// `http://localhost:8080` (`opencallkit provider run`); without it the app tells nobody its token.
/// `HOTLINE_ECHO`, or `HotlineEcho`, is where `HotlineEcho` listens, such as `127.0.0.1:7007`;
/// without it nobody can be called, and calls that come in are silent.
enum Settings {
    static var server: URL? { value("HOTLINE_SERVER", "HotlineServer").flatMap(URL.init) }

    /// Nil also where the address is none, which is said.
    @MainActor static var echo: EchoAddress? {
        guard let text = value("HOTLINE_ECHO", "HotlineEcho") else { return nil }
        do {
            return try EchoAddress(text)
        } catch {
            log(error.localizedDescription)
            return nil
        }
    }

    /// Under which name the server knows this phone's owner.
    static var user: String { value("HOTLINE_USER", "HotlineUser") ?? "hotline" }

    /// `production` or `development`: the app's `aps-environment`.
    static var environment: String {
        value("HOTLINE_ENVIRONMENT", "HotlineEnvironment") ?? "production"
    }

    /// Whether to print the push token: whoever has it can ring this phone.
    static var showsToken: Bool { value("HOTLINE_SHOW_TOKEN", "HotlineShowToken") != nil }

    private static func value(_ variable: String, _ key: String) -> String? {
        ProcessInfo.processInfo.environment[variable]
            ?? Bundle.main.object(forInfoDictionaryKey: key) as? String
    }
}
