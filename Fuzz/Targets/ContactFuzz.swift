// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneNumbers
import PhoneServices

/// What people bring: address books, and numbers as they write them.
///
/// ```
/// byte 0   0  a file of vCards    1…  a number that is dialled in one of ``regions``
/// ```
enum ContactFuzz {
    private static let regions = ["CN", "US", "DE", "IT", "AR", "BR", "MX", "RU", "KR", "AG", nil]

    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let kind = source.below(regions.count + 1)
        if kind == 0 {
            try readCards(source.remainder())
        } else {
            try readNumber(source.remainder(), region: regions[kind - 1].flatMap { Region($0) })
        }
    }

    private static func readCards(_ bytes: [UInt8]) throws(FuzzFinding) {
        let cards = VCardReader.read(bytes)
        try require(cards.remarks.count <= 100, "more than a hundred remarks")
        for remark in cards.remarks {
            try requirePrintable(remark)
            try require(remark.utf8.count < 200, "a remark without a bound")
        }
        for one in cards.contacts {
            try require(
                !one.name.isEmpty && !one.handles.isEmpty, "a person without a name or number")
            try require(one.name.utf8.count <= Limits.nameByteCount, "a name over its limit")
            try requirePrintable(one.name)
            for handle in one.handles {
                try require(
                    (1...Limits.handleByteCount).contains(handle.value.utf8.count),
                    "a handle over its limit")
                try requirePrintable(handle.value)
            }
        }
        let again = VCardReader.read(VCardWriter.write(cards.contacts))
        try require(
            again.contacts == cards.contacts, "people change when they are written and read")
        try require(again.remarks.isEmpty, "remarks on what was written: \(again.remarks)")
    }

    private static func readNumber(_ bytes: [UInt8], region: Region?) throws(FuzzFinding) {
        let number = bytes.withUnsafeBufferPointer { E164.number(fromUTF8: $0, region: region) }
        let certain = bytes.withUnsafeBufferPointer {
            E164.certainNumber(fromUTF8: $0, region: region)
        }
        if let certain {
            try require(certain == number, "\(certain) is certain, and \(number ?? 0) read")
        }
        guard let number else { return }
        let text = E164.text(number)
        try require((6...16).contains(text.utf8.count), "\(number) has another count of digits")
        try require(
            E164.number(from: text, region: nil) != nil, "\(text) was read and is no number")
    }
}
