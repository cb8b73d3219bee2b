// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Loads of call directory extensions.
@Suite struct DirectoryLoadTests {
    private static let spam = PhoneDriver.spam
    private static let people = PhoneDriver.people

    /// Both are on, and nothing was ever loaded.
    private static func fresh(rules: SystemRules = SystemRules()) -> PhoneDriver {
        PhoneDriver.withDirectories(rules: rules, loaded: [])
    }

    // MARK: Reload

    @Test("B139: reloadExtension runs the extension, and is answered when the load has ended")
    func reloads() {
        var driver = Self.fresh()
        let request = driver.reload(Self.spam)
        #expect(driver.orders.map(\.extensionID) == [Self.spam])
        #expect(driver.orders.map(\.app) == [PhoneDriver.bundle])
        #expect(driver.answer(to: request) == nil)
        driver.end()
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.summary(Self.spam)?.counts == PhoneDriver.counts)
        #expect(driver.steps == [.directoryLoadStarted, .directoryLoaded])
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("An identifier that is unknown, or another app's, is code 1", arguments: ["x", ""])
    func unknown(id: ExtensionID) {
        var driver = Self.fresh()
        for id in [id, PhoneDriver.foreign] {
            let request = driver.reload(id)
            #expect(driver.answer(to: request) == .some(.callDirectory(1)))
        }
        #expect(driver.orders.isEmpty)
    }

    @Test("B149: an extension that is switched off is code 6")
    func disabled() {
        var driver = PhoneDriver.withDirectories(enabled: [Self.people])
        let request = driver.reload(Self.spam)
        #expect(driver.answer(to: request) == .some(.callDirectory(6)))
    }

    @Test("B150: a second reload while one waits or runs is code 7, and leaves the first alone")
    func busy() {
        var driver = Self.fresh()
        let first = driver.reload(Self.spam)
        let second = driver.reload(Self.spam)
        #expect(driver.answer(to: second) == .some(.callDirectory(7)))
        let other = driver.reload(Self.people)
        let third = driver.reload(Self.people)
        #expect(driver.answer(to: third) == .some(.callDirectory(7)))
        driver.end()
        driver.end()
        #expect(driver.answer(to: first) == .some(nil) && driver.answer(to: other) == .some(nil))
        #expect(driver.orders.count == 2)
    }

    @Test("Loads of several extensions come one after the other, in the order asked for")
    func oneAtATime() {
        var driver = Self.fresh()
        _ = driver.reload(Self.people)
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.extensionID) == [Self.people])
        #expect(driver.summary(Self.people)?.activity == .loading(entries: 0))
        #expect(driver.summary(Self.spam)?.activity == .waiting)
        driver.fail(.duplicateEntries)
        #expect(driver.orders.map(\.extensionID) == [Self.people, Self.spam])
        #expect(driver.orders.map(\.id.number) == [1, 2])
    }

    @Test("Each failure's code reaches the app as it is, also those without a name (B161)")
    func codes() {
        for code in [0, 2, 3, 4, 5, 8, 11, 102] {
            var driver = Self.fresh()
            let request = driver.reload(Self.spam)
            driver.end(.failed(DirectoryFailure(code: code, words: "why")))
            #expect(driver.answer(to: request) == .some(.callDirectory(code)))
            #expect(driver.summary(Self.spam)?.lastLoad?.failure?.code == code)
            #expect(driver.summary(Self.spam)?.lastLoad?.failure?.words == "why")
        }
    }

    @Test("B161: a fault fails every load with a code, without running the extension")
    func injected() {
        var driver = Self.fresh()
        driver.apply(.world(.directoryLoadsFail(code: 11)))
        let request = driver.reload(Self.spam)
        #expect(driver.answer(to: request) == .some(.callDirectory(11)) && driver.orders.isEmpty)
        driver.apply(.world(.directoryLoadsFail(code: nil)))
        _ = driver.reload(Self.spam)
        #expect(driver.orders.count == 1)
    }

    @Test("B148: a load that fails leaves what stood before, and its look-ups")
    func keepsOld() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reload(Self.spam)
        driver.fail(.entriesOutOfOrder)
        #expect(driver.summary(Self.spam)?.counts == PhoneDriver.counts)
        _ = driver.reportCaller(call(1))
        #expect(driver.questions.first?.ids.contains(Self.spam) == true)
    }

    @Test("B145: a load is incremental exactly when data stands and the last load succeeded")
    func incremental() {
        var driver = Self.fresh()
        var seen: [Bool] = []
        for isGood in [true, true, false, true, true] {
            _ = driver.reload(Self.spam)
            seen.append(driver.orders.last?.isIncremental ?? false)
            if isGood { driver.end() } else { driver.fail(.duplicateEntries) }
        }
        #expect(seen == [false, true, true, false, true])
    }

    @Test("A load of an earlier run counts, unless a later one was cut short")
    func incrementalAfterRestart() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.isIncremental) == [true])
        driver = PhoneDriver.withDirectories(loaded: [])
        driver.apply(
            .directoriesStood([
                DirectoryStanding(
                    extensionID: Self.spam, counts: PhoneDriver.counts, isLastLoadGood: false,
                    loadedAt: driver.now.wall)
            ]))
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.isIncremental) == [false])
    }

    @Test("B160: data that is lost counts no more, and the next load brings all entries")
    func lost() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.directoryLost(Self.spam))
        driver.apply(.directoryLost("com.example.unknown"))
        #expect(driver.phone.directorySummaries.map(\.counts) == [nil, PhoneDriver.counts, nil])
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.isIncremental) == [false])
    }

    @Test("The rules' limits come with each order")
    func limits() {
        var rules = SystemRules()
        #expect(rules.directoryEntryLimit == 1_999_999 && rules.directoryMemoryLimit == nil)
        rules.directoryEntryLimit = 10
        rules.directoryMemoryLimit = 1 << 20
        var driver = Self.fresh(rules: rules)
        _ = driver.reload(Self.spam)
        #expect(driver.orders.map(\.entryLimit) == [10])
        #expect(driver.orders.map(\.memoryLimit) == [1 << 20])
    }

    @Test("B153: a load that takes too long is cancelled, and is code 2 when it has ended")
    func timeLimit() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reload(Self.spam)
        driver.advance(.seconds(59))
        #expect(driver.cancelled.isEmpty)
        driver.advance(.seconds(1))
        #expect(driver.cancelled == driver.orders.map(\.id))
        #expect(driver.answer(to: request) == nil)
        let second = driver.reload(Self.spam)
        #expect(driver.answer(to: second) == .some(.callDirectory(7)), "it has not ended yet")
        driver.fail(.unknown)
        #expect(driver.answer(to: request) == .some(.callDirectory(2)))
        #expect(driver.summary(Self.spam)?.lastLoad?.failure?.words.contains("60 s") == true)
        #expect(driver.summary(Self.spam)?.counts == PhoneDriver.counts)
    }

    @Test("A load that was complete before its cancel was heard of counts")
    func completeInTheEnd() {
        var driver = Self.fresh()
        let request = driver.reload(Self.spam)
        driver.advance(.seconds(60))
        driver.end()
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.summary(Self.spam)?.counts == PhoneDriver.counts)
    }

    @Test("An app that has died hears of nothing, and its load goes on")
    func appDies() {
        var driver = Self.fresh()
        _ = driver.reload(Self.spam)
        _ = driver.reload(Self.people)
        driver.apply(.appDisconnected(PhoneDriver.session))
        driver.clear()
        #expect(driver.cancelled.isEmpty)
        driver.apply(.directoryLoaded(DirectoryLoadID(1), .loaded(PhoneDriver.counts)))
        driver.end()
        #expect(driver.summary(Self.people)?.counts == PhoneDriver.counts)
        #expect(driver.notices().isEmpty)
    }

    @Test("Outcomes and progress of no load, or of one that has ended, change nothing")
    func lateOutcomes() {
        var driver = Self.fresh()
        _ = driver.reload(Self.spam)
        driver.apply(.directoryProgress(DirectoryLoadID(1), entries: 5))
        driver.apply(.directoryProgress(DirectoryLoadID(1), entries: 3))
        driver.apply(.directoryProgress(DirectoryLoadID(9), entries: 7))
        #expect(driver.summary(Self.spam)?.activity == .loading(entries: 5))
        driver.end()
        let before = driver.phone
        driver.clear()
        for number in [0, 1, 2, -1] {
            driver.apply(.directoryLoaded(DirectoryLoadID(number), .loaded(DirectoryCounts())))
            driver.apply(.directoryProgress(DirectoryLoadID(number), entries: 1))
        }
        #expect(driver.effects.isEmpty && driver.phone == before)
    }

    // MARK: Switched on and off

    @Test("B139: switching an extension on loads it; off ends that, with code 6 for who waits")
    func switching() {
        var driver = PhoneDriver.withDirectories(enabled: [], loaded: [])
        #expect(driver.user(.setDirectoryEnabled(Self.spam, true)) == .done)
        #expect(driver.orders.map(\.extensionID) == [Self.spam])
        _ = driver.user(.setDirectoryEnabled(Self.people, true))
        driver.end()
        let request = driver.reload(Self.spam)
        driver.clear()
        #expect(driver.user(.setDirectoryEnabled(Self.spam, false)) == .done)
        #expect(driver.answer(to: request) == .some(.callDirectory(6)), "it waited")
        _ = driver.user(.setDirectoryEnabled(Self.people, false))
        #expect(driver.cancelled == [DirectoryLoadID(2)])
        #expect(driver.summary(Self.people)?.activity == nil)
    }

    @Test("What is off is not asked and keeps its data; on again, it loads the changes")
    func offAndOn() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.user(.setDirectoryEnabled(Self.spam, false))
        _ = driver.reportCaller(call(1))
        #expect(driver.questions.map(\.ids) == [[Self.people]])
        _ = driver.user(.setDirectoryEnabled(Self.spam, true))
        #expect(driver.orders.map(\.isIncremental) == [true])
        _ = driver.reportCaller(call(2))
        #expect(driver.questions.last?.ids == [Self.spam, Self.people])
    }

    @Test("Off and on again while it loads: the load ends, and another follows")
    func offAndOnWhileLoading() {
        var driver = Self.fresh()
        let request = driver.reload(Self.spam)
        _ = driver.user(.setDirectoryEnabled(Self.spam, false))
        _ = driver.user(.setDirectoryEnabled(Self.spam, true))
        #expect(driver.orders.count == 1)
        driver.fail(.loadingInterrupted)
        #expect(driver.answer(to: request) == .some(.callDirectory(6)))
        #expect(driver.orders.count == 2)
        driver.end()
        #expect(driver.summary(Self.spam)?.lastLoad?.failure == nil)
    }

    @Test("A first load of more than 100,000 entries at switch-on gets advice; a reload does not")
    func advice() {
        for (count, isAdvised) in [(100_000, false), (100_001, true)] {
            var driver = PhoneDriver.withDirectories(enabled: [], loaded: [])
            _ = driver.user(.setDirectoryEnabled(Self.spam, true))
            driver.end(.loaded(DirectoryCounts(identification: count), remarks: ["heavy"]))
            let advice = driver.summary(Self.spam)?.advice ?? []
            #expect(advice.count == (isAdvised ? 2 : 1) && advice.first == "heavy")
            _ = driver.reload(Self.spam)
            driver.end(.loaded(DirectoryCounts(identification: count)))
            #expect(driver.summary(Self.spam)?.advice == [])
        }
    }

    @Test("A person's reload is refused in words where an app's gets a code")
    func personReloads() {
        var driver = PhoneDriver.withDirectories(enabled: [Self.spam])
        #expect(driver.user(.reloadDirectory(Self.spam)) == .done)
        for id in [Self.spam, Self.people, "x"] {
            guard case .failed(let words) = driver.user(.reloadDirectory(id)) else {
                Issue.record("\(id) was not refused")
                continue
            }
            #expect(words.contains(id))
        }
        #expect(driver.orders.count == 1)
    }
}
