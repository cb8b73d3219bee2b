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

    private func start(
        scenes: SceneManifest? = nil, _ make: () -> any UIApplicationDelegate
    ) async throws -> Bench {
        let wish = wish
        let bench = try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            return [
                .welcome(FakePhone.welcome), .startCall(wish),
                .lifeChanged(AppLife(stage: .active)), .lifeChanged(AppLife()),
            ]
        }
        AppLifeCycle.start(
            bench.make(make), in: bench.session, scenes: scenes, launchesNow: false)
        await bench.settle()
        return bench
    }

    @Test("B112: a sample's delegate finds whom to call, its pushes and its places")
    func calling() async throws {
        let five = ClientsSwift5.CallingDelegate()
        var bench = try await start { five }
        #expect(five.called == ["+15550100"])
        #expect(five.places.sorted() == ["3010", "active", "back"])
        #expect(five.backgroundTask != .invalid)
        bench.session.close()
        let six = ClientsSwift6.CallingDelegate()
        bench = try await start { six }
        #expect(six.called == ["+15550100"])
        #expect(six.places.sorted() == ["3010", "active", "back"])
        bench.session.close()
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
        let bench = try await start(scenes: manifest) {
            if isFive { ClientsSwift5.TemplateDelegate() } else { ClientsSwift6.TemplateDelegate() }
        }
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
        let five = ClientsSwift5.HostedDelegate()
        _ = try await start { five }
        #expect(five.heard == ["app", "framework"])
        let six = ClientsSwift6.HostedDelegate()
        _ = try await start { six }
        #expect(six.heard == ["app", "framework"])
    }

    @Test("A delegate without options is launched")
    func plain() async throws {
        let five = ClientsSwift5.PlainDelegate()
        _ = try await start { five }
        #expect(five.isLaunched)
        let six = ClientsSwift6.PlainDelegate()
        _ = try await start { six }
        #expect(six.isLaunched)
    }
}
