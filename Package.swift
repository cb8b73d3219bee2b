// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Settings of every Swift target.
///
/// Warnings become errors in the checks, never here: a newer compiler must not break those who
/// depend on this package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A room of the house: Documentation/Architecture.md says what each holds and which arrows may
/// exist.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A program that tests or benchmarks run as a process of its own.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Client code: without the settings of the house.
func clients(_ name: String, _ mode: SwiftLanguageMode, path: String) -> Target {
    .target(
        name: name, dependencies: ["CallKit", "PushKit", "AVFAudio", "AVFoundation"], path: path,
        swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "OpenCallKit",
    products: [
        .library(name: "OpenCallKit", targets: ["OpenCallKit"]),
        .library(name: "OpenPushKit", targets: ["OpenPushKit"]),
        .library(name: "OpenAVFAudio", targets: ["OpenAVFAudio"]),
        .library(name: "CallKitTesting", targets: ["CallKitTesting"]),
        .library(name: "PushSender", targets: ["PushSender"]),
        .executable(name: "opencallkit", targets: ["OpenCallKitCommand"]),
    ],
    targets: [
        // The ground: values, no I/O.
        room("CallModel"),
        room("Wire", ["CallModel"]),
        room("Credentials", ["COpenSSL"]),
        room("Timeline", ["CallModel"]),
        room("Storage", ["CSQLite"]),

        // The phone.
        room("PhoneCore", ["CallModel"]),
        room("PhoneHost", ["CallModel", "Wire", "PhoneCore"]),
        room(
            "PhoneServices",
            [
                "CallModel", "Wire", "Storage", "PhoneCore", "PhoneHost", "Networking", "CLinux",
            ]),

        // The push service.
        room("Networking", ["CEvent", "COpenSSL", "CLinux"]),
        room("HTTP2", ["Networking", "CNghttp2"]),
        room("GatewayCore", ["CallModel"]),
        room(
            "PushGateway",
            [
                "CallModel", "Wire", "Credentials", "Storage", "Networking", "HTTP2", "GatewayCore",
            ]),
        room("PushSender", ["Networking", "HTTP2"]),

        // The app side: no C library below it.
        room("PhoneLink", ["CallModel", "Wire"]),
        room("OpenAVFAudio", ["CallModel", "PhoneLink"]),
        room("OpenCallKit", ["CallModel", "PhoneLink", "OpenAVFAudio"]),
        room("OpenPushKit", ["CallModel", "PhoneLink"]),

        // A phone for tests: no C library either.
        room(
            "CallKitTesting",
            [
                "CallModel", "Wire", "Timeline", "PhoneCore", "PhoneHost", "PhoneLink",
                "OpenCallKit", "OpenPushKit", "OpenAVFAudio",
            ]),

        // The top. Named apart from OpenCallKit also where file names ignore case.
        .executableTarget(
            name: "OpenCallKitCommand",
            dependencies: [
                "CallModel", "Wire", "Timeline", "PhoneHost", "PhoneServices", "PhoneLink",
                "Networking", "PushGateway", "PushSender",
            ],
            swiftSettings: settings),

        // C libraries, by their Debian names.
        .systemLibrary(
            name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(
            name: "CEvent", pkgConfig: "libevent_openssl", providers: [.apt(["libevent-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLinux"),

        // Tests of single rooms.
        tests("CallModelTests", ["CallModel"]),
        tests("WireTests", ["CallModel", "Wire"]),
        tests("CredentialsTests", ["Credentials"]),
        tests("StorageTests", ["Storage"]),
        tests("TimelineTests", ["CallModel", "Timeline"]),
        tests("PhoneCoreTests", ["CallModel", "PhoneCore"]),
        tests(
            "PhoneHostTests",
            ["CallModel", "Wire", "PhoneCore", "PhoneHost", "CallKitTesting", "PhoneTestSupport"]),
        tests("GatewayCoreTests", ["CallModel", "GatewayCore"]),

        tests("NetworkingTests", ["Networking", "LoopTesting"]),
        tests("HTTP2Tests", ["HTTP2", "Networking", "LoopTesting"]),
        tests("PushSenderTests", ["PushSender", "HTTP2", "Networking", "LoopTesting"]),
        tests(
            "PhoneServicesTests",
            [
                "CallModel", "Wire", "Storage", "PhoneCore", "PhoneHost", "PhoneServices",
                "CallKitTesting", "PhoneTestSupport", "Networking", "Credentials", "CLinux",
            ]),
        tests(
            "PushGatewayTests",
            [
                "CallModel", "Wire", "Credentials", "GatewayCore", "HTTP2", "Networking",
                "PushGateway", "Storage",
            ]),
        tests("OpenCallKitCommandTests", ["CallModel", "Timeline", "OpenCallKitCommand"]),

        // What tests of several rooms share.
        .target(
            name: "LoopTesting", dependencies: ["Networking", "Credentials"],
            path: "Tests/LoopTesting", swiftSettings: settings),
        .target(
            name: "PhoneTestSupport",
            dependencies: ["CallModel", "Wire", "PhoneCore", "PhoneHost"],
            path: "Tests/Support", swiftSettings: settings),
        program("simulate", ["CallModel", "PhoneCore", "GatewayCore"], path: "Tests/Simulate"),
        tests("SimulationTests", []),

        // Benchmarks: ratios against a floor in the same run.
        .executableTarget(
            name: "RingLatency",
            dependencies: ["CallModel", "Wire", "Timeline", "PhoneLink", "Networking", "HTTP2"],
            path: "Benchmarks/RingLatency", exclude: ["run"], swiftSettings: settings),
        program("EmptyProgram", [], path: "Benchmarks/EmptyProgram"),
    ]
)

#if !canImport(Darwin)
// Apple's names, where Apple's modules are absent. On Apple's platforms they would shadow the
// SDK's.
for (name, source) in [
    ("CallKit", "OpenCallKit"), ("PushKit", "OpenPushKit"), ("AVFAudio", "OpenAVFAudio"),
    ("AVFoundation", "OpenAVFAudio"),
] {
    package.targets.append(room(name, [.byName(name: source)]))
    package.products.append(.library(name: name, targets: [name]))
}
package.targets += [
    .executableTarget(
        name: "Hotline", dependencies: ["CallKit", "PushKit", "AVFAudio"], path: "Examples/Hotline",
        exclude: ["Info.plist"], swiftSettings: settings),
    tests(
        "ConformanceTests",
        [
            "CallKit", "PushKit", "AVFAudio", "CallModel", "PhoneCore", "PhoneHost", "PhoneLink",
            "CallKitTesting",
        ]),
]
package.targets += [
    // Tests of the app side, which speak Apple's names.
    .target(
        name: "AppSideSupport", dependencies: ["CallModel", "Wire", "PhoneLink"],
        path: "Tests/AppSideSupport", swiftSettings: settings),
    // Code in the shapes of real apps, which must build as it stands in both language modes.
    clients("ClientsSwift5", .v5, path: "Tests/Clients/Swift5"),
    clients("ClientsSwift6", .v6, path: "Tests/Clients/Swift6"),
    tests("PhoneLinkTests", ["CallModel", "Wire", "PhoneLink", "AppSideSupport"]),
    tests(
        "OpenCallKitTests",
        [
            "CallKit", "PushKit", "AVFAudio", "CallModel", "PhoneLink", "AppSideSupport",
            "ClientsSwift5", "ClientsSwift6",
        ]),
    tests("OpenPushKitTests", ["CallKit", "PushKit", "CallModel", "PhoneLink", "AppSideSupport"]),
    tests(
        "CallKitTestingTests",
        ["CallKit", "PushKit", "AVFAudio", "CallModel", "CallKitTesting", "PocketApp"]),
    program("PocketApp", ["CallKit", "PushKit"], path: "Tests/Apps/PocketApp"),
    tests("OpenAVFAudioTests", ["AVFAudio", "CallModel", "PhoneLink", "AppSideSupport"]),

    // Real processes, and an app that breaks a rule.
    .testTarget(
        name: "EndToEnd", dependencies: ["CallModel", "Wire", "Timeline"], path: "Tests/EndToEnd",
        exclude: ["Apps"], swiftSettings: settings),
    program("SilentApp", ["CallKit", "PushKit"], path: "Tests/EndToEnd/Apps/SilentApp"),
]
package.products.append(.executable(name: "Hotline", targets: ["Hotline"]))
#endif
