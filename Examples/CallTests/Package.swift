// swift-tools-version:6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The modules with Apple's names: on Apple's platforms the SDK has them, and these are empty.
let calling: [Target.Dependency] = ["CallKit", "PushKit", "AVFAudio"].map {
    .product(name: $0, package: "OpenCallKit")
}
// The phone for tests.
let testing: [Target.Dependency] = [.product(name: "CallKitTesting", package: "OpenCallKit")]

let package = Package(
    name: "CallTests",
    dependencies: [.package(name: "OpenCallKit", path: "../..")],
    targets: [
        .target(name: "CallService", dependencies: calling),
        .target(name: "BuggyCallService", dependencies: calling),
        .executableTarget(name: "CallApp", dependencies: ["CallService"]),
        .testTarget(
            name: "CallServiceTests",
            dependencies: ["CallService", "CallApp"] + calling + testing),
        .testTarget(
            name: "BuggyCallServiceTests",
            dependencies: ["BuggyCallService"] + calling + testing),
    ]
)
