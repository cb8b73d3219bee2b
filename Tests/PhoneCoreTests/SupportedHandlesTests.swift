// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Whom an app can call, as the phone keeps it over its restarts (B112).
@Suite struct SupportedHandlesTests {
    private let bundle = PhoneDriver.bundle
    private let wish = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "5"))

    private func configuration(_ kinds: [Handle.Kind]) -> ProviderConfiguration {
        var configuration = ProviderConfiguration()
        configuration.supportedHandleKinds = kinds
        return configuration
    }

    private func kept(_ kinds: [Handle.Kind]) -> PhoneSettings {
        PhoneSettings(supportedHandles: [.init(app: bundle, kinds: kinds)])
    }

    @Test("What a provider supports is written down at each change, each kind once")
    func written() {
        var driver = PhoneDriver(installed: nil)
        driver.apply(.appConnected(PhoneDriver.session, bundle))
        driver.app(.hello(version: protocolVersion))
        driver.app(.registerProvider(PhoneDriver.provider, configuration([])))
        #expect(driver.savedSettings == [kept([])])
        let many = Array(repeating: [Handle.Kind.generic, .phoneNumber], count: 100).flatMap(\.self)
        for kinds in [many, many, [.generic, .phoneNumber], [.emailAddress]] {
            driver.app(.configureProvider(PhoneDriver.provider, configuration(kinds)))
        }
        #expect(
            driver.savedSettings == [
                kept([]), kept([.generic, .phoneNumber]), kept([.emailAddress]),
            ])
    }

    @Test("B112: a phone that is started again starts an app for a call, without it being opened")
    func restarted() {
        var driver = PhoneDriver(installed: [])
        driver.apply(.settingsKnown(kept([.phoneNumber])))
        driver.apply(.appsInstalled([InstalledApp(bundle: bundle, name: "Hotline")]))
        #expect(driver.phone.handleKinds(of: bundle) == [.phoneNumber])
        #expect(driver.savedSettings.isEmpty)
        #expect(driver.user(.startCall(bundle, wish)) == .done)
        #expect(driver.effects.contains { if case .launch(_, bundle) = $0 { true } else { false } })
        let mail = StartCallIntent(handle: Handle(kind: .emailAddress, value: "a@example.com"))
        guard case .failed(let words)? = driver.user(.startCall(bundle, mail)) else {
            Issue.record("it takes mail addresses")
            return
        }
        #expect(words.contains("add .emailAddress"))
    }

    @Test("An app that is removed is forgotten, also one that was removed while the phone was off")
    func removed() {
        var driver = PhoneDriver.running()
        driver.app(.configureProvider(PhoneDriver.provider, configuration([.phoneNumber])))
        driver.clear()
        driver.apply(.appsInstalled([]))
        #expect(driver.savedSettings == [PhoneSettings()])
        // Its process still runs, and leaves nothing behind.
        driver.app(.configureProvider(PhoneDriver.provider, configuration([.generic])))
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.apply(.appsInstalled([InstalledApp(bundle: bundle, name: "Hotline")]))
        #expect(driver.savedSettings == [PhoneSettings()])
        #expect(driver.phone.handleKinds(of: bundle).isEmpty)

        var next = PhoneDriver(installed: [])
        next.clear()
        next.apply(.settingsKnown(kept([.phoneNumber])))
        next.apply(.appsInstalled([]))
        #expect(next.savedSettings == [PhoneSettings()])
    }

    @Test("A new version of an app is offered as the old one was, until it has a provider")
    func renewed() {
        var driver = PhoneDriver.running()
        driver.app(.configureProvider(PhoneDriver.provider, configuration([.phoneNumber])))
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.clear()
        driver.apply(.appsInstalled([InstalledApp(bundle: bundle, name: "Hot", generation: 2)]))
        #expect(driver.phone.handleKinds(of: bundle) == [.phoneNumber])
        #expect(driver.savedSettings.isEmpty)
    }
}
