// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenOSLog
import Testing
import os

/// What a log must bear.
struct HostileLogTests {
    @Test("A width that no line has is cut, for numbers with a point too")
    func widths() {
        let probe = LogProbe()
        os_log("%300f", log: probe.log, 1.0)
        os_log("%99999999999999999999f", log: probe.log, 1.0)
        #expect(probe.messages.map(\.count) == [256, 256])
    }

    @Test("A line to a pipe that nobody reads is lost, and the app goes on")
    func brokenPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        LogOutput.write("a line\n", to: pipe.fileHandleForWriting)
        LogOutput.write("another\n", to: pipe.fileHandleForWriting)
    }
}
