// swift-tools-version:6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package that depends on OpenCallKit as a stranger's would: by path, on the products with
// Apple's names and the phone for tests alone, without any of the C libraries that the phone and
// the gateway need. One manifest serves Linux and a Mac, where those products are empty.
let calling: [Target.Dependency] = ["CallKit", "PushKit", "AVFAudio", "UIKit", "Intents", "os"]
    .map { .product(name: $0, package: "OpenCallKit") }
let testing: [Target.Dependency] = [.product(name: "CallKitTesting", package: "OpenCallKit")]

// Modules of the app's own, under names that such modules often have: they must not clash with any
// that stands behind our products.
let everyday = ["Networking", "Storage", "Timeline", "Wire", "HTTP2", "Credentials", "Hotline"]

let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "OpenCallKit", path: "../..")],
    targets: [
        // The same app in both language modes, through a link.
        .target(
            name: "Caller", dependencies: calling, swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "OldCaller", dependencies: calling, swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "CallerTests",
            dependencies: ["Caller", "OldCaller"] + testing + calling
                + everyday.map { .byName(name: $0) },
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ] + everyday.map { .target(name: $0, path: "Sources/Everyday/\($0)") }
)
