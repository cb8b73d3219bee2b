// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("Bundles with call directory extensions")
struct DirectoryBundleTests {
    private let folder: TemporaryFolder
    private var app: String { "\(folder.path)/Hotline.app" }
    private let appex = "Hotline.app/PlugIns/CallDirectory.appex"

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder(appex)
        try folder.write(Sample.info(), "Hotline.app/Info.plist")
        try folder.write("\u{7F}ELF", "Hotline.app/Hotline", mode: 0o755)
        try folder.write(Sample.entitlements("production"), "Hotline.app/Entitlements.plist")
        try folder.write("\u{7F}ELF", "\(appex)/CallDirectory", mode: 0o755)
    }

    /// What is wrong with the bundle whose extension has this `Info.plist`.
    private func problems(_ info: String) throws -> [BundleProblem] {
        try folder.write(info, "\(appex)/Info.plist")
        return BundleCheck.problems(path: app)
    }

    @Test("B138: an app's call directory extension is read, with its name and its groups")
    func good() throws {
        let groups = ["group.com.example.hotline", "group.com.example.other"]
        try folder.write(Sample.groupEntitlements(groups), "\(appex)/Entitlements.plist")
        #expect(try problems(Sample.directoryInfo()).isEmpty)
        let expected = DirectoryBundle(
            identifier: "com.example.hotline.CallDirectory", name: "Hotline numbers",
            path: "\(folder.path)/\(appex)", executable: "\(folder.path)/\(appex)/CallDirectory",
            groups: groups)
        let bundle = try AppBundle(path: app)
        #expect(bundle.directoryExtensions == [expected])
        #expect(bundle.extensions.isEmpty)
    }

    @Test("An app that only gives numbers is in order without voip and without aps-environment")
    func numbersAlone() throws {
        folder.remove("Hotline.app/Entitlements.plist")
        try folder.write(Sample.info(modes: nil), "Hotline.app/Info.plist")
        #expect(try problems(Sample.directoryInfo()).isEmpty)
        #expect(try problems(Sample.directoryInfo(principalClass: nil)).count == 3)
    }

    @Test("An extension without a name is called by its identifier")
    func nameless() throws {
        _ = try problems(Sample.directoryInfo(name: nil))
        #expect(
            try AppBundle(path: app).directoryExtensions.map(\.name)
                == ["com.example.hotline.CallDirectory"])
    }

    @Test(
        "What an extension lacks is named with key and file; the app is installed without it",
        arguments: [
            (Sample.directoryInfo(identifier: nil), "CFBundleIdentifier"),
            (Sample.directoryInfo(identifier: "com.example.other.CallDirectory"), "the app's"),
            (Sample.directoryInfo(identifier: "com.example.hotline"), "the app's"),
            (Sample.directoryInfo(identifier: "com.example.hotline./x"), "155 letters"),
            (Sample.directoryInfo(executable: nil), "CFBundleExecutable"),
            (Sample.directoryInfo(executable: "../../Hotline"), "leads out"),
            (Sample.directoryInfo(executable: "Other"), "no such file"),
            (Sample.directoryInfo(principalClass: nil), "NSExtensionPrincipalClass"),
            (Sample.directoryInfo(principalClass: ""), "NSExtensionPrincipalClass"),
            (Sample.directoryInfo(name: String(repeating: "n", count: 1025)), "1024 bytes"),
        ])
    func lacking(info: String, word: String) throws {
        let found = try problems(info)
        #expect(found.count == 1)
        #expect(found.first?.isFatal == false)
        #expect(found.first.map { "\($0)" }?.contains(word) == true)
        #expect(found.first.map { "\($0)" }?.contains("CallDirectory.appex") == true)
        #expect(try AppBundle(path: app).directoryExtensions.isEmpty)
    }

    @Test("Of two extensions with one identifier the second is left out, and named")
    func twice() throws {
        let other = "Hotline.app/PlugIns/Other.appex"
        try folder.makeFolder(other)
        try folder.write(Sample.directoryInfo(executable: "Other"), "\(other)/Info.plist")
        try folder.write("\u{7F}ELF", "\(other)/Other", mode: 0o755)
        let found = try problems(Sample.directoryInfo())
        #expect(found.count == 1)
        #expect(found.first.map { "\($0)" }?.contains("Other.appex") == true)
        #expect(try AppBundle(path: app).directoryExtensions.count == 1)
    }

    @Test("An app's groups are read once each; what is no group's name is named and left out")
    func groups() throws {
        try folder.write(
            Sample.groupEntitlements([
                "group.com.example.hotline", "com.example", "group../../etc",
                "group.com.example.hotline", "group.",
            ]), "Hotline.app/Entitlements.plist")
        let found = try problems(Sample.directoryInfo())
        let file = "\(app)/Entitlements.plist"
        for name in ["com.example", "group../../etc", "group."] {
            #expect(found.contains(.badGroup(name, file: file)))
        }
        #expect(!found.contains { $0.isFatal })
        #expect(try AppBundle(path: app).groups == ["group.com.example.hotline"])
    }

    @Test("A process is told of its own groups, whose folders are there and closed to others")
    func environment() throws {
        let groups = AppGroups(folder: "\(folder.path)/groups")
        #expect(try groups.environment(for: []) == [])
        let names = ["group.com.example.a", "group.com.example.b"]
        #expect(
            try groups.environment(for: names) == [
                "OPENCALLKIT_GROUPS=group.com.example.a:group.com.example.b",
                "OPENCALLKIT_GROUPS_FOLDER=\(folder.path)/groups",
            ])
        var facts = stat()
        for name in names {
            #expect(stat("\(folder.path)/groups/\(name)", &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o700)
        }
    }
}
