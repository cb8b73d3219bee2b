// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OpenCallKitCommand

@Suite struct FilesTests {
    @Test("A whole path is not made for a folder; its last part may be missing")
    func parents() throws {
        for path in [".", "new", "/new", "/tmp/new/", "/tmp//new", "/tmp"] {
            try requireParent(of: path)
        }
        for path in ["/nonexistent/x", "/nonexistent/x/y/", "nonexistent/x"] {
            let failure = #expect(throws: CommandFailure.self) { try requireParent(of: path) }
            #expect(failure?.code == .cannotCreate)
            #expect(failure?.message.contains("there is no ") == true)
        }
    }
}
