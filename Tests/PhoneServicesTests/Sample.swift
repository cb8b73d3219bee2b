// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Values that several suites use.
enum Sample {
    static func call(_ number: Int, ended: Bool = false) -> RecentCall {
        RecentCall(
            record: RecordID(high: 7, low: UInt64(number)),
            call: CallID(high: 8, low: UInt64(number)),
            bundle: "com.example.hotline",
            handle: Handle(kind: .phoneNumber, value: "0123456789"),
            name: "Tester \u{1F4DE}",
            isOutgoing: false,
            hasVideo: true,
            began: WallTime(milliseconds: 1_000 + Int64(number)),
            connected: ended ? WallTime(milliseconds: 2_000) : nil,
            ended: ended ? WallTime(milliseconds: 3_000) : nil,
            outcome: ended ? .ended : nil
        )
    }

    static func push(_ number: Int, _ outcome: PushOutcome = .pending) -> PushRecord {
        PushRecord(
            id: PushID(high: 9, low: UInt64(number)),
            bundle: "com.example.hotline",
            received: WallTime(milliseconds: 1_000),
            outcome: outcome
        )
    }

    private static func list(_ body: String) -> String { "<plist><dict>\(body)</dict></plist>" }

    static func entitlements(_ environment: String) -> String {
        list("<key>aps-environment</key><string>\(environment)</string>")
    }

    static var filteringEntitlement: String {
        list("<key>com.apple.developer.usernotifications.filtering</key><true/>")
    }

    static func extensionInfo(executable: String, point: String) -> String {
        list(
            "<key>CFBundleExecutable</key><string>\(executable)</string><key>NSExtension</key>"
                + "<dict><key>NSExtensionPointIdentifier</key><string>\(point)</string></dict>")
    }

    /// A call directory extension's; nil leaves a key out.
    static func directoryInfo(
        identifier: String? = "com.example.hotline.CallDirectory",
        executable: String? = "CallDirectory",
        name: String? = "Hotline numbers",
        principalClass: String? = "CallDirectory.CallDirectoryHandler"
    ) -> String {
        func entry(_ key: String, _ value: String?) -> String {
            value.map { "<key>\(key)</key><string>\($0)</string>" } ?? ""
        }
        return list(
            entry("CFBundleIdentifier", identifier) + entry("CFBundleExecutable", executable)
                + entry("CFBundleDisplayName", name) + "<key>NSExtension</key><dict>"
                + entry("NSExtensionPointIdentifier", "com.apple.callkit.call-directory")
                + entry("NSExtensionPrincipalClass", principalClass) + "</dict>")
    }

    static func groupEntitlements(_ groups: [String]) -> String {
        list(
            "<key>com.apple.security.application-groups</key><array>"
                + groups.map { "<string>\($0)</string>" }.joined() + "</array>")
    }

    static func info(
        identifier: String? = "com.example.hotline",
        executable: String? = "Hotline",
        name: String? = "Hotline",
        modes: String? = "<array><string>voip</string></array>"
    ) -> String {
        func entry(_ key: String, _ value: String?) -> String {
            value.map { "<key>\(key)</key>\($0)\n" } ?? ""
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            \(entry("CFBundleIdentifier", identifier.map { "<string>\($0)</string>" }))
            \(entry("CFBundleExecutable", executable.map { "<string>\($0)</string>" }))
            \(entry("CFBundleDisplayName", name.map { "<string>\($0)</string>" }))
            \(entry("UIBackgroundModes", modes))
            </dict></plist>
            """
    }
}
