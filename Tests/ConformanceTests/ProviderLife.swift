// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallModel
import Foundation
import Testing

@Suite("Provider: B1–B3") struct ProviderLife {
    @Test("B1: making a provider registers the app with the phone", arguments: Link.allCases)
    func b1(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        app.report(UUID())
        await phone.settle()
        #expect(phone.calls.map(\.bundle) == [TestPhone.bundle])
    }

    @Test(
        "B2: providerDidBegin comes first, once the provider can send and take",
        arguments: Link.allCases)
    func b2(link: Link) async {
        let phone = TestPhone(link: link)
        let app: RecordingApp = await phone.launch { RecordingApp() }.object()
        #expect(app.events == ["begin"])
    }

    @Test("B3: a nil queue is the main queue", arguments: Link.allCases)
    func b3Queue(link: Link) async {
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
        let phone = TestPhone(link: link)
        let app: OnMain = await phone.launch { OnMain() }.object()
        #expect(app.isOnMain == true)
    }

    @Test("B3: the delegate is weak", arguments: Link.allCases)
    func b3Weak(link: Link) async {
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
        let phone = TestPhone(link: link)
        let holder: Holder = await phone.launch { Holder() }.object()
        #expect(holder.delegate == nil)
    }
}
