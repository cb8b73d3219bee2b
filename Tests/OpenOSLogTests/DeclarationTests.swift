// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import os

/// What apps seldom write by hand of a message.
struct DeclarationTests {
    @Test("A message may be put together by hand")
    func byHand() {
        var text = OSLogInterpolation(literalCapacity: 4, interpolationCount: 2)
        let name: String = "Ada", shown: OSLogPrivacy = .public
        text.appendLiteral("a ")
        text.appendInterpolation(name, align: OSLogStringAlignment.none, privacy: shown)
        let message = OSLogMessage(stringInterpolation: text)
        let probe = LogProbe(), logger = Logger(probe.log)
        logger.log(message)
        logger.log(OSLogMessage(stringLiteral: "b"))
        #expect(probe.messages == ["a Ada", "b"])
    }

    @Test("Each kind of value has its place in a message")
    func kinds() {
        func described<T>(_ value: T, _ text: inout OSLogInterpolation)
        where T: CustomStringConvertible {
            text.appendInterpolation(value, align: .none, privacy: .public)
        }
        func counted<T>(_ value: T, _ text: inout OSLogInterpolation)
        where T: FixedWidthInteger {
            let form: OSLogIntegerFormatting = .decimal
            text.appendInterpolation(value, format: form, align: .none, privacy: .public)
        }
        var text = OSLogInterpolation(literalCapacity: 0, interpolationCount: 9)
        let type: any Any.Type = Int.self, object: NSObject = NSString(string: "b")
        let error: any Error = Gone(), float: Float = 0.5, double: Double = 0.25
        let bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
        let none: OSLogStringAlignment = .none, form: OSLogFloatFormatting = .fixed(precision: 2)
        described([1], &text)
        text.appendInterpolation(type, align: none, privacy: .public)
        text.appendInterpolation(object, privacy: .public)
        text.appendInterpolation(error, privacy: .public)
        counted(7, &text)
        text.appendInterpolation(float, format: form, align: none, privacy: .public)
        text.appendInterpolation(double, format: form, align: none, privacy: .public)
        text.appendInterpolation(true, format: OSLogBoolFormat.answer, privacy: .public)
        text.appendInterpolation(bytes, privacy: .public)
        let probe = LogProbe()
        probe.logger.log(OSLogMessage(stringInterpolation: text))
        #expect(probe.messages == ["[1]Intbgone70.500.25yes(null)[0]"])
    }

    @Test("Masks, bits and forms are had by their names")
    func names() {
        let masks: [OSLogPrivacy.Mask] = [.hash, .none]
        #expect(Set(masks).count == 2)
        let probe = LogProbe()
        let whole: OSLogIntegerFormatting = .octal(uppercase: false)
        probe.logger.log("\(9, format: whole) \(10, format: .hex(uppercase: true))")
        probe.logger.log("\(9, format: .octal(includePrefix: true, minDigits: 3))")
        probe.logger.log("\(1.5, format: .fixed(uppercase: true))")
        #expect(probe.messages == ["11 A", "0o011", "1.500000"])
    }

    @Test("What is there and what is not are both objects to a message")
    func nothing() {
        var text = OSLogInterpolation(literalCapacity: 0, interpolationCount: 2)
        let object: NSObject? = nil
        text.appendInterpolation(object, privacy: .public)
        let probe = LogProbe()
        probe.logger.log(OSLogMessage(stringInterpolation: text))
        #expect(probe.messages == ["(null)"])
    }

    @Test("Privacy is a matter of the kind of value, unless something is said")
    func autoPrivacy() {
        let probe = LogProbe(), name = "Ada"
        probe.logger.log("\(name, privacy: .auto) \(1, privacy: .auto)")
        #expect(probe.messages == ["<private> 1"])
    }

    @Test("A form of numbers may be had once and used often")
    func forms() {
        let form: OSLogFloatFormatting = .exponential(precision: 1, uppercase: true)
        let probe = LogProbe()
        probe.logger.log("\(10.0, format: form) \(200.0, format: form)")
        #expect(probe.messages == ["1.0E+01 2.0E+02"])
    }
}
