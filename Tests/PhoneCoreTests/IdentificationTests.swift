// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Calls whose numbers call directory extensions know.
@Suite struct IdentificationTests {
    // MARK: Asking

    @Test("B157: a report asks the extensions that are on and have data, in the person's order")
    func asksInOrder() {
        var driver = PhoneDriver.withDirectories(order: [PhoneDriver.spam, PhoneDriver.people])
        _ = driver.reportCaller(call(1))
        #expect(
            driver.questions == [
                .init(
                    ticket: IdentifyTicket(1), number: PhoneDriver.number,
                    ids: [PhoneDriver.spam, PhoneDriver.people])
            ])
        _ = driver.user(.orderDirectories([PhoneDriver.people]))
        _ = driver.user(.setDirectoryEnabled(PhoneDriver.spam, false))
        driver.clear()
        _ = driver.reportCaller(call(2))
        #expect(driver.questions.map(\.ids) == [[PhoneDriver.people]])
    }

    @Test(
        "A call rings at once where no extension can know: no number, none on, no data, a contact",
        arguments: 0..<5)
    func asksNobody(reason: Int) {
        var driver = PhoneDriver.withDirectories(
            enabled: reason == 1 ? [] : [PhoneDriver.spam, PhoneDriver.people],
            loaded: reason == 2 ? [] : [PhoneDriver.spam, PhoneDriver.people])
        if reason == 3 {
            driver.apply(
                .contactsKnown([Contact(name: "Ada", handles: [PhoneDriver.caller])]))
        }
        let handle: Handle? =
            switch reason {
            case 0: Handle(kind: .generic, value: PhoneDriver.caller.value)
            case 4: nil
            default: PhoneDriver.caller
            }
        let request = driver.reportCaller(call(1), handle)
        #expect(driver.questions.isEmpty)
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
    }

    @Test("An extension whose load left nothing is not asked")
    func asksNoEmpty() {
        var driver = PhoneDriver.withDirectories(loaded: [])
        _ = driver.reload(PhoneDriver.spam)
        driver.end(.loaded(DirectoryCounts()))
        let request = driver.reportCaller(call(1))
        #expect(driver.questions.isEmpty && driver.answer(to: request) == .some(nil))
    }

    @Test("While its number is looked up a call is nowhere to be seen, and its row is not written")
    func isHidden() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        #expect(driver.answer(to: request) == nil)
        #expect(driver.phone.calls.isEmpty && driver.observed.isEmpty && driver.recents.isEmpty)
        driver.identify()
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.phone.calls.map(\.state) == [.ringing] && driver.recents.count == 1)
    }

    @Test("No call waits more than 200 ms for extensions, and a late answer changes nothing")
    func waitsNotLong() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        driver.advance(.milliseconds(199))
        #expect(driver.answer(to: request) == nil)
        driver.advance(.milliseconds(1))
        #expect(driver.answer(to: request) == .some(nil))
        #expect(driver.phone.calls.map(\.state) == [.ringing])
        let question = driver.questions[0]
        driver.clear()
        let found = CallerIdentification(
            blockedBy: PhoneDriver.spam,
            label: CallerLabel(text: "Late", source: PhoneDriver.people))
        driver.apply(.identified(question.ticket, found))
        #expect(driver.effects.isEmpty)
        #expect(driver.phone.calls.map(\.label) == [nil])
    }

    @Test("An answer that comes twice, or to no question, changes nothing")
    func answersTwice() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify()
        driver.clear()
        for number in [1, 2, 0, -1] {
            let found = CallerIdentification(blockedBy: PhoneDriver.spam)
            driver.apply(.identified(IdentifyTicket(number), found))
        }
        #expect(driver.effects.isEmpty && driver.phone.calls.count == 1)
    }

    // MARK: Labels

    @Test("B102: an app's name beats a label, and a label beats the bare number")
    func labelIsShown() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(label: "A courier")
        _ = driver.reportCaller(call(2), name: "Ada")
        driver.identify(label: "A courier")
        #expect(driver.phone.calls.map(\.name) == ["A courier", "Ada"])
        let label = CallerLabel(text: "A courier", source: PhoneDriver.people)
        #expect(driver.phone.calls.map(\.label) == [label, label])
        #expect(driver.steps.filter { $0 == .callIdentified }.count == 2)
    }

    @Test("Recents keeps the label as the name")
    func labelIsKept() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(label: "A courier")
        #expect(driver.recents.map(\.name) == ["A courier"])
    }

    @Test("Control and bidirectional characters of a label are dropped; nothing left is no label")
    func labelIsClean() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(label: "\u{202E}A\u{0}b")
        _ = driver.reportCaller(call(2))
        driver.identify(label: "\u{200F}\u{0}")
        #expect(driver.phone.calls.map(\.name) == ["Ab", nil])
        #expect(driver.phone.calls.last?.label == nil)
    }

    // MARK: Blocked

    @Test("B158: a blocked call is refused: no screen, no row, nothing for observers, but a log")
    func isBlocked() {
        var driver = PhoneDriver.withDirectories()
        let request = driver.reportCaller(call(1))
        driver.identify(blockedBy: PhoneDriver.spam, label: "Spam")
        #expect(driver.answer(to: request) == .some(.incomingCall(.filteredByBlockList)))
        #expect(driver.phone.calls.isEmpty && driver.observed.isEmpty && driver.recents.isEmpty)
        #expect(driver.steps == [.callReported, .callRefused, .callBlocked])
        #expect(driver.blocked.map(\.blockedBy) == [.directory(PhoneDriver.spam)])
        #expect(driver.blocked.map(\.handle) == [PhoneDriver.caller])
        #expect(driver.blocked.map(\.name) == ["Spam"])
        #expect(driver.phone.nextDeadline == nil)
    }

    @Test("B64: the person's own block list refuses before anybody is asked, and is logged too")
    func isBlockedByPerson() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.user(.setBlocked(PhoneDriver.caller, true))
        // A contact as well: the person's own list is the person's last word.
        driver.apply(.contactsKnown([Contact(name: "Ada", handles: [PhoneDriver.caller])]))
        driver.clear()
        let request = driver.reportCaller(call(1))
        #expect(driver.answer(to: request) == .some(.incomingCall(.filteredByBlockList)))
        #expect(driver.questions.isEmpty)
        #expect(driver.blocked.map(\.blockedBy) == [.own])
        driver.apply(.world(.cellularRang(call(2), PhoneDriver.caller, name: nil)))
        #expect(driver.blocked.map(\.bundle) == [PhoneDriver.bundle, cellularBundle])
    }

    @Test("A fault that refuses reports as blocked blocks nobody, and is not logged")
    func faultIsNotLogged() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.world(.reportsRefused(.filteredByBlockList)))
        let request = driver.reportCaller(call(1))
        #expect(driver.answer(to: request) == .some(.incomingCall(.filteredByBlockList)))
        #expect(driver.blocked.isEmpty)
    }

    @Test("B156: no extension blocks a contact, unless the rules say so; its name is shown")
    func contactsComeFirst() {
        let contact = Contact(name: "Ada", handles: [PhoneDriver.caller])
        var driver = PhoneDriver.withDirectories()
        driver.apply(.contactsKnown([contact]))
        _ = driver.reportCaller(call(1))
        #expect(driver.phone.calls.map(\.name) == ["Ada"])

        var rules = SystemRules()
        rules.contactsOutrankDirectories = false
        driver = PhoneDriver.withDirectories(rules: rules)
        driver.apply(.contactsKnown([contact]))
        _ = driver.reportCaller(call(1))
        driver.identify(label: "A courier")
        #expect(driver.phone.calls.map(\.name) == ["Ada"])
        let request = driver.reportCaller(call(2))
        driver.identify(blockedBy: PhoneDriver.spam)
        #expect(driver.answer(to: request) == .some(.incomingCall(.filteredByBlockList)))
    }

    @Test("Calls that apps report are left alone where the rules say so; cellular ones never are")
    func reportedOrNot() {
        var rules = SystemRules()
        rules.directoryCoversReportedCalls = false
        var driver = PhoneDriver.withDirectories(rules: rules)
        let request = driver.reportCaller(call(1))
        #expect(driver.answer(to: request) == .some(nil) && driver.questions.isEmpty)
        driver.apply(.world(.cellularRang(call(2), PhoneDriver.caller, name: nil)))
        #expect(driver.questions.count == 1)
    }

    @Test("An app that goes on with a call that was blocked is told so (B15)")
    func goesOnAfterBlock() {
        var driver = PhoneDriver.withDirectories()
        _ = driver.reportCaller(call(1))
        driver.identify(blockedBy: PhoneDriver.spam)
        driver.clear()
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        #expect(driver.breaches == [.refusedCallContinued])
    }

    // MARK: Numbers

    @Test("B159: a number matches however it is written: with plus, with 00, in national form")
    func matchesForms() {
        var driver = PhoneDriver.withDirectories()
        driver.apply(.world(.region("GB")))
        for (number, form) in ["+44 20 7946 0000", "0044 20 7946 0000", "(020) 7946-0000"]
            .enumerated()
        {
            driver.clear()
            _ = driver.reportCaller(call(UInt64(number)), Handle(kind: .phoneNumber, value: form))
            #expect(driver.questions.map(\.number) == [PhoneDriver.number], "\(form)")
            driver.identify(blockedBy: PhoneDriver.spam)
        }
    }

    @Test("Block list, Do Not Disturb and Contacts match by number, by the region that is now")
    func matchesByRegion() {
        let national = Handle(kind: .phoneNumber, value: "020 7946 0000")
        var driver = PhoneDriver.withDirectories(enabled: [])
        _ = driver.user(.setBlocked(national, true))
        _ = driver.user(.setDoNotDisturb(DoNotDisturb(.on, allowed: [national])))
        driver.apply(.contactsKnown([Contact(name: "Ada", handles: [national])]))
        let before = driver.reportCaller(call(1))
        #expect(driver.answer(to: before) == .some(.incomingCall(.filteredByDoNotDisturb)))
        driver.apply(.world(.region("GB")))
        let blocked = driver.reportCaller(call(2))
        #expect(driver.answer(to: blocked) == .some(.incomingCall(.filteredByBlockList)))
        _ = driver.user(.setBlocked(PhoneDriver.caller, false))
        #expect(driver.phone.blockList.isEmpty)
        let letThrough = driver.reportCaller(call(3))
        #expect(driver.answer(to: letThrough) == .some(nil))
        #expect(driver.phone.calls.map(\.name) == ["Ada"])
    }

    @Test("A look-up by a person finds the contact, the own block list and all that has data")
    func looksUp() {
        var driver = PhoneDriver.withDirectories(enabled: [PhoneDriver.people])
        _ = driver.user(.setBlocked(PhoneDriver.caller, true))
        driver.apply(.contactsKnown([Contact(name: "Ada", handles: [PhoneDriver.caller])]))
        driver.apply(.world(.region("GB")))
        let found = driver.phone.lookUp("020 7946 0000")
        #expect(found?.number == PhoneDriver.number)
        #expect(found?.contact == "Ada" && found?.isBlockedByPerson == true)
        #expect(found?.rows.map(\.extensionID) == [PhoneDriver.spam, PhoneDriver.people])
        #expect(found?.rows.map(\.isEnabled) == [false, true])
        #expect(driver.phone.lookUp("Ada") == nil)
    }
}
