// swift-tools-version:6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package that depends on OpenCallKit as a stranger's would: by path, on the products with
// Apple's names alone, and without any of the C libraries that the phone and the gateway need.
let calling: [Target.Dependency] = ["CallKit", "PushKit", "AVFAudio"].map {
    .product(name: $0, package: "OpenCallKit", condition: .when(platforms: [.linux]))
}

// Modules of the app's own, under names that such modules often have: they must not clash with any
// that stands behind our products.
let everyday = ["Networking", "Storage", "Timeline", "Wire", "HTTP2", "Credentials", "Hotline"]

let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "OpenCallKit", path: "../..")],
    targets: [
        .target(name: "Caller", dependencies: calling),
        .testTarget(
            name: "CallerTests",
            dependencies: ["Caller", .product(name: "CallKitTesting", package: "OpenCallKit")]
                + calling + everyday.map { .byName(name: $0) }),
    ] + everyday.map { .target(name: $0, path: "Sources/Everyday/\($0)") }
)
