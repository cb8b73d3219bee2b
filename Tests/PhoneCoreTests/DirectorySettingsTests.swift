// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Which extensions there are, what their person sets, and what stays when an app goes.
@Suite struct DirectorySettingsTests {
    private static let spam = PhoneDriver.spam
    private static let people = PhoneDriver.people

    // MARK: Status

    @Test("B155: an app hears whether its own extension is on, and of no other's")
    func status() {
        var driver = PhoneDriver.withDirectories(enabled: [Self.spam])
        for (id, status) in [(Self.spam, DirectoryEnabledStatus.enabled), (Self.people, .disabled)]
        {
            let request = driver.nextRequest()
            driver.app(.directoryStatus(request, id))
            #expect(driver.notices().contains(.directoryStatus(request, status)))
        }
        for id in [PhoneDriver.foreign, "x"] {
            let request = driver.nextRequest()
            driver.app(.directoryStatus(request, id))
            #expect(driver.answer(to: request) == .some(.callDirectory(1)))
        }
    }

    @Test("B155: openSettings takes the app from the front")
    func openSettings() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.user(.openApp(PhoneDriver.bundle))
        let request = driver.nextRequest()
        driver.app(.openDirectorySettings(request))
        #expect(driver.answer(to: request) == .some(nil) && driver.phone.frontApp == nil)
    }

    @Test("An identifier that is too long ends the connection, as every text does")
    func longIdentifier() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reload(String(repeating: "x", count: 257))
        #expect(driver.effects.contains { if case .refuse = $0 { true } else { false } })
    }

    // MARK: Kept

    @Test("What the person sets is written down, once for each change")
    func writesSettings() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.user(.setDirectoryEnabled(Self.people, false))
        _ = driver.user(.orderDirectories([PhoneDriver.foreign, Self.people]))
        _ = driver.user(.setBlocked(PhoneDriver.caller, true))
        #expect(driver.savedSettings.count == 3)
        #expect(
            driver.savedSettings.last
                == PhoneSettings(
                    blocked: [PhoneDriver.caller],
                    extensionOrder: [PhoneDriver.foreign, Self.people, Self.spam],
                    enabled: [Self.spam],
                    supportedHandles: [.init(app: PhoneDriver.bundle, kinds: [])]))
    }

    @Test("A phone that is started again has the settings of before")
    func readsSettings() {
        let settings = PhoneSettings(
            blocked: [PhoneDriver.caller], extensionOrder: [Self.spam, PhoneDriver.foreign],
            enabled: [Self.spam])
        var driver = PhoneDriver(installed: [])
        driver.apply(.settingsKnown(settings))
        driver.apply(.appsInstalled(PhoneDriver.apps))
        #expect(
            driver.phone.directorySummaries.map(\.id)
                == [Self.spam, PhoneDriver.foreign, Self.people])
        #expect(driver.phone.directorySummaries.map(\.isEnabled) == [true, false, false])
        #expect(driver.phone.blockList == [PhoneDriver.caller])
    }

    @Test("A new extension is off, and behind all others")
    func newcomer() {
        var driver = PhoneDriver(installed: PhoneDriver.apps)
        #expect(
            driver.phone.directorySummaries.map(\.id)
                == [Self.people, Self.spam, PhoneDriver.foreign])
        #expect(driver.phone.directorySummaries.allSatisfy { !$0.isEnabled && $0.isInstalled })
        driver.start()
        let request = driver.reload(Self.spam)
        #expect(driver.answer(to: request) == .some(.callDirectory(6)))
    }

    @Test("An order that names a stranger, or one twice, is refused and changes nothing")
    func badOrder() {
        var driver = PhoneDriver.withDirectories()
        let before = driver.phone.directorySummaries.map(\.id)
        for order in [["x"], [Self.spam, Self.spam]] {
            guard case .failed = driver.user(.orderDirectories(order)) else {
                Issue.record("\(order) was taken")
                continue
            }
        }
        #expect(driver.phone.directorySummaries.map(\.id) == before)
    }

    @Test("The same caller is on the block list once, and goes from it however it is written")
    func blockListOnce() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.world(.region("GB")))
        let national = Handle(kind: .phoneNumber, value: "020 7946 0000")
        _ = driver.user(.setBlocked(PhoneDriver.caller, true))
        _ = driver.user(.setBlocked(national, true))
        #expect(driver.phone.blockList == [PhoneDriver.caller])
        _ = driver.user(.setBlocked(national, false))
        #expect(driver.phone.blockList.isEmpty)
    }

    // MARK: Uninstalled

    @Test("B162: the data of an app that was removed stays and counts for a day, then goes")
    func staysForAWhile() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.appsInstalled([PhoneDriver.apps[1]]))
        #expect(driver.summary(Self.spam)?.isInstalled == false)
        driver.apply(.world(.cellularRang(call(1), PhoneDriver.caller, name: nil)))
        #expect(driver.questions.map(\.ids) == [[Self.spam, Self.people]])
        driver.advance(.seconds(24 * 3600 - 1))
        #expect(driver.removedData.isEmpty)
        driver.advance(.seconds(1))
        #expect(driver.removedData == [Self.spam, Self.people])
        #expect(driver.summary(Self.spam) == nil)
        #expect(driver.savedSettings.last?.extensionOrder == [PhoneDriver.foreign])
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("B162: an app that comes back in time has its data and its switch as they were")
    func comesBack() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.appsInstalled([PhoneDriver.apps[1]]))
        driver.advance(.seconds(3600))
        driver.apply(.appsInstalled(PhoneDriver.apps))
        driver.advance(.seconds(48 * 3600))
        #expect(driver.removedData.isEmpty)
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.start()
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.isIncremental) == [true])
    }

    @Test("B162: the time goes on over a restart of the phone")
    func goesOnOverRestart() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.appsInstalled([PhoneDriver.apps[1]]))
        let settings = driver.savedSettings.last ?? PhoneSettings()
        #expect(settings.orphans.map(\.id) == [Self.spam, Self.people])
        #expect(settings.orphans.map(\.name) == ["Spam", "People"])
        var second = PhoneDriver(installed: [])
        second.now.wall = driver.now.wall + .seconds(23 * 3600)
        second.apply(.settingsKnown(settings))
        second.apply(
            .directoriesStood([
                DirectoryStanding(
                    extensionID: Self.spam, counts: PhoneDriver.counts, isLastLoadGood: true,
                    loadedAt: driver.now.wall)
            ]))
        second.apply(.appsInstalled([]))
        second.advance(.seconds(3599))
        #expect(second.removedData.isEmpty)
        second.advance(.seconds(1))
        #expect(second.removedData == [Self.spam])
    }

    @Test("B162: data whose app went while the phone was off gets its time from the start on")
    func goneWhileOff() {
        var driver = PhoneDriver.withDirectories()
        let settings = PhoneSettings(extensionOrder: [Self.spam], enabled: [Self.spam])
        driver = PhoneDriver(installed: [])
        driver.apply(.settingsKnown(settings))
        driver.apply(.appsInstalled([]))
        #expect(driver.savedSettings.last?.orphans.map(\.id) == [Self.spam])
        driver.advance(.seconds(24 * 3600))
        #expect(driver.phone.directorySummaries.isEmpty)
    }

    @Test("A wall clock that is put back does not keep the data for ever")
    func clockPutBack() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.appsInstalled([PhoneDriver.apps[1]]))
        driver.now.wall.milliseconds -= 10 * 24 * 3600 * 1000
        driver.advance(.seconds(24 * 3600))
        #expect(driver.removedData.count == 2)
    }

    @Test("An extension that was never on and has nothing goes with its app at once")
    func goesAtOnce() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.appsInstalled([PhoneDriver.apps[0]]))
        #expect(driver.summary(PhoneDriver.foreign) == nil && driver.removedData.isEmpty)
    }

    @Test("The load of an app that is removed is ended, and nothing of it stays behind")
    func removedWhileLoading() {
        var rules = SystemRules()
        rules.uninstalledDirectoryGrace = .zero
        var driver = PhoneDriver.withDirectories(rules: rules, loaded: [])
        _ = driver.reload(Self.spam)
        driver.apply(.appsInstalled([]))
        #expect(driver.cancelled == [DirectoryLoadID(1)])
        driver.advance(.seconds(1))
        #expect(driver.phone.directorySummaries.isEmpty)
        driver.end()
        #expect(driver.removedData == [Self.spam], "what came all the same")
    }

    @Test("An identifier that another app claims is a stranger's: it gets none of the data")
    func changesHands() {
        var driver = PhoneDriver.withDirectories()
        var thief = PhoneDriver.apps[1]
        thief.directoryExtensions = [
            DirectoryExtension(id: Self.spam, app: PhoneDriver.stranger, name: "Spam")
        ]
        driver.apply(.appsInstalled([PhoneDriver.apps[0], thief]))
        #expect(driver.summary(Self.spam)?.app == PhoneDriver.bundle, "the first has it")
        driver.apply(.appsInstalled([thief]))
        #expect(driver.summary(Self.spam)?.app == PhoneDriver.stranger)
        #expect(driver.summary(Self.spam)?.isEnabled == false)
        #expect(driver.removedData == [Self.spam])
    }

    @Test("An app without an extension asks in vain, and so does a notification extension")
    func others() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.extensionConnected(SessionID(5), PhoneDriver.bundle, canFilter: true))
        driver.app(.hello(version: protocolVersion), session: SessionID(5))
        let request = driver.reload(PhoneDriver.foreign, session: SessionID(5))
        #expect(driver.answer(to: request) == .some(.callDirectory(1)))
        let own = driver.reload(Self.spam, session: SessionID(5))
        driver.end()
        #expect(driver.answer(to: own) == .some(nil), "it is part of the app")
    }
}
