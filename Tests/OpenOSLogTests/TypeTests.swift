// SPDX-License-Identifier: Apache-2.0
import Testing
import os

struct TypeTests {
    @Test("A type of message keeps Apple's number")
    func typesKeepTheirNumber() { #expect(OSLogType(rawValue: 17).rawValue == 17) }
}
