// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import PhoneLink
import Testing

@Suite struct ExtensionBundleTests {
    /// What is wrong with an extension of that Info.plist; nil is no file.
    private func breach(_ info: String?, executable: String = "X") throws -> String? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appendingPathComponent("X.appex")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        if let info {
            try Data(info.utf8).write(to: bundle.appendingPathComponent("Info.plist"))
        }
        let words = ExtensionBundle.breach(
            executable: bundle.appendingPathComponent(executable).path,
            principalClass: "Hotline.Handler")
        return words?.replacingOccurrences(of: bundle.path, with: "X.appex")
    }

    private func list(_ name: String) -> String {
        "<plist version=\"1.0\"><dict><key>NSExtension</key><dict>"
            + "<key>NSExtensionPrincipalClass</key><string>\(name)</string></dict></dict></plist>"
    }

    @Test(
        "The class may be named in full, or as Xcode writes it",
        arguments: [
            "Hotline.Handler", "$(PRODUCT_MODULE_NAME).Handler", "${PRODUCT_MODULE_NAME}.Handler",
        ])
    func same(name: String) throws {
        #expect(try breach(list(name)) == nil)
        #expect(try breach(list(name), executable: "bin/X") == nil)
    }

    @Test(
        "Another class, or one without its module, is named with the file",
        arguments: ["Handler", "Hotline.Other", "Other.Handler", ""])
    func other(name: String) throws {
        #expect(
            try breach(list(name))
                == "X.appex/Info.plist says that NSExtensionPrincipalClass is \(name), and "
                + "main.swift makes a Hotline.Handler; make the two agree")
    }

    @Test("A file that is not there, too large, no list, or without the key says so")
    func badFiles() throws {
        let size = ExtensionBundle.infoByteCountMax + 1
        let cases: [(String?, String)] = [
            (nil, "there is no X.appex/Info.plist"),
            (String(repeating: "x", count: size), "has more than 1048576 bytes"),
            ("{", "is no property list"), ("", "is no property list"),
            ("<plist><array/></plist>", "is no property list"),
            ("<plist><dict/></plist>", "has no NSExtensionPrincipalClass"),
        ]
        for (info, words) in cases {
            let breach = try #require(try breach(info))
            #expect(breach.contains(words), "\(breach)")
        }
    }
}

@Suite struct AppGroupTests {
    private static let variables = [
        "OPENCALLKIT_GROUPS": "group.com.example.a:group.com.example.b",
        "OPENCALLKIT_GROUPS_FOLDER": "/groups",
    ]

    @Test("A process finds the folders of its own groups, and of no other")
    func environment() {
        let folders = AppGroupFolders.ofProcess { Self.variables[$0] }
        #expect(folders.folder("group.com.example.b") == "/groups/group.com.example.b")
        for other in [
            "group.com.example", "group.com.example.a:group.com.example.b", "", "/", "..",
        ] {
            #expect(folders.folder(other) == nil)
        }
        #expect(AppGroupFolders.ofProcess { _ in nil }.folder("group.com.example.a") == nil)
    }

    @Test("A phone for tests gives its own folders, which are made when they are asked for")
    func container() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let session = AppSession(
            address: PhoneAddress(name: "none") { () throws(LinkError) in
                throw .noPhone(path: "none")
            })
        session.appGroups = AppGroupFolders { group in
            group == "group.com.example.a" ? root.appendingPathComponent(group).path : nil
        }
        let (mine, other) = session.bind {
            (
                FileManager.default.containerURL(
                    forSecurityApplicationGroupIdentifier: "group.com.example.a"),
                FileManager.default.containerURL(
                    forSecurityApplicationGroupIdentifier: "group.com.example.b")
            )
        }
        let url = try #require(mine)
        #expect(url.hasDirectoryPath && FileManager.default.fileExists(atPath: url.path))
        #expect(other == nil)
    }
}
