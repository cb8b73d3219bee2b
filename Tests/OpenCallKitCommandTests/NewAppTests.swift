// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import OpenCallKitCommand

@Suite struct NewAppTests {
    private func app(_ dependency: NewApp.Dependency = .path("/a/OpenCallKit")) -> NewApp {
        NewApp(name: "Ringer", bundle: "com.example.ringer", dependency: dependency)
    }

    @Test("A name that is a Swift identifier and nobody else's is taken")
    func names() {
        for name in ["Hotline", "A", "my_app2", String(repeating: "a", count: 64)] {
            #expect(NewApp.objection(to: name) == nil, "\(name)")
        }
    }

    @Test(
        "Any other name is refused, with one that would do",
        arguments: [
            ("my app-2", "MyApp2"), ("2fast", "fast"), ("Über", "Ber"), ("class", "classApp"),
            ("callkit", "callkitApp"), ("os", "osApp"), (String(repeating: "a", count: 65), "Aaa"),
            ("../x", "X"),
        ])
    func refused(name: String, hint: String) {
        let objection = NewApp.objection(to: name)
        #expect(objection?.contains("such as \(hint)") == true, "\(objection ?? "none")")
    }

    @Test("A name of signs alone is refused without a hint")
    func signs() {
        #expect(NewApp.objection(to: "---")?.contains("such as") == false)
        #expect(NewApp.objection(to: "") != nil)
    }

    @Test("No module that an app is linked with has a name that is free")
    func taken() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Package.swift")
        let manifest = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(manifest.range(of: "// A phone for tests"))
        let end = try #require(manifest.range(of: "// The top."))
        let names = manifest[start.upperBound..<end.lowerBound].split(separator: "\"")
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(names.contains("CallKitTesting") && names.contains("PhoneCore"))
        for name in names { #expect(NewApp.objection(to: name) != nil, "\(name)") }
    }

    @Test("The manifest names the package where it is: a folder, or a repository")
    func dependencies() {
        let local = app(.path(#"/a/"b\"#)).manifest
        #expect(local.contains(#".package(name: "OpenCallKit", path: "/a/\"b\\")"#))
        let remote = app(.url("https://example.com/x/opencallkit.git", version: "1.2.3")).manifest
        #expect(
            remote.contains(
                #".package(url: "https://example.com/x/opencallkit.git", from: "1.2.3")"#))
        #expect(remote.contains(#"package: "opencallkit")"#))
    }

    @Test("No line of a new app is over 100 columns, and none has blanks at its end")
    func lines() {
        for file in app().files {
            #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
            for line in file.text.split(separator: "\n") {
                #expect(line.count <= 100 && line.last != " ", "\(file.path): \(line)")
            }
        }
    }
}
