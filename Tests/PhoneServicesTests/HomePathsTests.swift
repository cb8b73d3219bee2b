// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("HomePaths")
struct HomePathsTests {
    @Test("One folder for all, or where the XDG variables say, or under the home folder")
    func places() {
        let one = HomePaths(home: "/x/")
        #expect([one.state, one.run, one.config] == ["/x/state", "/x/run", "/x/config"])
        let variables = [
            "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "XDG_CONFIG_HOME": "/c", "HOME": "/h",
        ]
        let xdg = HomePaths(home: nil) { variables[$0] }
        #expect(xdg.state == "/s/opencallkit")
        #expect(xdg.appSocket == "/r/opencallkit/app.sock")
        #expect(xdg.settings == "/c/opencallkit/settings.json")
        let relative = HomePaths(home: nil) { ["XDG_STATE_HOME": "s", "HOME": "/h"][$0] }
        #expect(relative.state == "/h/.local/state/opencallkit")
        let bare = HomePaths(home: nil) { $0 == "HOME" ? "/h" : nil }
        #expect(bare.run == "/h/.local/state/opencallkit/run")
        #expect(bare.config == "/h/.config/opencallkit")
        #expect(HomePaths(home: "relative").state.hasPrefix("/"))
    }

    @Test("Without HOME there is no home, unless the XDG variables name both folders")
    func lack() throws {
        func words(_ variables: [String: String]) -> String? {
            HomePaths.lack { variables[$0] }
        }
        let bare = try #require(words([:]))
        #expect(bare.contains("HOME") && bare.contains("--home"))
        #expect(words(["HOME": "h"])?.contains("'h'") == true)
        #expect(words(["HOME": ""]) != nil && words(["XDG_STATE_HOME": "/s"]) != nil)
        #expect(words(["HOME": "/h"]) == nil)
        #expect(words(["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"]) == nil)
    }

    @Test("Folders are made for their user alone, and one that was open is closed")
    func create() throws {
        let folder = try TemporaryFolder()
        let paths = HomePaths(home: "\(folder.path)/a/b")
        try paths.create()
        chmod(paths.run, 0o755)
        try paths.create()
        var facts = stat()
        for path in [
            paths.state, paths.run, paths.config, paths.apps, paths.logs, paths.directories,
            paths.groups,
        ] {
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o700)
        }
    }

    @Test("A file in the place of a folder is named")
    func inTheWay() throws {
        let folder = try TemporaryFolder()
        try folder.write("", "state")
        let error = #expect(throws: FileError.self) { try HomePaths(home: folder.path).create() }
        #expect(error?.number == ENOTDIR)
        #expect(error.map { "\($0)" }?.contains("\(folder.path)/state") == true)
    }

    @Test("A file is written whole or not at all")
    func writeWhole() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", "file")
        #expect(throws: FileError.self) {
            try Files.writeWhole([1], to: "\(folder.path)/none/file")
        }
        try Files.writeWhole(Array("new".utf8), to: "\(folder.path)/file")
        #expect(try folder.read("file") == "new")
        #expect(try Files.names(in: folder.path) == ["file"])
        #expect(throws: FileError.self) { try Files.read("\(folder.path)/file", limit: 2) }
        #expect(throws: FileError.self) { try Files.read(folder.path, limit: 2) }
    }
}
