// SPDX-License-Identifier: Apache-2.0
import Foundation
import OSLog
import OpenOSLog
import Testing

struct OSLogTests {
    @Test("Types keep Apple's numbers")
    func typesKeepTheirNumbers() {
        let types: [OSLogType] = [.default, .info, .debug, .error, .fault]
        #expect(types.map(\.rawValue) == [0x00, 0x01, 0x02, 0x10, 0x11])
        #expect(OSLogType(rawValue: 16) == .error && OSLogType(17) == .fault)
    }

    @Test("Messages that matter less than the least are off; all are, for the disabled log")
    func enabled() {
        let log = LogProbe(least: .default).log
        #expect(!log.isEnabled(type: .debug) && !log.isEnabled(type: .info))
        #expect(log.isEnabled(type: .default) && log.isEnabled(type: .fault))
        #expect(!OSLog.disabled.isEnabled(type: .fault))
        let probe = LogProbe(least: nil)
        os_log("a", log: probe.log, type: .fault)
        #expect(probe.lines.isEmpty)
    }

    @Test("A log without names writes none")
    func nameless() {
        let probe = LogProbe(), kept = probe.log
        #expect(OSLog(subsystem: "a", category: "b").isEnabled(type: .fault))
        os_log("a", log: kept)
        let (output, _) = LogOutput.make(environment: [:]) { #expect($0.hasSuffix(" [error] a\n")) }
        os_log("a", log: OSLog(subsystem: "", category: "", output: output), type: .error)
    }

    @Test("The environment says what is left out, and whether private data is shown")
    func environment() {
        let (plain, none) = LogOutput.make(environment: [:]) { _ in }
        #expect(plain.least == .info && !plain.showsPrivate && none == nil)
        let wanted = ["OPENCALLKIT_LOG_LEVEL": "debug", "OPENCALLKIT_LOG_PRIVATE": "1"]
        let (output, complaint) = LogOutput.make(environment: wanted) { _ in }
        #expect(output.least == .debug && output.showsPrivate && complaint == nil)
        #expect(
            LogOutput.make(environment: ["OPENCALLKIT_LOG_LEVEL": "off"]) { _ in }.0.least == nil)
    }

    @Test("A level that is none is named, with those that there are")
    func unknownLevel() {
        let wanted = ["OPENCALLKIT_LOG_LEVEL": "loud\n"]
        let (output, complaint) = LogOutput.make(environment: wanted) { _ in }
        #expect(output.least == .info)
        #expect(
            complaint == "OPENCALLKIT_LOG_LEVEL is loud\\n, which is no level: set one of debug,"
                + " info, default, error, fault, off")
    }
}
