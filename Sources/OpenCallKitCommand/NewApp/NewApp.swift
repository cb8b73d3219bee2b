// SPDX-License-Identifier: Apache-2.0
import PhoneServices

/// A small calling app as a package: what `opencallkit app new` writes.
struct NewApp {
    /// Its module, its executable, and what a person reads.
    let name: String
    let bundle: String
    let dependency: Dependency

    /// Where the app finds this package.
    enum Dependency: Hashable {
        /// A clone's folder, absolute.
        case path(String)
        case url(String, version: String)

        /// As a manifest writes it.
        var manifest: String {
            switch self {
            case .path(let path):
                #".package(name: "OpenCallKit", path: \#(swiftLiteral(path)))"#
            case .url(let url, let version):
                #".package(url: \#(swiftLiteral(url)), from: "\#(version)")"#
            }
        }

        /// The package's identity: the last part of where it is, unless a name is given.
        var identity: String {
            switch self {
            case .path: return "OpenCallKit"
            case .url(let url, _):
                let last = url.split(separator: "/").last ?? "OpenCallKit"
                return last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
            }
        }
    }

    /// All its files, by their paths in its folder.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest),
            ("README.md", readMe),
            (".gitignore", ".build/\n*.app/\n"),
            ("Info.plist", infoPropertyList),
            ("Entitlements.plist", entitlements),
            ("Sources/\(name)/AppDelegate.swift", Self.appDelegate),
            ("Sources/\(name)/CallService.swift", Self.callService),
            ("Sources/\(name)/CallService+Provider.swift", Self.providerDelegate),
            ("Sources/\(name)/CallServer.swift", Self.callServer),
            ("Sources/\(name)/PushService.swift", Self.pushService),
            ("Tests/\(name)Tests/CallTests.swift", callTests),
        ]
    }

    // MARK: Names

    /// Why a word cannot be the name of an app's module, and what could; nil where it can.
    static func objection(to name: String) -> String? {
        guard isIdentifier(name) else {
            let adapted = identifier(from: name)
            let hint = adapted.isEmpty ? "" : ", such as \(adapted)"
            return "'\(name)' cannot name a Swift module: take letters, digits and _, a letter "
                + "first, at most 64\(hint)"
        }
        let lower = name.lowercased()
        guard !takenNames.contains(where: { $0.lowercased() == lower }) else {
            return "'\(name)' is a name of Swift's or of a module that the app is linked with; "
                + "take another, such as \(name)App"
        }
        return nil
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else {
            return false
        }
        return name.utf8.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 || $0 == 0x5F }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// "my app-2" becomes MyApp2; empty where nothing is left.
    private static func identifier(from name: String) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let whole = String(joined.drop { !$0.isLetter }.prefix(64))
        return takenNames.contains(whole) ? whole + "App" : whole
    }

    /// Modules that stand behind the products that the app uses, Apple's, and what the app itself
    /// imports: two modules of one name cannot be linked.
    static let takenNames: Set<String> = [
        "AVFAudio", "AVFoundation", "CallKit", "Intents", "OSLog", "PushKit", "UIKit", "os",
        "CallKitTesting", "CallModel", "NumberTable", "OpenAVFAudio", "OpenAppLife", "OpenCallKit",
        "OpenFoundation", "OpenIntents", "OpenOSLog", "OpenPushKit", "PhoneCore", "PhoneHost",
        "PhoneLink", "PhoneNumbers", "OCKTimeline", "OCKWire", "OCKAppleFrameworks",
        "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Testing", "XCTest",
        "Synchronization", "Observation", "Package", "PackageDescription",
        // What the app's own code calls its types, and words that Swift keeps for itself.
        "AppDelegate", "CallService", "CallServer", "PushService", "LoopbackServer", "Call", "Any",
        "Self", "Type", "Protocol", "associatedtype", "class", "deinit", "enum", "extension",
        "fileprivate", "func", "import", "init", "inout", "internal", "let", "open", "operator",
        "private", "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias",
        "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
        "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "throws",
        "where", "while", "as", "false", "is", "nil", "self", "super", "true", "try", "main",
    ]

    /// `com.example.` and the name in the letters that an identifier may have.
    static func bundle(for name: String) -> String {
        "com.example." + name.lowercased().filter { $0 != "_" }
    }
}

/// The text as Swift source writes it.
func swiftLiteral(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": literal += "\\\(scalar)"
        case "\n": literal += "\\n"
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}
