// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The store of living calls") @MainActor struct LiveCallStoreTests {
    private func withDefaults(_ body: (UserDefaults) throws -> Void) throws {
        let suite = "VoIPKitTests.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        try body(defaults)
    }

    @Test("what was kept is there for another store on the same defaults, in order") func kept()
        throws
    {
        try withDefaults { defaults in
            let ids = [UUID(), UUID(), UUID()]
            UserDefaultsCallStore(defaults: defaults).ids = ids
            let next = UserDefaultsCallStore(defaults: defaults)
            #expect(next.ids == ids)
            next.ids = []
            #expect(defaults.object(forKey: UserDefaultsCallStore.key) == nil)
            #expect(next.ids.isEmpty)
        }
    }

    @Test("of too many the newest are kept") func bounded() throws {
        try withDefaults { defaults in
            let store = UserDefaultsCallStore(defaults: defaults)
            let ids = (0..<100).map { _ in UUID() }
            store.ids = ids
            #expect(store.ids == ids.suffix(UserDefaultsCallStore.countMax))
        }
    }

    @Test("what is no identifier is left out") func rubbish() throws {
        try withDefaults { defaults in
            let id = UUID()
            let key = UserDefaultsCallStore.key
            defaults.set(["x", 7, id.uuidString, ""] as [Any], forKey: key)
            #expect(UserDefaultsCallStore(defaults: defaults).ids == [id])
            defaults.set("no list", forKey: key)
            #expect(UserDefaultsCallStore(defaults: defaults).ids.isEmpty)
        }
    }
}
