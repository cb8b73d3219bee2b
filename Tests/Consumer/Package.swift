// swift-tools-version:6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package that depends on OpenCallKit as a stranger's would: by path, on the products with
// Apple's names alone, and without any of the C libraries that the phone and the gateway need.
let calling: [Target.Dependency] = ["CallKit", "PushKit", "AVFAudio"].map {
    .product(name: $0, package: "OpenCallKit", condition: .when(platforms: [.linux]))
}

let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "OpenCallKit", path: "../..")],
    targets: [
        .target(name: "Caller", dependencies: calling),
        .testTarget(name: "CallerTests", dependencies: ["Caller"] + calling),
    ]
)
