// SPDX-License-Identifier: Apache-2.0

/// Something that a bundle lacks or has wrong.
///
/// The description names the file, the key and the rule, and says what to do.
package enum BundleProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such folder, or its name does not end in `.app`.
    case notABundle(path: String)
    case unreadable(file: String, reason: String)
    /// The file is no property list, or one that is too large or too deep.
    case malformed(file: String, reason: String)
    case missingKey(String, file: String, advice: String)
    /// The key is there, and its value breaks the rule.
    case badKey(String, file: String, rule: String)
    /// A file of the bundle lies outside it, once links are followed.
    case leavesBundle(file: String, target: String)
    case notExecutable(file: String)
    /// Advice only: a process is known by the file that it runs, which for a script is its
    /// interpreter.
    case isScript(file: String)
    /// Advice only: the program is one of another system or processor.
    case foreignProgram(file: String, of: String)
    /// Advice only: without `voip` the app gets neither pushes nor calls.
    case noVoIPMode(file: String)
    /// Advice only: without `aps-environment` the app gets no token.
    case noPushEnvironment(file: String)
    /// Advice only: an extension that cannot be used, in the words of what is wrong with it.
    case badExtension(folder: String, reason: String)
    /// Advice only: an entitlement to an app group that cannot be one.
    case badGroup(String, file: String)
    /// Advice only, and for the doctor alone: Contacts and Recents start calls with an activity of
    /// this type (B112).
    case noCallActivity(file: String)

    /// Advice only, and for the doctor alone: only Xcode fills in the file's variables.
    case hasVariables(file: String)

    /// Whether the text has one of Xcode's variables, such as `$(PRODUCT_NAME)`.
    static func isVariable(_ text: String) -> Bool {
        text.contains("$(") || text.contains("${")
    }

    /// Whether the bundle cannot be installed because of it.
    package var isFatal: Bool {
        switch self {
        case .isScript, .foreignProgram, .noVoIPMode, .noPushEnvironment, .badExtension, .badGroup,
            .noCallActivity, .hasVariables:
            false
        case .notABundle, .unreadable, .malformed, .missingKey, .badKey, .leavesBundle,
            .notExecutable:
            true
        }
    }

    /// Whether an app that can be installed with it does not ring, or an extension of it gives no
    /// numbers.
    package var keepsFromRinging: Bool {
        switch self {
        case .isScript, .foreignProgram, .noVoIPMode, .noPushEnvironment, .badExtension: true
        default: isFatal
        }
    }

    /// Whether only an app that rings has to do with it.
    package var isAboutPushes: Bool {
        switch self {
        case .noVoIPMode, .noPushEnvironment: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .notABundle(let path):
            "\(path) is no app bundle: give a folder X.app with an Info.plist, such as "
                + "`opencallkit app bundle` makes"
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .malformed(let file, let reason):
            "\(file) is no usable property list: \(reason); write XML or binary, check it with "
                + "`plutil -lint`"
        case .missingKey(let key, let file, let advice): "\(file) has no \(key): \(advice)"
        case .badKey(let key, let file, let rule): "\(key) in \(file) is not valid: \(rule)"
        case .leavesBundle(let file, let target):
            "\(file) leads out of the bundle, to \(target): put the file itself there"
        case .notExecutable(let file):
            "\(file) is not executable: build it, and set its mode with chmod +x"
        case .isScript(let file):
            "\(file) is a script: the phone would see its interpreter and refuse it; put a program "
                + "there"
        case .foreignProgram(let file, let system):
            "\(file) is a program for \(system): build it where the phone runs"
        case .noVoIPMode(let file):
            "UIBackgroundModes in \(file) lacks voip: add it, or the app gets no VoIP pushes and "
                + "cannot report calls"
        case .noPushEnvironment(let file):
            "\(file) has no aps-environment: add it with development or production for its value, "
                + "give the bundle such a file with --entitlements, or install it with "
                + "--environment; without it the app gets no push token"
        case .badExtension(let folder, let reason): "\(folder) is left out: \(reason)"
        case .hasVariables(let file):
            "\(file) has Xcode's variables: give `opencallkit app bundle` a copy with values in "
                + "their place, such as Linux/Info.plist, and Entitlements.plist beside it"
        case .noCallActivity(let file):
            "NSUserActivityTypes in \(file) lacks INStartCallIntent: add it, for calls that the "
                + "person starts in Contacts and Recents (B112)"
        case .badGroup(let group, let file):
            "the app group \(group) in \(file) is left out: name it group. and then letters, "
                + "digits, hyphens and periods, such as group.com.example.hotline"
        }
    }
}
