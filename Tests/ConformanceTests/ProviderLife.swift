// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Provider: B1–B3") struct ProviderLife {
    @Test("B1: making a provider registers the app with the phone", arguments: Link.allCases)
    func b1(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.report(UUID())
        try await phone.settle()
        #expect(phone.callSummaries.map(\.bundle) == [SimulatedPhone.hotline])
    }

    @Test(
        "B2: providerDidBegin comes first, once the provider can send and take",
        arguments: Link.allCases)
    func b2(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        #expect(app.events == ["begin"])
    }

    @Test("B3: a nil queue is the main queue", arguments: Link.allCases)
    func b3Queue(link: Link) async throws {
        final class OnMain: NSObject, CXProviderDelegate, @unchecked Sendable {
            // Sendable because it is used on the main queue only.
            let provider = CXProvider(configuration: CXProviderConfiguration())
            var isOnMain: Bool?
            override init() {
                super.init()
                provider.setDelegate(self, queue: nil)
            }
            func providerDidReset(_ provider: CXProvider) {}
            func providerDidBegin(_ provider: CXProvider) {
                // Traps anywhere but on the main actor's executor.
                MainActor.assumeIsolated { isOnMain = true }
            }
        }
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { OnMain() }
        #expect(app.isOnMain == true)
    }

    @Test("B3: the delegate is weak", arguments: Link.allCases)
    func b3Weak(link: Link) async throws {
        final class Holder: @unchecked Sendable {
            // Sendable because the test alone uses it, in turn.
            let provider = CXProvider(configuration: CXProviderConfiguration())
            weak var delegate: RecordingApp?
            init() {
                let delegate = RecordingApp()
                provider.setDelegate(delegate, queue: nil)
                self.delegate = delegate
            }
        }
        let phone = SimulatedPhone(link: link)
        let holder = try await phone.run { Holder() }
        #expect(holder.delegate == nil)
    }
}
