// SPDX-License-Identifier: Apache-2.0

/// What does not build off Apple's systems, or has another name since Swift 4.2.
enum PortingCheck {
    /// Each thing once a file, with the first line and how many more there are.
    static func findings(_ file: SourceFile) -> [Finding] {
        var found: [String: (line: Int, count: Int)] = [:]
        var order: [String] = []
        let hasNetworking = file.has("FoundationNetworking")
        for (index, token) in file.tokens.enumerated() {
            let networking =
                hasNetworking || !networkTypes.contains(token.text) ? nil : needsNetworking
            guard let words = words(index, file.tokens) ?? networking else { continue }
            if let known = found[words] {
                found[words] = (known.line, known.count + 1)
            } else {
                found[words] = (token.line, 1)
                order.append(words)
            }
        }
        return order.map { words in
            let (line, count) = found[words] ?? (1, 1)
            let more = count > 1 ? " (and \(count - 1) more in this file)" : ""
            return .problem(words + more, file: file.path, line: line)
        }
    }

    private static func words(_ index: Int, _ tokens: [SwiftToken]) -> String? {
        let word = tokens[index].text
        let before = index > 0 ? tokens[index - 1].text : ""
        let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
        if let words = attributes[word] { return words }
        // What the app has declared itself is its own.
        if ["class", "struct", "enum", "typealias", "let", "var", "case", "func"].contains(before) {
            return nil
        }
        if before == "import" {
            return words(import: word, tokens.dropFirst(index + 1).prefix(2).map(\.text))
        }
        if before == ".", ["provider", "pushRegistry", "callObserver"].contains(word),
            after == "?" || after == "!", index + 2 < tokens.count, tokens[index + 2].text == "("
        {
            return "\(word)\(after)( does not build here: without Objective-C a method is never "
                + "missing; write \(word)( and let the protocol's own do nothing"
        }
        if let name = OldSpellings.current(word) {
            return "\(word) is an old spelling: write \(name)"
        }
        if screens.contains(word), after != ":" {
            return "\(word) is not here, where nothing is drawn: keep screens in a target of their "
                + "own, or behind #if os(iOS)"
        }
        return nil
    }

    private static let attributes: [String: String] = {
        let plain = "does not build without Objective-C: "
        return [
            "@objc": "@objc " + plain + "leave it out, or put it behind #if canImport(ObjectiveC)",
            "@objcMembers": "@objcMembers " + plain + "leave it out",
            "#selector": "#selector " + plain + "pass a closure",
            "#keyPath": "#keyPath " + plain + "write a key path",
            "@IBOutlet": "@IBOutlet " + plain + "keep screens in a target of their own",
            "@IBAction": "@IBAction " + plain + "keep screens in a target of their own",
            "@NSManaged": "@NSManaged " + plain + "keep Core Data in a target of its own",
            "@UIApplicationMain": "@UIApplicationMain is an old spelling: write @main",
            "@NSApplicationMain": "@NSApplicationMain is an old spelling: write @main",
        ]
    }()

    /// Types of UIKit that draw, as calling code meets them.
    static let screens: Set<String> = [
        "UIView", "UIStoryboard", "UIAlertController", "UIHostingController",
        "UINavigationController", "UITabBarController", "UIButton", "UILabel", "UITableView",
    ]

    /// Types that off Apple's systems are in a module of their own.
    private static let networkTypes: Set<String> = [
        "HTTPURLResponse", "URLRequest", "URLSession", "URLSessionConfiguration",
    ]

    private static let needsNetworking =
        "URLSession and its like are in FoundationNetworking here: import that too, behind "
        + "#if canImport(FoundationNetworking)"

    private static let appleModules: Set<String> = [
        "ARKit", "AVKit", "ActivityKit", "AppKit", "AudioToolbox", "CloudKit", "Combine",
        "Contacts", "ContactsUI", "CoreAudio", "CoreBluetooth", "CoreData", "CoreFoundation",
        "CoreGraphics", "CoreImage", "CoreLocation", "CoreMedia", "CoreTelephony", "CryptoKit",
        "Darwin", "IntentsUI", "LiveCommunicationKit", "MediaPlayer", "Messages", "MetricKit",
        "Network", "ObjectiveC", "Photos", "QuartzCore", "Security", "Social", "StoreKit",
        "SwiftUI", "SystemConfiguration", "UserNotifications", "UserNotificationsUI",
        "VideoToolbox", "WebKit", "WidgetKit",
    ]

    private static func words(import module: String, _ rest: [String]) -> String? {
        if module == "os", rest.first == "." {
            return "import os\(rest.joined()) does not build here: write import os"
        }
        guard appleModules.contains(module) else { return nil }
        return "import \(module) does not build here: keep what needs it in a target of its own, "
            + "or behind #if canImport(\(module))"
    }
}
