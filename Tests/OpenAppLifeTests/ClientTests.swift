// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import OpenAppLife
import PhoneLink
import Testing
import UIKit

import ClientsSwift5
import ClientsSwift6

/// Delegates in the shapes of real apps, built in both language modes.
@MainActor @Suite struct ClientTests {
    private let wish = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "+15550100"))

    /// The delegate is made where a process of the app makes it: with the session bound.
    private func start<Delegate: UIApplicationDelegate>(
        scenes: SceneManifest? = nil, _ make: () -> Delegate
    ) async throws -> (bench: Bench, delegate: Delegate) {
        let wish = wish
        let bench = try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            return [
                .welcome(FakePhone.welcome), .startCall(wish),
                .lifeChanged(AppLife(stage: .active)), .lifeChanged(AppLife()),
            ]
        }
        let delegate = bench.make(make)
        AppLifeCycle.start(delegate, in: bench.session, scenes: scenes, launchesNow: false)
        await bench.settle()
        return (bench, delegate)
    }

    @Test("B112: a sample's delegate finds whom to call, its pushes and its places")
    func calling() async throws {
        let (bench, five) = try await start { ClientsSwift5.CallingDelegate() }
        #expect(five.called == ["+15550100"])
        #expect(five.places.sorted() == ["3010", "active", "back"])
        #expect(five.backgroundTask != .invalid)
        bench.session.close()
        let (other, six) = try await start { ClientsSwift6.CallingDelegate() }
        #expect(six.called == ["+15550100"])
        #expect(six.places.sorted() == ["3010", "active", "back"])
        other.session.close()
    }

    @Test(
        "B112: the template with scenes finds the call in its scene's options",
        arguments: ["ClientsSwift5", "ClientsSwift6"])
    func template(module: String) async throws {
        let entry = [
            "UISceneConfigurationName": "Default Configuration",
            "UISceneDelegateClassName": "$(PRODUCT_MODULE_NAME).TemplateSceneDelegate",
        ]
        let manifest = SceneManifest(info: [
            "UIApplicationSceneManifest": [
                "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [entry]]
            ]
        ])
        let isFive = module == "ClientsSwift5"
        let bench =
            isFive
            ? try await start(scenes: manifest) { ClientsSwift5.TemplateDelegate() }.bench
            : try await start(scenes: manifest) { ClientsSwift6.TemplateDelegate() }.bench
        #expect(bench.complaints.isEmpty)
        let scene = bench.make { UIApplication.shared }.connectedScenes.first
        let five = scene?.delegate as? ClientsSwift5.TemplateSceneDelegate
        let six = scene?.delegate as? ClientsSwift6.TemplateSceneDelegate
        #expect((five != nil) == isFive && (six != nil) == !isFive)
        let activity = five?.activity ?? six?.activity
        #expect(activity?.activityType == "INStartCallIntent")
        #expect((five?.window ?? six?.window)?.windowScene === scene)
    }

    @Test("A host's delegate hears through the one that it inherits from")
    func hosted() async throws {
        let five = try await start { ClientsSwift5.HostedDelegate() }.delegate
        #expect(five.heard == ["app", "framework"])
        let six = try await start { ClientsSwift6.HostedDelegate() }.delegate
        #expect(six.heard == ["app", "framework"])
    }

    @Test("A delegate without options is launched")
    func plain() async throws {
        let five = try await start { ClientsSwift5.PlainDelegate() }.delegate
        #expect(five.isLaunched)
        let six = try await start { ClientsSwift6.PlainDelegate() }.delegate
        #expect(six.isLaunched)
    }
}
