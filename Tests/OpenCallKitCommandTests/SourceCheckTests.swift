// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import OpenCallKitCommand

/// What the doctor finds in sources.
@Suite struct SourceCheckTests {
    private func findings(_ source: String, target: String = "") -> [Finding] {
        let file = SourceFile(path: "A.swift", target: target, bytes: Array(source.utf8))
        return SourceCheck(files: [file]).findings()
    }

    private func problems(_ source: String) -> [String] {
        findings(source).filter(\.isFatal).map(\.text)
    }

    @Test(
        "A delegate method that differs from Apple's by a label is named with its line",
        arguments: [
            (
                "func provider(_ p: CXProvider, didActivateAudioSession s: AVAudioSession) {}",
                "provider(_:didActivate:)"
            ),
            (
                "func provider(_ p: CXProvider, performStartCallAction a: CXStartCallAction) {}",
                "provider(_:perform:)"
            ),
            (
                "func provider(_ p: CXProvider, timedOut a: CXAction) {}",
                "provider(_:timedOutPerforming:)"
            ),
            (
                "func provider(p: CXProvider, didDeactivate s: AVAudioSession) {}",
                "provider(_:didDeactivate:)"
            ),
            ("func providerReset(_ p: CXProvider) {}", "providerDidReset(_:)"),
        ])
    func providerMethods(method: String, meant: String) {
        let found = problems("class A: NSObject, CXProviderDelegate {\n    \(method)\n}")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("A.swift:2: ") == true)
        #expect(found.first?.contains("CXProviderDelegate has \(meant)") == true, "\(found)")
    }

    @Test(
        "So are those of the registry, the observer and the app",
        arguments: [
            (
                "PKPushRegistryDelegate",
                "func pushRegistry(_ r: PKPushRegistry, didUpdate c: PKPushCredentials, "
                    + "forType t: PKPushType) {}",
                "pushRegistry(_:didUpdate:for:)"
            ),
            (
                "PKPushRegistryDelegate",
                "func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWithPayload p: "
                    + "PKPushPayload, for t: PKPushType, completion: @escaping () -> Void) {}",
                "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
            ),
            (
                "CXCallObserverDelegate",
                "func callObserver(_ o: CXCallObserver, changed c: CXCall) {}",
                "callObserver(_:callChanged:)"
            ),
            (
                "UIApplicationDelegate",
                "func application(_ a: UIApplication, continueUserActivity u: NSUserActivity, "
                    + "restorationHandler: @escaping ([Any]?) -> Void) -> Bool {}",
                "application(_:continue:restorationHandler:)"
            ),
            (
                "UIApplicationDelegate",
                "func application(_ a: UIApplication, didFinishLaunching o: [String: Any]?) {}",
                "application(_:didFinishLaunchingWithOptions:)"
            ),
        ])
    func otherMethods(delegate: String, method: String, meant: String) {
        let found = problems("extension A: \(delegate) {\n\(method)\n}")
        #expect(found.count == 1)
        #expect(found.first?.contains("\(delegate) has \(meant)") == true, "\(found)")
    }

    @Test("An action of a type that no provider sends is named")
    func performed() {
        let found = problems(
            "class A: CXProviderDelegate { func provider(_ p: CXProvider, perform a: CXAction) {} }"
        )
        #expect(found.count == 1 && found[0].contains("with CXAction is never called"))
    }

    @Test("Apple's methods, an app's own, and those of types that are no delegate are left alone")
    func noFalseAlarm() {
        let source = """
            protocol Doubles { func provider(_ p: CXProvider, didSomething: Int) }
            class Other { func provider(_ p: CXProvider, didActivateSession s: Int) {} }
            class A: NSObject, CXProviderDelegate, UIApplicationDelegate {
                func provider(_ provider: CXProvider, perform action: CXEndCallAction) {}
                func provider(for name: String) -> CXProvider? { nil }
                func application(_ a: UIApplication, open url: URL, options: [Int: Any]) {}
                func application(
                    _ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken d: Data) {}
                func application(
                    _ a: UIApplication, didFailToRegisterForRemoteNotificationsWithError e: Int) {}
                func applicationIsReady(_ a: UIApplication) -> Bool { true }
                // func provider(_ p: CXProvider, didActivateAudioSession s: Int) {}
            }
            """
        #expect(problems(source).isEmpty, "\(problems(source))")
    }

    @Test("A computed property that makes a provider each time is named, a stored one is not")
    func computed() {
        let computed = problems(
            "class A {\n var provider: CXProvider {\n return CXProvider(configuration: c)\n }\n}\n"
                + "p.setDelegate(self, queue: nil)")
        #expect(computed.count == 1 && computed[0].hasPrefix("A.swift:3: "))
        for stored in [
            "lazy var provider: CXProvider = { CXProvider(configuration: c) }()",
            "let provider = CXProvider(configuration: c)",
            "var provider: CXProvider? { didSet { use(CXProvider(configuration: c)) } }",
            "var p: CXProvider { if let q { return q }; let n = CXProvider(c); q = n; return n }",
        ] {
            #expect(
                problems("class A { \(stored) }; p.setDelegate(a, queue: nil)").isEmpty, "\(stored)"
            )
        }
    }

    @Test("A second provider of one target is a remark, and one of another target is not")
    func twoProviders() {
        let source = "let p = CXProvider(configuration: c)\n"
        let files = ["X", "X", "Y"].enumerated().map { index, target in
            SourceFile(path: "\(index).swift", target: target, bytes: Array(source.utf8))
        }
        let found = SourceCheck(files: files).findings().filter {
            $0.words.contains("another CXProvider")
        }
        #expect(found.map(\.file) == ["1.swift"])
        #expect(found.map(\.isFatal) == [false])
    }

    @Test("A registry that asks for nothing, reports nothing, or comes with a screen is named")
    func registry() {
        let bare = problems("let r = PKPushRegistry(queue: nil)")
        #expect(bare.contains { $0.contains("desiredPushTypes is set nowhere") })
        #expect(bare.contains { $0.contains("no incoming call is reported anywhere") })
        let late = problems(
            "class V { func viewDidLoad() { r = PKPushRegistry(queue: nil); r.delegate = self; "
                + "r.desiredPushTypes = [.voIP]; p.reportNewIncomingCall(with: u, update: c) } }")
        #expect(late.count == 1 && late[0].contains("(B120)"))
    }

    @Test("A registry or a provider that nobody listens to is named, and pushes of another type")
    func unheard() {
        let registry =
            "let r = PKPushRegistry(queue: nil); p.reportNewIncomingCall(with: u, update: c)\n"
        let silent = problems(registry + "r.desiredPushTypes = [.voIP]")
        #expect(silent.count == 1 && silent[0].contains("has no delegate"), "\(silent)")
        let other = problems(registry + "r.delegate = self\nr.desiredPushTypes = [.fileProvider]")
        #expect(other.count == 1 && other[0].contains("names no .voIP"), "\(other)")
        #expect(problems(registry + "r.delegate = self\nr.desiredPushTypes = [.voIP]").isEmpty)

        let provider = problems("\nlet p = CXProvider(configuration: c)")
        #expect(provider.count == 1 && provider[0].hasPrefix("A.swift:2: "), "\(provider)")
        #expect(provider.first?.contains("setDelegate(_:queue:)") == true)
    }

    @Test(
        "What does not build here is named with what to write instead",
        arguments: [
            (
                "try s.setCategory(AVAudioSessionCategoryPlayAndRecord)",
                "write AVAudioSession.Category.playAndRecord"
            ),
            ("AVAudioSessionModeVoiceChat", "write AVAudioSession.Mode.voiceChat"),
            ("AVAudioSessionPortUSBAudio", "write AVAudioSession.Port.usbAudio"),
            ("r.desiredPushTypes = [PKPushTypeVoIP]", "write PKPushType.voIP"),
            ("f(.UIApplicationDidBecomeActive)", "UIApplication.didBecomeActiveNotification"),
            ("@UIApplicationMain class A {}", "write @main"),
            ("@objc func a() {}", "leave it out"), ("f(#selector(a))", "pass a closure"),
            ("import os.log", "write import os"), ("import SwiftUI", "#if canImport(SwiftUI)"),
            ("delegate?.provider?(p, perform: a)", "write provider("),
            ("class V: UITableView {}", "keep screens"),
            ("let r = URLRequest(url: u)", "import that too"),
        ])
    func porting(source: String, words: String) {
        let found = problems(source)
        #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }

    @Test("A thing is named once a file, with how often it is there")
    func counted() {
        let found = problems("@objc func a() {}\n@objc func b() {}\n@objc func c() {}")
        #expect(found.count == 1 && found[0].hasPrefix("A.swift:1: "))
        #expect(found[0].hasSuffix("(and 2 more in this file)"))
    }

    @Test("Names that only begin like an old one, and an app's own of that name, are left alone")
    func newSpellings() {
        let source = """
            import os
            import UIKit
            typealias UIApplicationState = Int
            let a: AVAudioSessionRouteDescription, b = AVAudioSessionInterruptionTypeKey
            let c: AVAudioSessionPortDescription, d = AVAudioSessionRouteChangeReasonKey
            let e = "@objc AVAudioSessionModeVoiceChat"
            """
        #expect(problems(source).isEmpty, "\(problems(source))")
    }

    // MARK: The package's own

    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    @Test("What is said not to be here is not here")
    func absent() throws {
        let folder = Self.package.appending(path: "Sources/OpenAppLife")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        for file in files where file.pathExtension == "swift" {
            let outline = SwiftOutline(SwiftLexer.tokens([UInt8](try Data(contentsOf: file))))
            for type in outline.types {
                #expect(!PortingCheck.screens.contains(type.name), "\(type.name)")
            }
        }
    }

    @Test("The table of Apple's methods is that of the ledgers")
    func ledgers() throws {
        let folder = Self.package.appending(path: "Compatibility")
        for delegate in AppleMethods.delegates {
            var known: Set<String> = []
            for ledger in ["CallKit", "PushKit", "UIKit"] {
                let file = folder.appending(path: "\(ledger).tsv")
                guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
                for row in text.split(separator: "\n") where row.hasPrefix("\(delegate.name).") {
                    let name = row.split(separator: "\t").first?.dropFirst(delegate.name.count + 1)
                    if let name, name.hasSuffix(")") { known.insert(String(name)) }
                }
            }
            guard !known.isEmpty else { continue }
            #expect(known.subtracting(delegate.methods + delegate.others) == [])
            if delegate.name != "UIApplicationDelegate" {
                #expect(Set(delegate.methods).subtracting(known) == [])
            }
        }
    }

    @Test(
        "Code that builds and rings has no problems",
        arguments: [
            "Examples/Hotline", "Examples/NumberList", "Examples/CallTests", "Tests/Clients",
            "Examples/Articles/MessageManager", "Examples/Articles/CallManager",
            "Examples/Articles/SharedServices", "Tests/Consumer",
        ])
    func ownCode(folder: String) throws {
        let path = Self.package.appending(path: folder).path
        let found = try DoctorCommand.findings(of: path).filter(\.isFatal)
        #expect(found.isEmpty, "\(found.map(\.text))")
    }
}
