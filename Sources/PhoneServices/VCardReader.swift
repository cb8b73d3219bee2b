// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Reads people from a file of vCards, of versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350).
///
/// Any bytes are legal. What cannot be used is left out and remarked upon; the rest is taken.
package struct VCardReader {
    /// What a file holds.
    package struct Cards: Equatable {
        /// In the order of the file, each name once.
        package var contacts: [Contact] = []
        /// What was left out and why, each with its line.
        package var remarks: [String] = []
        /// How many cards began.
        package var cardCount = 0
    }

    /// The bytes of a file; address books with photos of all people stay below it.
    package static let byteLimit = 64 << 20
    /// Remarks that are kept: past it they are counted.
    static let remarkLimit = 99
    /// Handles of one person.
    static let handleLimit = 256

    private var lines: VCardLines
    private var cards = Cards()
    /// Places in `cards.contacts`.
    private var placeOfName: [String: Int] = [:]
    private var card: Card?
    private var nesting = 0
    private var isAfterAgent = false
    private var untoldCount = 0

    /// A card as far as it has been read.
    private struct Card {
        var line: Int
        var isGroup = false
        var formattedName: String?
        var name: String?
        var organization: String?
        var nickname: String?
        var handles: [Handle] = []

        /// The name that people give it (RFC 6350 §6.2.1), else the best that it has.
        var shownName: String? {
            [formattedName, name, nickname, organization].compactMap(\.self).first { !$0.isEmpty }
        }
    }

    private init(_ bytes: [UInt8]) { lines = VCardLines(bytes) }

    /// All people of a file.
    package static func read(_ bytes: [UInt8]) -> Cards {
        var reader = VCardReader(VCardText.utf8(ofFile: bytes))
        reader.run()
        return reader.cards
    }

    private mutating func run() {
        while let line = lines.next() {
            switch line.content {
            case .property(let bytes):
                if let property = VCardProperty(bytes) {
                    take(property, line.number)
                } else if card != nil, !line.isAfterBinary {
                    remark(line.number, "neither a property nor the end of one; left out")
                }
            case .tooLong:
                remark(
                    line.number, "over \(VCardLines.lineLimit >> 20) MiB in one line; left out")
            }
        }
        if let card {
            remark(card.line, "this card has no END:VCARD; taken as far as it goes")
            finish(card)
        }
        if untoldCount > 0 { cards.remarks.append("and \(untoldCount) more remarks") }
    }

    private mutating func take(_ property: VCardProperty, _ line: Int) {
        defer { isAfterAgent = property.name == "AGENT" }
        if property.name == "BEGIN", property.isValue("VCARD") { return begin(line) }
        guard var current = card else { return }
        if property.name == "END", property.isValue("VCARD") {
            if nesting > 0 {
                nesting -= 1
            } else {
                finish(current)
                card = nil
            }
            return
        }
        guard nesting == 0 else { return }
        switch property.name {
        case "VERSION": lines.keepsFoldSpace = property.isValue("2.1")
        case "KIND", "X-ADDRESSBOOKSERVER-KIND": current.isGroup = property.isValue("GROUP")
        case "FN": current.formattedName = text(property, line)
        case "N": current.name = parts(property, line).map(VCardText.name)
        case "NICKNAME": current.nickname = text(property, line)
        case "ORG": current.organization = parts(property, line)?.first { !$0.isEmpty }
        case "TEL", "EMAIL", "IMPP": takeHandle(property, line, &current)
        default: return
        }
        card = current
    }

    /// A card within a card is an agent's (version 2.1), whom nobody calls by it.
    private mutating func begin(_ line: Int) {
        if let open = card {
            guard !isAfterAgent, nesting == 0 else {
                nesting += 1
                return
            }
            remark(open.line, "this card has no END:VCARD; taken as far as it goes")
            finish(open)
        }
        card = Card(line: line)
        nesting = 0
        cards.cardCount += 1
        lines.keepsFoldSpace = false
    }

    private mutating func takeHandle(_ property: VCardProperty, _ line: Int, _ card: inout Card) {
        guard let value = text(property, line), !value.isEmpty else { return }
        let handle: Handle
        switch property.name {
        case "TEL":
            guard value.utf8.contains(where: { $0 &- 0x30 < 10 || $0 >= 0x80 }) else {
                return remark(line, "a phone number without digits; left out")
            }
            handle = Handle(kind: .phoneNumber, value: VCardText.withoutScheme("tel:", value))
        case "EMAIL":
            handle = Handle(kind: .emailAddress, value: VCardText.withoutScheme("mailto:", value))
        default:
            handle = Handle(kind: .generic, value: value)
        }
        guard !handle.value.isEmpty else { return }
        if handle.value.utf8.count > Limits.handleByteCount {
            remark(line, "over \(Limits.handleByteCount) bytes; left out")
        } else if card.handles.count == Self.handleLimit {
            remark(line, "the card has more than \(Self.handleLimit) numbers; left out")
        } else if !card.handles.contains(handle) {
            card.handles.append(handle)
        }
    }

    private mutating func finish(_ card: Card) {
        // A group lists people; they have cards of their own.
        guard !card.isGroup else { return }
        guard var name = card.shownName else {
            return remark(card.line, "a card without a name; left out")
        }
        guard !card.handles.isEmpty else {
            return remark(card.line, "a card without a phone number or address; left out")
        }
        if name.utf8.count > Limits.nameByteCount {
            remark(card.line, "a name over \(Limits.nameByteCount) bytes; cut")
            name = VCardText.cut(name, toByteCount: Limits.nameByteCount)
        }
        if let place = placeOfName[name] {
            let known = cards.contacts[place].handles
            let added = card.handles.filter { !known.contains($0) }
            cards.contacts[place].handles += added.prefix(Self.handleLimit - known.count)
        } else if cards.contacts.count == Limits.settingCount {
            remark(card.line, "over \(Limits.settingCount) people; left out")
        } else {
            placeOfName[name] = cards.contacts.count
            cards.contacts.append(Contact(name: name, handles: card.handles))
        }
    }

    /// A value as one line of text.
    private mutating func text(_ property: VCardProperty, _ line: Int) -> String? {
        decoded(property, line).map(VCardText.unescaped)
    }

    /// The parts of a structured value, between semicolons.
    private mutating func parts(_ property: VCardProperty, _ line: Int) -> [String]? {
        decoded(property, line).map(VCardText.parts)
    }

    private mutating func decoded(_ property: VCardProperty, _ line: Int) -> String? {
        let (text, problem) = VCardText.decode(property)
        if let problem { remark(line, problem) }
        return text
    }

    private mutating func remark(_ line: Int, _ words: String) {
        guard cards.remarks.count < Self.remarkLimit else {
            untoldCount += 1
            return
        }
        cards.remarks.append("line \(line): \(words)")
    }
}
