// swift-tools-version:6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The examples, as code for an iPhone: Scripts/parity builds them against an app side that shows no
// more than Apple's SDK (OPENCALLKIT_APPLE_PARITY), in both language modes.
//
// Each is there twice, through a link, since a package takes a folder for one target alone.
let toolkit: [Target.Dependency] = ["CallKit", "PushKit", "AVFAudio", "Intents"].map {
    .product(name: $0, package: "OpenCallKit")
}
let calling: [Target.Dependency] =
    ["VoIPKit", "UIKit"].map { .product(name: $0, package: "OpenCallKit") }
    + ["HotlineSignalling"]
let directory: [Target.Dependency] = [
    .product(name: "CallKit", package: "OpenCallKit"),
    .product(name: "NumberTable", package: "OpenCallKit"),
]
let articles: [Target.Dependency] =
    ["CallKit", "PushKit", "AVFoundation", "UIKit", "Intents", "os"].map {
        .product(name: $0, package: "OpenCallKit")
    }
let bundle = ["Info.plist", "Entitlements.plist"]

let targets: [Target] = [(5, SwiftLanguageMode.v5), (6, .v6)].flatMap { number, mode in
    let settings: [SwiftSetting] = [.swiftLanguageMode(mode)]
    return [
        Target.target(
            name: "VoIPKit\(number)", dependencies: toolkit, swiftSettings: settings),
        .executableTarget(
            name: "Hotline\(number)", dependencies: calling,
            exclude: bundle + ["CallDirectory", "Echo", "Signalling"], swiftSettings: settings),
        .executableTarget(
            name: "NumberList\(number)", dependencies: directory,
            exclude: bundle + ["CallDirectory"], swiftSettings: settings),
        // Apple's extensions have their beginning from Xcode, and no main.swift.
        .target(
            name: "HotlineCallDirectory\(number)", dependencies: directory,
            exclude: bundle + ["main.swift"], swiftSettings: settings),
        .target(
            name: "NumberListCallDirectory\(number)", dependencies: directory,
            exclude: bundle + ["main.swift"], swiftSettings: settings),
        .executableTarget(
            name: "MessageManager\(number)", dependencies: articles, exclude: bundle,
            swiftSettings: settings),
        .executableTarget(
            name: "CallManager\(number)", dependencies: articles,
            exclude: bundle + ["IconMask.png"], swiftSettings: settings),
        .executableTarget(
            name: "SharedServices\(number)", dependencies: articles, exclude: bundle,
            swiftSettings: settings),
    ]
}

let package = Package(
    name: "Parity",
    dependencies: [.package(name: "OpenCallKit", path: "../..")],
    targets: targets + [
        // Imported by its name, it can be there but once.
        .target(name: "HotlineSignalling", swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
