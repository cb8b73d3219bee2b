// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing
import OCKWire

@testable import PhoneServices
import OCKStorage

@Suite("Bundles")
struct BundleTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/Hotline.app" }
    private var info: String { "\(path)/Info.plist" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("Hotline.app")
        try folder.write("\u{7F}ELF", "Hotline.app/Hotline", mode: 0o755)
        try folder.write(Sample.entitlements("production"), "Hotline.app/Entitlements.plist")
    }

    private func problems(_ info: String) throws -> [BundleProblem] {
        try folder.write(info, "Hotline.app/Info.plist")
        return BundleCheck.problems(path: path)
    }

    @Test("A bundle in order has no problem, and says what it is")
    func good() throws {
        #expect(try problems(Sample.info()).isEmpty)
        let bundle = try AppBundle(path: "\(folder.path)/./Hotline.app")
        #expect(bundle.identifier == "com.example.hotline")
        #expect(bundle.name == "Hotline")
        #expect(bundle.executable == "\(path)/Hotline")
        #expect(bundle.environment == .production)
    }

    @Test("Without aps-environment a bundle is in order but for a token, and that is said")
    func noEnvironment() throws {
        let file = "\(path)/Entitlements.plist"
        folder.remove("Hotline.app/Entitlements.plist")
        #expect(try problems(Sample.info()) == [.noPushEnvironment(file: file)])
        #expect(try AppBundle(path: path).environment == nil)
        try folder.write("<plist><dict/></plist>", "Hotline.app/Entitlements.plist")
        #expect(BundleCheck.problems(path: path) == [.noPushEnvironment(file: file)])
    }

    @Test("B121: the SDK that an app was linked with is read from DTSDKName")
    func linkedSDK() throws {
        let names: [(String, Int?)] = [
            ("iphoneos12.4", 12), ("iphonesimulator26.0", 26), ("iphoneos", nil),
        ]
        for (name, version) in names {
            let info = Sample.info().replacing(
                "</dict></plist>",
                with: "<key>DTSDKName</key><string>\(name)</string></dict></plist>")
            _ = try problems(info)
            #expect(try AppBundle(path: path).linkedSDK == version)
        }
    }

    @Test("A name is read without what could fake the lines around it")
    func nameOfControls() throws {
        #expect(try problems(Sample.info(name: "Hot\n\u{85}li\u{202E}ne")).isEmpty)
        #expect(try AppBundle(path: "\(folder.path)/Hotline.app").name == "Hotline")
        #expect(try problems(Sample.info(name: "\n\u{202E}")).map(\.isFatal) == [true])
    }

    @Test("A binary property list is read as well, and the environment from the entitlements")
    func binary() throws {
        try folder.write(BinarySample.info, "Hotline.app/Info.plist")
        try folder.write(
            "<plist><dict><key>aps-environment</key><string>development</string></dict></plist>",
            "Hotline.app/Entitlements.plist"
        )
        #expect(BundleCheck.problems(path: path).isEmpty)
        let bundle = try AppBundle(path: path)
        #expect(bundle.identifier == "com.example.hotline")
        #expect(bundle.environment == .development)
    }

    @Test("Each missing key is named with its file")
    func missingKeys() throws {
        let problems = try problems(
            Sample.info(identifier: nil, executable: nil, name: nil, modes: nil)
        )
        let keys = ["CFBundleIdentifier", "CFBundleExecutable", "CFBundleDisplayName"]
        for key in keys {
            let isNamed = problems.contains {
                if case .missingKey(key, info, _) = $0 { true } else { false }
            }
            #expect(isNamed, "\(key)")
            #expect(problems.contains { "\($0)".contains(key) && "\($0)".contains(info) })
        }
        #expect(problems.contains(.noVoIPMode(file: info)))
        #expect(throws: BundleProblem.self) { try AppBundle(path: path) }
    }

    @Test(
        "An identifier outside the rule is refused",
        arguments: ["", ".", "a..b", "../x", "a/b", "a b", "é", String(repeating: "a", count: 156)]
    )
    func badIdentifier(identifier: String) throws {
        let problems = try problems(Sample.info(identifier: identifier))
        #expect(problems.contains { $0.isFatal && "\($0)".contains("CFBundleIdentifier") })
    }

    @Test("A key of another type is named")
    func otherType() throws {
        let problems = try problems(
            Sample.info(modes: "<string>voip</string>")
                .replacing("<string>Hotline</string>", with: "<integer>3</integer>")
        )
        let bad = problems.filter { if case .badKey = $0 { true } else { false } }
        #expect(bad.count == 3)
    }

    @Test("A missing or broken property list is named", arguments: ["", "{}", "<plist><dict>"])
    func broken(text: String) throws {
        let found = try problems(text)
        #expect(found.contains { if case .malformed = $0 { true } else { false } })
        unlink(info)
        #expect(BundleCheck.problems(path: path).count == 1)
    }

    @Test("What is no bundle is refused", arguments: ["none.app", "Hotline.app/Hotline", "."])
    func noBundle(name: String) {
        let path = "\(folder.path)/\(name)"
        #expect(BundleCheck.problems(path: path) == [.notABundle(path: path)])
    }

    @Test("Paths that leave the bundle are refused, directly or by a link")
    func outside() throws {
        try folder.write("#!/bin/sh\n", "outside", mode: 0o755)
        symlink("../outside", "\(path)/Link")
        for name in ["../outside", "Link", "/bin/sh", ".."] {
            let problems = try problems(Sample.info(executable: name))
            #expect(problems.contains { $0.isFatal }, "\(name)")
        }
        unlink(info)
        try folder.write(Sample.info(), "Info.plist")
        symlink("../Info.plist", info)
        let expected = BundleProblem.leavesBundle(
            file: info,
            target: "\(folder.path)/Info.plist"
        )
        #expect(BundleCheck.problems(path: path) == [expected])
    }

    @Test("An executable that is not executable is named")
    func notExecutable() throws {
        chmod("\(path)/Hotline", 0o644)
        let expected = BundleProblem.notExecutable(file: "\(path)/Hotline")
        // The root user may do all but run a file that nobody may run.
        #expect(try problems(Sample.info()) == [expected])
    }

    @Test("A script in the place of the executable is advised against")
    func script() throws {
        try folder.write("#!/bin/sh\n", "Hotline.app/Hotline", mode: 0o755)
        let expected = BundleProblem.isScript(file: "\(path)/Hotline")
        #expect(try problems(Sample.info()) == [expected])
        #expect(!expected.isFatal)
    }

    @Test("A bundle is made from an executable and a property list, and renewed in place")
    func make() throws {
        try folder.write(Sample.info(), "Info.plist")
        try folder.write("one", "tool", mode: 0o755)
        let output = "\(folder.path)/Made.app"
        func make() throws {
            try BundleMaker.bundle(
                executable: "\(folder.path)/tool",
                info: "\(folder.path)/Info.plist",
                output: output
            )
        }
        try make()
        let before = FileIdentity(path: "\(output)/Hotline")
        try folder.write("two", "tool", mode: 0o755)
        try make()
        #expect(try folder.read("Made.app/Hotline") == "two")
        #expect(before != FileIdentity(path: "\(output)/Hotline"))
        #expect(try AppBundle(path: output).identifier == "com.example.hotline")
    }

    @Test("A bundle is not made from what is missing, each named")
    func makeFails() throws {
        try folder.write(Sample.info(executable: "a/b"), "Info.plist")
        let tool = "\(path)/Hotline"
        let list = "\(folder.path)/Info.plist"
        let output = "\(folder.path)/Made.app"
        for (executable, info, output, word) in [
            ("/none", list, output, "/none"), (tool, "/none.plist", output, "/none.plist"),
            (tool, list, output, "CFBundleExecutable"), (tool, list, "/tmp/Made", ".app"),
        ] {
            let error = #expect(throws: (any Error).self) {
                try BundleMaker.bundle(executable: executable, info: info, output: output)
            }
            #expect(String(describing: error).contains(word))
        }
        #expect(access(output, F_OK) != 0)
    }
}
