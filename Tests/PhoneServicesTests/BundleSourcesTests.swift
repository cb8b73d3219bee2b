// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage
import Testing

@testable import PhoneServices

/// What is found wrong before there is a bundle, and in programs of other systems.
@Suite("Bundles to be") struct BundleSourcesTests {
    private let folder: TemporaryFolder
    private var info: String { "\(folder.path)/Info.plist" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Sample.entitlements("production"), "Entitlements.plist")
    }

    private func withKey(_ key: String, _ value: String) -> String {
        Sample.info().replacing("</dict></plist>", with: "<key>\(key)</key>\(value)</dict></plist>")
    }

    private func problems(_ text: String) throws -> [BundleProblem] {
        try folder.write(text, "Info.plist")
        return BundleCheck.problems(info: info)
    }

    @Test("B112: a list without the activity of calls is advised against, one with it is in order")
    func activity() throws {
        #expect(try problems(Sample.info()) == [.noCallActivity(file: info)])
        for type in ["INStartCallIntent", "INStartAudioCallIntent"] {
            let whole = withKey("NSUserActivityTypes", "<array><string>\(type)</string></array>")
            #expect(try problems(whole).isEmpty)
        }
        #expect(!BundleProblem.noCallActivity(file: info).keepsFromRinging)
    }

    @Test("A list without voip, and entitlements without pushes, keep an app from ringing")
    func modes() throws {
        let mute = Sample.info().replacing("<string>voip</string>", with: "")
        #expect(try problems(mute) == [.noVoIPMode(file: info)])
        folder.remove("Entitlements.plist")
        let missing = BundleProblem.noPushEnvironment(file: "\(folder.path)/Entitlements.plist")
        #expect(try problems(Sample.info()).contains(missing))
        #expect(missing.keepsFromRinging && !missing.isFatal)
    }

    @Test("A list with Xcode's variables is Xcode's own: it says what to give in its place")
    func variables() throws {
        let id = "$(PRODUCT_BUNDLE_IDENTIFIER)"
        let xcode = Sample.info().replacing("com.example.hotline", with: id)
        let withoutVoIP = xcode.replacing("<string>voip</string>", with: "")
        folder.remove("Entitlements.plist")
        let variables = BundleProblem.hasVariables(file: info)
        #expect(try problems(xcode) == [variables])
        #expect(!variables.keepsFromRinging && !variables.isFatal)
        #expect(try problems(withoutVoIP) == [.noVoIPMode(file: info), variables])
    }

    @Test("An extension's list is not an app's, and no list at all is named")
    func others() throws {
        let list = "<plist><dict><key>NSExtension</key><dict/></dict></plist>"
        #expect(try problems(list).isEmpty)
        #expect(try problems("<plist>").first?.isFatal == true)
        folder.remove("Info.plist")
        #expect(BundleCheck.problems(info: info).count == 1)
    }

    @Test("A program of another system or processor is told from one of this")
    func programs() throws {
        let own = Files.beginning(of: "/proc/self/exe", byteCount: 20)
        #expect(ProgramFormat.foreign(own, own: own) == nil)
        var other = own
        other[18] ^= 0xFF
        #expect(ProgramFormat.foreign(other, own: own) == "another processor")
        other = own
        other[4] ^= 3
        #expect(ProgramFormat.foreign(other, own: own) == "another processor")
        let apple: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1]
        #expect(ProgramFormat.foreign(apple, own: own) == "Apple's systems")
        for bytes in [[], Array("#!/bin/sh".utf8), Array(own.prefix(6))] {
            #expect(ProgramFormat.foreign(bytes, own: own) == nil)
        }
    }
}
