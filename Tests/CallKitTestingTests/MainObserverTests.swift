// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import Foundation
import PushKit
import Testing
import UIKit

/// An app that tells itself by notifications, which it observes on `OperationQueue.main`.
@MainActor private final class PostingApp: UIResponder, UIApplicationDelegate {
    private static let told = Notification.Name("org.opencallkit.tests.told")

    private(set) var heard: [String] = []
    private var tokens: [any NSObjectProtocol] = []
    private let controller = CXCallController(queue: .main)
    private let observer = CXCallObserver()
    private let registry = PKPushRegistry(queue: nil)
    private let provider = CXProvider(configuration: CXProviderConfiguration())

    override init() {
        super.init()
        observe(Self.told, of: self) { $0.userInfo?["what"] as? String }
        let application = UIApplication.shared
        observe(UIApplication.didBecomeActiveNotification, of: application) { _ in "active" }
        let audio = AVAudioSession.sharedInstance()
        observe(AVAudioSession.routeChangeNotification, of: audio) { _ in "route" }
        provider.setDelegate(self, queue: nil)
        observer.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        post("made")
    }

    private func observe(
        _ name: Notification.Name, of object: AnyObject,
        _ words: @escaping @Sendable (Notification) -> String?
    ) {
        let token = NotificationCenter.default.addObserver(
            forName: name, object: object, queue: .main
        ) { [weak self] notification in
            let words = words(notification)
            MainActor.assumeIsolated { self?.heard.append(words ?? "nothing") }
        }
        tokens.append(token)
    }

    func post(_ what: String) {
        heard.append("(")
        NotificationCenter.default.post(name: Self.told, object: self, userInfo: ["what": what])
        heard.append(")")
    }

    func start() {
        let handle = CXHandle(type: .generic, value: "ann")
        let action = CXStartCallAction(call: UUID(), handle: handle)
        controller.request(CXTransaction(action: action)) { [weak self] error in
            MainActor.assumeIsolated { self?.post(error == nil ? "requested" : "refused") }
        }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        post("launched")
        return true
    }

    /// What was heard, each with what was told around it.
    func take() -> String {
        defer { heard = [] }
        return heard.joined(separator: " ")
    }
}

extension PostingApp: @preconcurrency CXProviderDelegate, @preconcurrency CXCallObserverDelegate {
    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        post("start")
        action.fulfill()
    }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        post("changed")
    }
}

extension PostingApp: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        post("token")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        post("push")
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { [weak self] _ in
            MainActor.assumeIsolated { self?.post("reported") }
        }
        completion()
    }
}

@Suite("Observers of notifications on the main operation queue", .timeLimit(.minutes(10)))
struct MainObserverTests {
    private func take(_ app: SimulatedApp) async throws -> String {
        try await app.run(with: PostingApp.self) { $0.take() }
    }

    @Test(
        "Whatever the app is called for on the main queue, it hears its own post at once",
        arguments: Link.allCases)
    func everywhere(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        defer { phone.close() }
        let app = phone.launch("com.example.hotline") { PostingApp() }
        try await phone.settle()
        #expect(try await take(app) == "( made ) ( launched ) ( token )")
        phone.user.openApp(app)
        try await phone.settle()
        #expect(try await take(app) == "active")
        phone.world.connect(.headphones)
        try await phone.settle()
        #expect(try await take(app) == "route")
        try await app.run(with: PostingApp.self) { $0.start() }
        try await phone.settle()
        #expect(try await take(app).contains("( start )"))
        phone.push(to: app)
        try await phone.settle()
        let push = try await take(app)
        for words in ["( push )", "( reported )", "( changed )"] { #expect(push.contains(words)) }
        try await app.run(with: PostingApp.self) { $0.post("tap") }
        #expect(try await take(app) == "( tap )")
        try await app.run(with: PostingApp.self) { service in
            phone.schedule(after: .zero) { service.post("soon") }
            phone.schedule(after: .seconds(1)) { service.post("later") }
        }
        try await phone.advance(by: .seconds(2))
        #expect(try await take(app) == "( soon ) ( later )")
    }

    @Test("A start at the phone's wish, and what stands in for the delegate, likewise", .phone())
    func coldAndRedialled() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install("com.example.hotline") { PostingApp() }
        phone.push(to: app)
        try await phone.settle()
        let cold = try await take(app)
        #expect(cold.hasPrefix("( made )"))
        for words in ["( launched )", "( token )", "( push )", "( reported )"] {
            #expect(cold.contains(words))
        }
        app.kill()
        let plain = phone.launch("com.example.plain") { VoIPService() }
        let heard = HeardWords()
        plain.onStartCall = { call in
            let name = Notification.Name("org.opencallkit.tests.wish")
            let token = NotificationCenter.default.addObserver(
                forName: name, object: heard, queue: .main
            ) { _ in heard.words.append("heard") }
            defer { NotificationCenter.default.removeObserver(token) }
            NotificationCenter.default.post(name: name, object: heard)
            heard.words.append(call.handle.value)
        }
        try await phone.settle()
        #expect(phone.user.call(CXHandle(type: .phoneNumber, value: "+491"), with: plain).isDone)
        try await phone.settle()
        #expect(heard.words == ["heard", "+491"])
    }
}

private final class HeardWords: @unchecked Sendable {
    // Sendable because it is used on the main queue, and by the test once all is quiet.
    var words: [String] = []
}
