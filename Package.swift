// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Whether Apple's modules stand where this manifest is read, which is the host.
///
/// `OPENCALLKIT_HOST=linux` is for a Mac that compiles for Linux; `darwin` shows on Linux what a
/// Mac sees.
#if canImport(Darwin)
let isDarwin = Context.environment["OPENCALLKIT_HOST"] != "linux"
#else
let isDarwin = Context.environment["OPENCALLKIT_HOST"] == "darwin"
#endif

/// Whether the app side shows no more than Apple's SDK: no Sendable class that is none there, no
/// function that an iPhone lacks.
///
/// `OPENCALLKIT_APPLE_PARITY=1 swift build`, in this package or in one that depends on it, says so
/// of the code that uses it.
let isAppleParity = Context.environment["OPENCALLKIT_APPLE_PARITY"] == "1"

/// Settings of every Swift target.
///
/// Warnings become errors in the checks, never here: a newer compiler must not break those who
/// depend on this package.
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // Without the conformances that it takes away, the app side builds in mode 5 alone, with
    // warnings; but as a module that was checked, or those who use it would not be.
    + (isAppleParity
        ? [
            .define("APPLE_PARITY"), .swiftLanguageMode(.v5),
            .enableUpcomingFeature("StrictConcurrency"),
        ]
        : [.swiftLanguageMode(.v6)])

/// A room of the house: Documentation/Architecture.md says what each holds and which arrows may
/// exist.
///
/// Target names must be unique among all packages of an app, so the rooms with everyday names
/// (Networking, Storage …) are modules with the prefix OCK, in folders without it.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let folder = name.hasPrefix("OCK") ? String(name.dropFirst(3)) : name
    return .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)",
        swiftSettings: settings)
}

/// A C library of the system.
///
/// On Linux it lies where every compiler looks, and the module map says what to link. SwiftPM asks
/// pkg-config for each library of a graph, needed or not, and warns whoever tests an app without
/// them; so only where Homebrew has them is it asked.
func library(_ name: String, _ pkgConfig: String) -> Target {
    .systemLibrary(name: name, pkgConfig: isDarwin ? pkgConfig : nil)
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
        name: name,
        dependencies: [
            "CallKit", "PushKit", "AVFAudio", "AVFoundation", "UIKit", "Intents", "os", "OSLog",
        ], path: path,
        swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "OpenCallKit",
    // For VoIPKit, which Xcode builds: the oldest iOS that has Swift's concurrency.
    platforms: [.iOS(.v13), .macCatalyst(.v13)],
    products: [
        .library(name: "OpenCallKit", targets: ["OpenCallKit"]),
        .library(name: "OpenPushKit", targets: ["OpenPushKit"]),
        .library(name: "OpenAVFAudio", targets: ["OpenAVFAudio"]),
        .library(name: "OpenAppLife", targets: ["OpenAppLife"]),
        .library(name: "OpenIntents", targets: ["OpenIntents"]),
        .library(name: "OpenOSLog", targets: ["OpenOSLog"]),
        .library(name: "CallKitTesting", targets: ["CallKitTesting"]),
        .library(name: "VoIPKit", targets: ["VoIPKit"]),
        .library(name: "PushSender", targets: ["PushSender"]),
        .library(name: "NumberTable", targets: ["NumberTable"]),
        .executable(name: "opencallkit", targets: ["OpenCallKitCommand"]),
    ],
    targets: [
        // The ground: values, no I/O.
        room("CallModel"),
        room("OCKWire", ["CallModel"]),
        room("OCKCredentials", ["COpenSSL"]),
        room("OCKTimeline", ["CallModel"]),
        room("OCKStorage", ["CSQLite"]),
        room("NumberTable"),
        room("PhoneNumbers"),

        // The phone.
        room("PhoneCore", ["CallModel", "PhoneNumbers"]),
        room("PhoneHost", ["CallModel", "OCKWire", "NumberTable", "PhoneCore"]),
        room(
            "PhoneServices",
            [
                "CallModel", "OCKWire", "OCKStorage", "NumberTable", "PhoneCore", "PhoneHost",
                "OCKNetworking", "CLinux",
            ]),

        // The push service.
        room("OCKNetworking", ["CEvent", "COpenSSL", "CLinux"]),
        room("OCKHTTP2", ["OCKNetworking", "CNghttp2"]),
        room("GatewayCore", ["CallModel"]),
        room(
            "PushGateway",
            [
                "CallModel", "OCKWire", "OCKCredentials", "OCKStorage", "OCKNetworking", "OCKHTTP2",
                "GatewayCore",
            ]),
        room("PushSender", ["OCKCredentials", "OCKNetworking", "OCKHTTP2"]),
        room("ProviderServer", ["OCKStorage", "OCKNetworking", "PushSender"]),

        // The directory of numbers.
        .target(
            name: "CPhoneNumber", path: "Sources/CPhoneNumber",
            linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
        room(
            "DirectoryLists", ["NumberTable", "PhoneNumbers", "CPhoneNumber", "CZlib", "CZstd"]),

        // The app side: no C library below it.
        room("PhoneLink", ["CallModel", "OCKWire"]),
        room("OpenFoundation", ["CallModel", "PhoneLink"]),
        room("OpenAVFAudio", ["CallModel", "PhoneLink", "OpenFoundation"]),
        room("OpenCallKit", ["CallModel", "PhoneLink", "OpenFoundation", "OpenAVFAudio"]),
        room("OpenPushKit", ["CallModel", "OCKWire", "PhoneLink", "OpenFoundation"]),
        room("OpenIntents", ["CallModel", "OpenFoundation"]),
        room("OpenAppLife", ["CallModel", "PhoneLink", "OpenFoundation"]),
        room("OpenOSLog"),

        // The calling half of an app, on Apple's modules: here those of the same names.
        room(
            "VoIPKit",
            isDarwin ? [] : ["CallKit", "PushKit", "AVFAudio", "Intents"]),

        // A phone for tests: no C library either.
        room(
            "CallKitTesting",
            [
                "CallModel", "OCKWire", "OCKTimeline", "NumberTable", "PhoneCore", "PhoneHost",
                "PhoneLink", "OpenFoundation", "OpenCallKit", "OpenPushKit", "OpenAVFAudio",
                "OpenIntents", "OpenAppLife",
            ]),

        // The top. Named apart from OpenCallKit also where file names ignore case.
        .executableTarget(
            name: "OpenCallKitCommand",
            dependencies: [
                "CallModel", "OCKWire", "OCKTimeline", "PhoneHost", "PhoneServices", "PhoneLink",
                "OCKNetworking", "PushGateway", "PushSender", "ProviderServer", "NumberTable",
                "PhoneNumbers", "DirectoryLists",
            ],
            swiftSettings: settings),

        // C libraries, which the phone, the gateway and the sender link.
        library("CNghttp2", "libnghttp2"),
        library("CEvent", "libevent_extra"),
        library("COpenSSL", "openssl"),
        library("CSQLite", "sqlite3"),
        library("CZlib", "zlib"),
        library("CZstd", "libzstd"),
        .systemLibrary(name: "CLinux"),

        // Tests of single rooms.
        tests("CallModelTests", ["CallModel"]),
        tests("WireTests", ["CallModel", "OCKWire"]),
        tests("CredentialsTests", ["OCKCredentials", "COpenSSL"]),
        tests("StorageTests", ["OCKStorage"]),
        tests("PhoneNumbersTests", ["PhoneNumbers"]),
        tests("TimelineTests", ["CallModel", "OCKTimeline"]),
        tests("PhoneCoreTests", ["CallModel", "PhoneCore"]),
        tests(
            "PhoneHostTests",
            [
                "CallModel", "OCKWire", "NumberTable", "PhoneCore", "PhoneHost", "CallKitTesting",
                "PhoneTestSupport",
            ]),
        tests("GatewayCoreTests", ["CallModel", "GatewayCore"]),

        tests("NetworkingTests", ["OCKCredentials", "OCKNetworking", "LoopTesting", "COpenSSL"]),
        tests("NumberTableTests", ["NumberTable"]),
        tests("HTTP2Tests", ["OCKHTTP2", "OCKNetworking", "LoopTesting"]),
        tests(
            "PushSenderTests",
            ["PushSender", "OCKCredentials", "OCKHTTP2", "OCKNetworking", "LoopTesting"]),
        tests(
            "ProviderServerTests",
            ["ProviderServer", "PushSender", "OCKStorage", "OCKNetworking", "LoopTesting"]),
        tests(
            "PhoneServicesTests",
            [
                "CallModel", "OCKWire", "OCKStorage", "NumberTable", "PhoneCore", "PhoneHost",
                "PhoneServices", "CallKitTesting", "PhoneTestSupport", "OCKNetworking",
                "OCKCredentials", "CLinux", "ScriptedExtension",
            ]),
        tests(
            "PushGatewayTests",
            [
                "CallModel", "OCKWire", "OCKCredentials", "GatewayCore", "OCKHTTP2",
                "OCKNetworking",
                "PushGateway", "OCKStorage",
            ]),
        tests(
            "OpenCallKitCommandTests",
            ["CallModel", "OCKTimeline", "PushSender", "OpenCallKitCommand"]),

        tests(
            "DirectoryListsTests",
            [
                "CallModel", "NumberTable", "PhoneNumbers", "DirectoryLists", "CPhoneExamples",
                "CZlib", "CZstd",
            ]),

        // What tests of several rooms share.
        .target(
            name: "LoopTesting", dependencies: ["OCKNetworking", "OCKCredentials"],
            path: "Tests/LoopTesting", swiftSettings: settings),
        program(
            "ScriptedExtension", ["CallModel", "OCKWire", "PhoneLink"],
            path: "Tests/Apps/ScriptedExtension"),
        .target(
            name: "PhoneTestSupport",
            dependencies: ["CallModel", "OCKWire", "PhoneCore", "PhoneHost"],
            path: "Tests/Support", swiftSettings: settings),
        .target(
            name: "CPhoneExamples", path: "Tests/CPhoneExamples",
            linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
        program("simulate", ["CallModel", "PhoneCore", "GatewayCore"], path: "Tests/Simulate"),
        tests("SimulationTests", []),

        // Bytes that break something, looked for and, once found, kept.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CallModel", "OCKWire", "OCKCredentials", "OCKNetworking", "OCKHTTP2",
                "GatewayCore", "PushGateway", "PushSender", "ProviderServer", "OpenPushKit",
                "PhoneNumbers", "PhoneServices", "NumberTable", "DirectoryLists", "CZlib", "CZstd",
            ],
            path: "Fuzz/Targets", swiftSettings: settings),
        .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        program(
            "fuzz",
            [
                "CallModel", "OCKWire", "OCKCredentials", "NumberTable", "FuzzTargets", "CFuzzer",
            ],
            path: "Fuzz/Program"),
        tests("FuzzTests", ["FuzzTargets"]),

        // Benchmarks: ratios against a floor in the same run.
        .executableTarget(
            name: "RingLatency",
            dependencies: [
                "CallModel", "OCKWire", "OCKTimeline", "PhoneLink", "OCKNetworking", "OCKHTTP2",
            ],
            path: "Benchmarks/RingLatency", exclude: ["run"], swiftSettings: settings),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        .executableTarget(
            name: "PhoneCoreBench", dependencies: ["CallModel", "PhoneCore", "CAllocations"],
            path: "Benchmarks/PhoneCore", exclude: ["run"], swiftSettings: settings),
        program("EmptyProgram", [], path: "Benchmarks/EmptyProgram"),
        program(
            "GatewayPhones", ["CallModel", "OCKWire", "OCKNetworking", "OCKHTTP2", "PushGateway"],
            path: "Benchmarks/GatewayPhones"),
        .executableTarget(
            name: "SenderRate", dependencies: ["PushSender"], path: "Benchmarks/SenderRate",
            exclude: ["run"], swiftSettings: settings),
        program("DirectoryTable", ["NumberTable"], path: "Benchmarks/DirectoryTable"),
    ],
    cxxLanguageStandard: .cxx17
)

/// Apps and extensions as they stand in an iOS project, and the rules of Apple's that they show.
let examples: [Target] = [
    .executableTarget(
        name: "Hotline",
        dependencies: ["VoIPKit", "UIKit", "HotlineSignalling"],
        path: "Examples/Hotline",
        exclude: ["Info.plist", "Entitlements.plist", "CallDirectory", "Echo", "Signalling"],
        swiftSettings: settings),
    // The other side of its calls, and what both speak.
    .target(
        name: "HotlineSignalling", path: "Examples/Hotline/Signalling", swiftSettings: settings),
    .executableTarget(
        name: "HotlineEcho", dependencies: ["HotlineSignalling"], path: "Examples/Hotline/Echo",
        swiftSettings: settings),
    tests(
        "HotlineTests",
        [
            "Hotline", "HotlineSignalling", "HotlineEcho", "VoIPKit", "CallKit", "UIKit",
            "_Testing_UIKit", "CallKitTesting",
        ]),
    .executableTarget(
        name: "HotlineCallDirectory", dependencies: ["CallKit"],
        path: "Examples/Hotline/CallDirectory", exclude: ["Info.plist", "Entitlements.plist"],
        swiftSettings: settings),
    .executableTarget(
        name: "NumberList", dependencies: ["CallKit", "NumberTable"], path: "Examples/NumberList",
        exclude: ["Info.plist", "Entitlements.plist", "CallDirectory"], swiftSettings: settings),
    .executableTarget(
        name: "NumberListCallDirectory", dependencies: ["CallKit", "NumberTable"],
        path: "Examples/NumberList/CallDirectory", exclude: ["Info.plist", "Entitlements.plist"],
        swiftSettings: settings),
    // Clients without the settings of the house, as their own projects would build them.
    .executableTarget(
        name: "ArticleMessageManager",
        dependencies: ["CallKit", "PushKit", "AVFoundation", "UIKit", "Intents"],
        path: "Examples/Articles/MessageManager", exclude: ["Info.plist", "Entitlements.plist"],
        swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
        name: "ArticleCallManager",
        dependencies: ["CallKit", "PushKit", "AVFoundation", "UIKit", "Intents", "os"],
        path: "Examples/Articles/CallManager",
        exclude: ["Info.plist", "Entitlements.plist", "IconMask.png"],
        swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
        name: "ArticleSharedServices",
        dependencies: ["CallKit", "PushKit", "AVFoundation", "UIKit", "Intents"],
        path: "Examples/Articles/SharedServices", exclude: ["Info.plist", "Entitlements.plist"],
        swiftSettings: [.swiftLanguageMode(.v6)]),
    tests(
        "ArticlesTests",
        [
            "UIKit", "_Testing_UIKit", "CallKit", "CallKitTesting", "ArticleMessageManager",
            "ArticleCallManager", "ArticleSharedServices",
        ]),
    tests(
        "ConformanceTests",
        [
            "CallKit", "PushKit", "AVFAudio", "UIKit", "_Testing_UIKit", "Intents", "CallModel",
            "PhoneCore", "PhoneHost", "PhoneLink", "CallKitTesting",
        ]),
]

/// Tests of the app side, which speak Apple's names.
let appSideTests: [Target] = [
    .target(
        name: "AppSideSupport",
        dependencies: ["CallModel", "OCKWire", "PhoneLink", "OpenFoundation"],
        path: "Tests/AppSideSupport", swiftSettings: settings),
    // Code in the shapes of real apps, which must build as it stands in both language modes.
    clients("ClientsSwift5", .v5, path: "Tests/Clients/Swift5"),
    clients("ClientsSwift6", .v6, path: "Tests/Clients/Swift6"),
    tests("PhoneLinkTests", ["CallModel", "OCKWire", "PhoneLink", "AppSideSupport"]),
    tests(
        "OpenCallKitTests",
        [
            "CallKit", "PushKit", "AVFAudio", "CallModel", "PhoneLink", "AppSideSupport",
            "ClientsSwift5", "ClientsSwift6", "PocketDirectory",
        ]),
    tests(
        "OpenPushKitTests",
        [
            "CallKit", "PushKit", "OpenPushKit", "CallModel", "PhoneLink", "AppSideSupport",
            "PushOnlyApp",
        ]),
    program("PushOnlyApp", ["PushKit"], path: "Tests/Apps/PushOnlyApp"),
    tests(
        "CallKitTestingTests",
        [
            "CallKit", "PushKit", "AVFAudio", "UIKit", "_Testing_UIKit", "Intents", "CallModel",
            "NumberTable", "CallKitTesting", "PocketApp", "LifeApp",
        ]),
    program("PocketApp", ["CallKit", "PushKit"], path: "Tests/Apps/PocketApp"),
    program(
        "LifeApp", ["CallKit", "PushKit", "UIKit", "Intents"], path: "Tests/Apps/LifeApp"),
    program("PocketDirectory", ["CallKit"], path: "Tests/Apps/PocketDirectory"),
    program("PocketDelegate", ["UIKit"], path: "Tests/Apps/PocketDelegate"),
    tests("OpenAVFAudioTests", ["AVFAudio", "CallModel", "PhoneLink", "AppSideSupport"]),
    tests(
        "OpenAppLifeTests",
        [
            "UIKit", "_Testing_UIKit", "Intents", "CallModel", "OCKWire", "PhoneLink",
            "OpenAppLife", "AppSideSupport", "ClientsSwift5", "ClientsSwift6", "PocketDelegate",
        ]),
    tests("OpenFoundationTests", ["CallModel", "OpenFoundation"]),
    tests(
        "OpenIntentsTests",
        [
            "CallKit", "Intents", "CallModel", "OpenFoundation", "OpenIntents", "AppSideSupport",
            "ClientsSwift5", "ClientsSwift6",
        ]),
    tests("OpenOSLogTests", ["os", "OSLog", "OpenOSLog"]),

    tests(
        "VoIPKitTests",
        [
            "VoIPKit", "CallKit", "PushKit", "AVFAudio", "Intents", "UIKit", "_Testing_UIKit",
            "CallKitTesting",
        ]),

    // Real processes, and an app that breaks a rule.
    .testTarget(
        name: "EndToEnd",
        dependencies: ["CallModel", "OCKWire", "OCKTimeline", "OCKNetworking", "OCKCredentials"],
        path: "Tests/EndToEnd",
        exclude: ["Apps", "Python"], swiftSettings: settings),
    program("SilentApp", ["CallKit", "PushKit"], path: "Tests/EndToEnd/Apps/SilentApp"),
    .executableTarget(
        name: "BadDirectory", dependencies: ["CallKit"], path: "Tests/EndToEnd/Apps/BadDirectory",
        exclude: ["Info.plist", "Entitlements.plist"], swiftSettings: settings),
]

/// The products with Apple's names, each with the room that stands behind it.
let appleNames = [
    ("CallKit", "OpenCallKit"), ("PushKit", "OpenPushKit"), ("AVFAudio", "OpenAVFAudio"),
    ("AVFoundation", "OpenAVFAudio"), ("UIKit", "OpenAppLife"), ("Intents", "OpenIntents"),
    ("os", "OpenOSLog"), ("OSLog", "OpenOSLog"),
]

if isDarwin {
    // Modules of these names would shadow the SDK's. The products are there all the same, and
    // empty, so that one manifest of an app serves both systems.
    package.targets.append(room("OCKAppleFrameworks"))
    package.products += appleNames.map { .library(name: $0.0, targets: ["OCKAppleFrameworks"]) }
} else {
    for (name, source) in appleNames {
        package.targets.append(room(name, [.byName(name: source)]))
        // A file that imports Testing and UIKit makes the compiler load _Testing_UIKit.
        let overlays = name == "UIKit" ? ["_Testing_UIKit"] : []
        package.products.append(.library(name: name, targets: [name] + overlays))
    }
    package.targets.append(room("_Testing_UIKit"))
    package.targets += examples + appSideTests
}
