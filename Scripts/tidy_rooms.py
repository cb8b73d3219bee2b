# SPDX-License-Identifier: Apache-2.0
"""The table of rooms: what each may import. Scripts/tidy holds it."""

# --- The table of rooms -----------------------------------------------------------------------
# A room may import its own row and nothing else. A new arrow is a decision: it stands here, in
# Package.swift and in Documentation/Architecture.md, or nowhere.

ESSENTIALS = {"FoundationEssentials"}  # always behind canImport, with Foundation in the #else
SYSTEM = {"Glibc", "Synchronization"}
APPLE = {"Foundation", "Dispatch", "Glibc", "Synchronization"}

# room: (other rooms and C libraries, modules of the system)
ROOMS = {
    # The ground.
    "CallModel": (set(), set()),
    "OCKWire": ({"CallModel"}, ESSENTIALS),
    "OCKCredentials": ({"COpenSSL"}, set()),
    "OCKTimeline": ({"CallModel"}, ESSENTIALS),
    "OCKStorage": ({"CSQLite"}, {"Glibc"}),
    "NumberTable": (set(), SYSTEM),
    "PhoneNumbers": (set(), set()),
    # The phone.
    "PhoneCore": ({"CallModel", "PhoneNumbers"}, set()),
    "PhoneHost": (
        {"CallModel", "OCKWire", "NumberTable", "PhoneCore"}, ESSENTIALS | {"Synchronization"}),
    "PhoneServices": (
        {"CallModel", "OCKWire", "OCKStorage", "NumberTable", "PhoneCore", "PhoneHost",
         "OCKNetworking", "CLinux"},
        ESSENTIALS | SYSTEM),
    # The push service.
    "OCKNetworking": ({"CEvent", "COpenSSL", "CLinux"}, SYSTEM),
    "OCKHTTP2": ({"OCKNetworking", "CNghttp2"}, {"Glibc"}),
    "GatewayCore": ({"CallModel"}, set()),
    "PushGateway": (
        {"CallModel", "OCKWire", "OCKCredentials", "OCKStorage", "OCKNetworking", "OCKHTTP2",
         "GatewayCore"},
        ESSENTIALS | SYSTEM,
    ),
    "PushSender": ({"OCKCredentials", "OCKNetworking", "OCKHTTP2"}, ESSENTIALS | SYSTEM),
    "ProviderServer": ({"OCKStorage", "OCKNetworking", "PushSender"}, ESSENTIALS | SYSTEM),
    # The directory of numbers.
    "CPhoneNumber": (set(), set()),
    "DirectoryLists": (
        {"NumberTable", "PhoneNumbers", "CPhoneNumber", "CZlib", "CZstd"}, {"Glibc"}),
    # The app side.
    "PhoneLink": ({"CallModel", "OCKWire"}, APPLE),
    "OpenFoundation": ({"CallModel", "PhoneLink"}, APPLE),
    "OpenAVFAudio": ({"CallModel", "PhoneLink", "OpenFoundation"}, APPLE),
    "OpenCallKit": ({"CallModel", "PhoneLink", "OpenFoundation", "OpenAVFAudio"}, APPLE),
    "OpenPushKit": ({"CallModel", "OCKWire", "PhoneLink", "OpenFoundation"}, APPLE),
    "OpenIntents": ({"CallModel", "OpenFoundation"}, APPLE),
    "OpenAppLife": ({"CallModel", "PhoneLink", "OpenFoundation"}, APPLE),
    "OpenOSLog": (set(), APPLE),
    "CallKit": ({"OpenCallKit"}, set()),
    "PushKit": ({"OpenPushKit"}, set()),
    "AVFAudio": ({"OpenAVFAudio"}, set()),
    "AVFoundation": ({"OpenAVFAudio"}, set()),
    "UIKit": ({"OpenAppLife"}, set()),
    "_Testing_UIKit": (set(), set()),
    "Intents": ({"OpenIntents"}, set()),
    "os": ({"OpenOSLog"}, set()),
    "OSLog": ({"OpenOSLog"}, set()),
    "VoIPKit": (
        {"CallKit", "PushKit", "AVFAudio", "Intents"},
        # The last is Apple's alone: behind canImport.
        {"Foundation", "Dispatch", "LiveCommunicationKit"}),
    "OCKAppleFrameworks": (set(), set()),  # behind these names where Apple's modules are
    "Hotline": ({"VoIPKit", "UIKit", "HotlineSignalling"}, {"Foundation"}),
    "HotlineSignalling": (set(), {"Foundation"}),
    "HotlineEcho": ({"HotlineSignalling"}, {"Foundation"}),
    "HotlineCallDirectory": ({"CallKit"}, {"Foundation"}),
    **dict.fromkeys(
        ["NumberList", "NumberListCallDirectory"], ({"CallKit", "NumberTable"}, {"Foundation"})),
    "ArticleMessageManager": (
        {"CallKit", "PushKit", "AVFoundation", "UIKit", "Intents"},
        {"Foundation", "FoundationNetworking"}),
    "ArticleCallManager": (
        {"CallKit", "PushKit", "AVFoundation", "UIKit", "Intents", "os"}, {"Foundation"}),
    "ArticleSharedServices": (
        {"CallKit", "PushKit", "AVFoundation", "UIKit", "Intents"}, {"Foundation"}),
    # A phone for tests.
    "CallKitTesting": (
        {"CallModel", "OCKWire", "OCKTimeline", "NumberTable", "PhoneCore", "PhoneHost",
         "PhoneLink", "OpenFoundation", "OpenCallKit", "OpenPushKit", "OpenAVFAudio",
         "OpenIntents", "OpenAppLife"}, APPLE | {"Testing"}),
    # The top.
    "OpenCallKitCommand": (
        {
            "CallModel", "OCKWire", "OCKTimeline", "PhoneHost", "PhoneServices", "PhoneLink",
            "OCKNetworking", "PushGateway", "PushSender", "ProviderServer", "NumberTable",
            "PhoneNumbers", "DirectoryLists",
        },
        ESSENTIALS | SYSTEM,
    ),
}
# What tests share, and the programs that they run.
ROOMS |= {
    "PhoneTestSupport": ({"CallModel", "OCKWire", "PhoneCore", "PhoneHost"}, set()),
    "LoopTesting": ({"OCKNetworking", "OCKCredentials"}, SYSTEM),
    "AppSideSupport": ({"CallModel", "OCKWire", "PhoneLink", "OpenFoundation"}, APPLE),
    **dict.fromkeys(
        ["ClientsSwift5", "ClientsSwift6"],
        ({"CallKit", "PushKit", "AVFAudio", "AVFoundation", "UIKit", "Intents", "os", "OSLog"},
         APPLE)),
    **dict.fromkeys(["SilentApp", "PocketApp"], ({"CallKit", "PushKit"}, {"Foundation"})),
    "LifeApp": ({"CallKit", "PushKit", "UIKit", "Intents"}, set()),
    "PushOnlyApp": ({"PushKit"}, set()),
    **dict.fromkeys(["BadDirectory", "PocketDirectory"], ({"CallKit"}, {"Foundation"})),
    "PocketDelegate": ({"UIKit"}, {"Foundation"}),
    "ScriptedExtension": ({"CallModel", "OCKWire", "PhoneLink"}, {"Glibc"}),
    "RingLatency": (
        {"CallModel", "OCKWire", "OCKTimeline", "PhoneLink", "OCKNetworking", "OCKHTTP2"},
        {"Glibc"}),
    "EmptyProgram": (set(), {"Foundation"}), "CAllocations": (set(), set()),
    "CPhoneExamples": (set(), set()),
    "PhoneCoreBench": ({"CallModel", "PhoneCore", "CAllocations"}, {"Glibc"}),
    "GatewayPhones": (
        {"CallModel", "OCKWire", "OCKNetworking", "OCKHTTP2", "PushGateway"}, {"Glibc"}),
    "SenderRate": ({"PushSender"}, {"Glibc"}), "DirectoryTable": ({"NumberTable"}, {"Glibc"}),
    "simulate": ({"CallModel", "PhoneCore", "GatewayCore"}, {"Glibc"}),
    "FuzzTargets": (
        {"CallModel", "OCKWire", "OCKCredentials", "OCKNetworking", "OCKHTTP2", "GatewayCore",
         "PushGateway", "PushSender", "ProviderServer", "OpenPushKit", "PhoneNumbers",
         "PhoneServices", "NumberTable", "DirectoryLists", "CZlib", "CZstd"},
        ESSENTIALS | {"Glibc"}),
    "fuzz": (
        {"CallModel", "OCKWire", "OCKCredentials", "NumberTable", "FuzzTargets", "CFuzzer"},
        {"Glibc"}),
}
