// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import os

/// How numbers are written in messages.
struct FormattingTests {
    private func message(_ message: OSLogMessage) -> String? {
        let probe = LogProbe()
        probe.logger.log(message)
        return probe.messages.first
    }

    @Test("Whole numbers are written in tens, sixteens or eights, with signs, prefixes and zeros")
    func integers() {
        #expect(message("\(-42) \(UInt8(200)) \(Int64.min)") == "-42 200 -9223372036854775808")
        #expect(message("\(42, format: .decimal(explicitPositiveSign: true))") == "+42")
        #expect(message("\(42, format: .decimal(minDigits: 5))") == "00042")
        #expect(message("\(255, format: .hex)") == "ff")
        #expect(message("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
        #expect(message("\(255, format: .hex(includePrefix: true, minDigits: 4))") == "0x00ff")
        #expect(message("\(8, format: .octal)") == "10")
        #expect(message("\(8, format: .octal(includePrefix: true))") == "0o10")
        #expect(message("\(8, format: .octal(explicitPositiveSign: true, minDigits: 3))") == "+010")
    }

    @Test("Numbers are written with a point, a power of ten, the shorter, or in sixteens")
    func floats() {
        #expect(message("\(1.5) \(Float(0.25))") == "1.500000 0.250000")
        #expect(message("\(CGFloat(0.5))") == "0.500000")
        #expect(message("\(1.5, format: .fixed(precision: 2))") == "1.50")
        #expect(message("\(1.5, format: .fixed(explicitPositiveSign: true))") == "+1.500000")
        #expect(message("\(1500.0, format: .exponential)") == "1.500000e+03")
        #expect(message("\(1500.0, format: .exponential(precision: 1))") == "1.5e+03")
        #expect(message("\(1500.0, format: .exponential(uppercase: true))") == "1.500000E+03")
        #expect(message("\(1500.0, format: .hybrid)") == "1500")
        #expect(message("\(1500.0, format: .hybrid(precision: 2))") == "1.5e+03")
        #expect(message("\(1500.0, format: .hybrid(explicitPositiveSign: true))") == "+1500")
        #expect(message("\(0.5, format: .hex)") == "0x1p-1")
        #expect(message("\(0.5, format: .hex(uppercase: true))") == "0X1P-1")
    }

    @Test("Truth values are written as true and false, or as yes and no")
    func booleans() {
        #expect(message("\(true) \(false, format: OSLogBoolFormat.answer)") == "true no")
        #expect(message("\(true, format: .answer) \(false, format: .truth)") == "yes false")
    }

    @Test("A width or precision beyond all sense is taken for the widest")
    func bounds() {
        #expect(message("\(1, format: .decimal(minDigits: .max))")?.count == 256)
        #expect(message("\(1, align: .right(columns: .max))")?.count == 256)
        #expect(message("\(1.0, format: .fixed(precision: .max))")?.count == 258)
        #expect(message("\(1.0, format: .fixed(precision: -1))") == "1")
    }
}
