// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Who owes a report for which push, and what follows where none is made.
@Suite("The duty to report") struct PushDutyTests {
    private func arrived(_ number: UInt64, age: Int64 = 0, at now: Moment) -> PhoneEvent {
        .push(
            ArrivedPush(
                id: push(number), bundle: PhoneDriver.bundle, payload: Bytes([1]),
                accepted: WallTime(milliseconds: now.wall.milliseconds - age)))
    }

    private func phone(
        rules: SystemRules = SystemRules(), app: InstalledApp? = nil
    ) -> PhoneDriver {
        var driver = PhoneDriver(rules: rules, installed: app.map { [$0] })
        driver.start()
        driver.app(.desirePushTypes([voipPushType]))
        driver.clear()
        return driver
    }

    private func duties(_ driver: PhoneDriver) -> [Bool] {
        driver.notices().compactMap {
            if case .push(let notice) = $0 { notice.mustReport } else { nil }
        }
    }

    @Test("B129: a push that came late need not be reported, from iOS 26.4 on")
    func late() {
        let ages: [(Int64, SystemRules, Bool)] = [
            (30_000, .iOS(26, 4), true), (30_001, .iOS(26, 4), false),
            (.max / 2, .iOS(26, 4), false), (-60_000, .iOS(26, 4), true),
            (3_600_000, .iOS(26, 3), true), (3_600_000, .iOS(18), true),
        ]
        for (age, rules, mustReport) in ages {
            var driver = phone(rules: rules)
            driver.apply(arrived(1, age: age, at: driver.now))
            #expect(duties(driver) == [mustReport], "\(age)")
            driver.app(.pushHandled(push(1), isReported: false))
            #expect(driver.pushRecords.last?.outcome == (mustReport ? .notReported : .notRequired))
            #expect(driver.steps.contains(.ruleBroken) == mustReport)
        }
    }

    @Test("B129: how late is late is a rule; nil makes no difference of it")
    func lateRule() {
        var rules = SystemRules()
        rules.latePushAge = .seconds(5)
        var driver = phone(rules: rules)
        driver.apply(arrived(1, age: 6_000, at: driver.now))
        rules.latePushAge = nil
        var strict = phone(rules: rules)
        strict.apply(arrived(1, age: 6_000, at: strict.now))
        #expect(duties(driver) == [false])
        #expect(duties(strict) == [true])
    }

    @Test("B122, B129: a late push that nobody takes ends no app after seven seconds")
    func lateAndUnheard() {
        var driver = PhoneDriver.running()
        driver.apply(arrived(1, age: 60_000, at: driver.now))
        driver.advance(.seconds(7))
        #expect(driver.pushRecords.last?.outcome == .notRequired)
        #expect(!driver.steps.contains(.ruleBroken))
    }

    @Test("B121: an app that was linked with an SDK before iOS 13's owes no report")
    func linkedSDK() {
        for (sdk, mustReport) in [(nil, true), (12, false), (13, true), (26, true)] {
            let app = InstalledApp(bundle: PhoneDriver.bundle, name: "Hotline", linkedSDK: sdk)
            var driver = phone(app: app)
            driver.apply(arrived(1, at: driver.now))
            #expect(duties(driver) == [mustReport])
            driver.advance(.seconds(7))
            #expect(driver.steps.contains(.ruleBroken) == mustReport)
        }
    }

    @Test("B127: whether a new installation forgives breaches is a rule")
    func forgiveness() {
        for forgives in [true, false] {
            var rules = SystemRules()
            rules.reinstallForgivesBreaches = forgives
            rules.pushBreachesBeforeStop = 1
            var driver = phone(rules: rules)
            driver.apply(arrived(1, at: driver.now))
            driver.app(.pushHandled(push(1), isReported: false))
            let app = InstalledApp(bundle: PhoneDriver.bundle, name: "Hotline", generation: 1)
            driver.apply(.appsInstalled([app]))
            driver.clear()
            driver.apply(arrived(2, at: driver.now))
            #expect(driver.pushRecords.map(\.outcome) == [forgives ? .handed : .dropped])
        }
    }

    @Test("B126: a restart of the phone forgives no breach; another installation's count no more")
    func counted() {
        for (generation, outcome) in [(3, PushOutcome.dropped), (2, .handed)] {
            let app = InstalledApp(bundle: PhoneDriver.bundle, name: "Hotline", generation: 3)
            var driver = phone(app: app)
            driver.apply(
                .breachesCounted([
                    BreachCount(bundle: PhoneDriver.bundle, generation: generation, count: 4),
                    BreachCount(bundle: "com.example.gone", generation: 1, count: 9),
                ]))
            driver.apply(arrived(1, at: driver.now))
            #expect(driver.pushRecords.map(\.outcome) == [outcome])
        }
    }

    @Test("B128: before the first unlock apps are started as ever, and the rule is applied")
    func beforeUnlock() {
        var driver = PhoneDriver()
        driver.apply(.world(.switchedOn))
        #expect(driver.phone.isLocked)
        driver.apply(arrived(1, at: driver.now))
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        driver.start()
        driver.advance(.seconds(7))
        #expect(driver.steps.contains(.ruleBroken))
    }

    @Test("B128: by a rule pushes wait for the first unlock and come in a burst, some are dropped")
    func burst() {
        var rules = SystemRules()
        rules.pushesBeforeFirstUnlock = .waitForUnlock(atMost: 2)
        var driver = phone(rules: rules)
        driver.apply(.world(.switchedOn))
        for number in 1...3 { driver.apply(arrived(UInt64(number), at: driver.now)) }
        #expect(driver.pushRecords.map(\.outcome) == [.pending, .pending, .dropped])
        driver.advance(.seconds(60))
        #expect(duties(driver).isEmpty)
        #expect(!driver.steps.contains(.ruleBroken))
        _ = driver.user(.unlock)
        #expect(duties(driver) == [true, true])
        driver.advance(.seconds(7))
        #expect(driver.pushRecords.suffix(2).map(\.outcome) == [.notReported, .notReported])
        // Only the first time.
        driver.clear()
        _ = driver.user(.lock)
        driver.apply(arrived(4, at: driver.now))
        #expect(driver.pushRecords.map(\.outcome) == [.handed])
    }

    @Test("B128: an app that does not run is started by the first unlock")
    func startedByUnlock() {
        var rules = SystemRules()
        rules.pushesBeforeFirstUnlock = .waitForUnlock(atMost: 2)
        var driver = PhoneDriver(rules: rules)
        driver.apply(.world(.switchedOn))
        driver.apply(arrived(1, at: driver.now))
        driver.advance(.seconds(60))
        #expect(!driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        _ = driver.user(.unlock)
        #expect(driver.effects.contains(.launch(LaunchID(1), PhoneDriver.bundle)))
        driver.start()
        driver.app(.desirePushTypes([voipPushType]))
        #expect(duties(driver) == [true])
    }

    @Test("B130: a development build's breach, and its pushes' stop, are shown in a dialog")
    func dialog() {
        for (rules, environment, count) in [
            (SystemRules.iOS(26), PushEnvironment.development, 5), (.iOS(26), .production, 0),
            (.iOS(18), .development, 0),
        ] {
            let app = InstalledApp(
                bundle: PhoneDriver.bundle, name: "Hotline", pushEnvironment: environment)
            var driver = phone(rules: rules, app: app)
            for number in 1...5 {
                driver.apply(arrived(UInt64(number), at: driver.now))
                driver.app(.pushHandled(push(UInt64(number)), isReported: false))
            }
            #expect(driver.steps.filter { $0 == .warningShown }.count == count)
        }
    }
}
