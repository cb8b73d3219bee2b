// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OpenCallKitCommand

@Suite struct HomeHintsTests {
    private let hints = HomeHints(home: " --home h")

    @Test("Each command that a message quotes gets the home that this one was given")
    func quoted() {
        #expect(
            hints.applied(
                to: "no phone; start one with `opencallkit phone run`, or 'opencallkit demo'")
                == "no phone; start one with `opencallkit phone run --home h`, or "
                + "'opencallkit demo --home h'")
        #expect(
            hints.applied(to: "not installed; see: opencallkit app list")
                == "not installed; see: opencallkit app list --home h")
    }

    @Test("A command that has the home, needs none, or is no command stays as it is")
    func untouched() {
        for text in [
            "see 'opencallkit gateway log --home h'", "see 'opencallkit gateway run --help'",
            "'opencallkit push reasons' lists them", "the opencallkit command connects to it",
            "an open quote: 'opencallkit phone run", "nothing to run",
        ] {
            #expect(hints.applied(to: text) == text)
        }
        let text = "start one with 'opencallkit gateway run'"
        #expect(HomeHints(home: "").applied(to: text) == text)
    }

    @Test("Where the gateway is another home's, its commands stay as they are")
    func otherGateway() {
        let hints = HomeHints(home: " --home h", hasGateway: false)
        let text = "a code of 'opencallkit gateway issue activation'"
        #expect(hints.applied(to: text) == text)
        #expect(
            hints.applied(to: "see 'opencallkit phone status'")
                == "see 'opencallkit phone status --home h'")
    }
}
