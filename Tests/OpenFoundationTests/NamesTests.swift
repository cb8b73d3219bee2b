// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenFoundation
import Testing

/// Names of Apple's Foundation that are absent elsewhere.
struct NamesTests {
    @Test("Defaults take and give values under the names of key-value coding")
    func defaults() throws {
        let name = "org.opencallkit.tests.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue("Ada", forKey: "name")
        #expect(defaults.value(forKey: "name") as? String == "Ada")
        defaults.setValue(nil, forKey: "name")
        #expect(defaults.value(forKey: "name") == nil)
    }

    @Test("The keys of an Info.plist have Core Foundation's names")
    func bundleKeys() {
        #expect(kCFBundleNameKey as String == "CFBundleName")
        #expect(kCFBundleIdentifierKey as String == "CFBundleIdentifier")
        #expect(kCFBundleVersionKey as String == "CFBundleVersion")
        #expect(kCFBundleExecutableKey as String == "CFBundleExecutable")
        #expect(kCFBundleDevelopmentRegionKey as String == "CFBundleDevelopmentRegion")
        #expect(kCFBundleInfoDictionaryVersionKey as String == "CFBundleInfoDictionaryVersion")
        #expect(kCFBundleLocalizationsKey as String == "CFBundleLocalizations")
    }

    @Test("The absolute time is that of dates")
    func absoluteTime() {
        let before = Date().timeIntervalSinceReferenceDate
        let time: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
        let span: CFTimeInterval = time - before
        #expect(abs(span) < 600)
    }

    @Test("A pool of autoreleased objects returns what its closure does, and throws what it throws")
    func pool() {
        #expect(autoreleasepool { 3 } == 3)
        struct Oops: Error {}
        #expect(throws: Oops.self) { try autoreleasepool { throw Oops() } }
    }
}
