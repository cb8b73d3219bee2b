// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneHost
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("Bundles made with extensions")
struct BundleExtensionTests {
    private let folder: TemporaryFolder
    private var output: String { "\(folder.path)/Made.app" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Sample.info(), "Info.plist")
        try folder.write(Sample.entitlements("production"), "Entitlements.plist")
        try folder.write("\u{7F}ELF app", "Hotline", mode: 0o755)
        try folder.write("\u{7F}ELF filter", "Filter", mode: 0o755)
        try folder.makeFolder("filter")
        try folder.write(
            Sample.extensionInfo(
                executable: "Filter", point: "com.apple.usernotifications.service"),
            "filter/Info.plist")
        try folder.write(Sample.filteringEntitlement, "filter/Entitlements.plist")
    }

    private func make() throws(ServiceFailure) {
        try BundleMaker.bundle(
            executable: "\(folder.path)/Hotline", info: "\(folder.path)/Info.plist",
            entitlements: "\(folder.path)/Entitlements.plist",
            extensions: ["\(folder.path)/filter/Info.plist"], output: output)
    }

    @Test("An extension's program is found beside the app's, and its entitlements go with it")
    func made() throws {
        try make()
        let inside = "\(output)/PlugIns/Filter.appex"
        #expect(try Files.read("\(inside)/Filter", limit: 100) == Array("\u{7F}ELF filter".utf8))
        let bundle = try AppBundle(path: output)
        #expect(
            bundle.extensions == [
                NotificationExtension(executable: "\(inside)/Filter", canFilter: true)
            ])
        try folder.write("\u{7F}ELF newer", "Filter", mode: 0o755)
        try make()
        #expect(try Files.read("\(inside)/Filter", limit: 100) == Array("\u{7F}ELF newer".utf8))
    }

    @Test("Nothing is made where an extension's program is missing, which is named")
    func missing() throws {
        folder.remove("Filter")
        let error = #expect(throws: ServiceFailure.self) { try make() }
        #expect(error?.description.contains("\(folder.path)/Filter is not executable") == true)
        #expect(FileIdentity(path: output) == nil)
    }

    @Test("What Xcode puts in when it builds is refused, with its key, before anything is made")
    func variables() throws {
        for (info, key) in [
            (Sample.directoryInfo(executable: "$(EXECUTABLE_NAME)"), "CFBundleExecutable"),
            (
                Sample.directoryInfo(identifier: "$(PRODUCT_BUNDLE_IDENTIFIER)"),
                "CFBundleIdentifier"
            ),
            (
                Sample.directoryInfo(principalClass: "$(PRODUCT_MODULE_NAME).Handler"),
                "NSExtensionPrincipalClass"
            ),
        ] {
            try folder.write(info, "filter/Info.plist")
            let error = #expect(throws: ServiceFailure.self) { try make() }
            #expect(error?.description.contains("\(key) in ") == true)
            #expect(error?.description.contains("Xcode puts a value in for $(") == true)
            #expect(FileIdentity(path: output) == nil)
        }
    }

    @Test("An extension that a phone would leave out is no bundle's, and what is wrong is said")
    func leftOut() throws {
        try folder.write("<plist><array/></plist>", "filter/Entitlements.plist")
        let error = #expect(throws: ServiceFailure.self) { try make() }
        #expect(error?.description.contains("Filter.appex is left out") == true)
    }
}
