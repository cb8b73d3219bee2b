// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import PhoneServices

@Suite("Leftovers")
struct LeftoversTests {
    @Test("Apps of a phone that died are ended by the next of its folder; others are let alone")
    func ends() throws {
        let folder = try TemporaryFolder()
        let socket = "\(folder.path)/app.sock"
        let variable = ProcessEnvironment.socketVariable
        let left = try start(["\(variable)=\(socket)", Leftovers.mark], in: folder)
        let others = [
            // Of another phone, and started by a person for this one.
            try start(["\(variable)=\(socket)2", Leftovers.mark], in: folder),
            try start(["\(variable)=\(socket)"], in: folder),
        ]
        #expect(Leftovers.end(appSocket: socket) == 1)
        var status: Int32 = 0
        #expect(waitpid(left.processID, &status, 0) == left.processID)
        #expect(status & 0x7F == SIGKILL)
        #expect(Leftovers.end(appSocket: socket) == 0)
        for other in others {
            #expect(other.isAlive)
            other.kill()
            waitpid(other.processID, nil, 0)
        }
    }

    private func start(_ environment: [String], in folder: TemporaryFolder) throws -> ProcessHandle
    {
        try ChildProcess(
            executable: "/usr/bin/tail",
            arguments: ["-f", "/dev/null"],
            environment: environment,
            folder: folder.path,
            log: "\(folder.path)/log"
        ).start()
    }
}
