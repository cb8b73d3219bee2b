// SPDX-License-Identifier: Apache-2.0

/// Names of columns as lists in the field have them.
enum KnownNames {
    static let numbers = [
        "number", "phone", "phonenumber", "telephone", "telephonenumber", "tel", "mobile", "msisdn",
        "e164", "caller", "callerid", "numero", "telefono", "telefon", "nummer", "rufnummer",
        "telefonnummer", "号码", "电话", "手机号", "電話番号", "номер", "телефон",
    ]
    static let labels = [
        "label", "name", "title", "displayname", "callername", "identification", "company",
        "category", "tag", "subject", "comment", "description", "bezeichnung", "firma",
        "unternehmen", "nom", "libelle", "nombre", "标签", "名称", "备注", "название",
    ]

    /// The place of the first name that is known, in the order of preference; then of the first
    /// that holds such a word (`Company_Phone_Number`).
    static func place(of known: [String], in names: [String], except taken: [Int]) -> Int? {
        let plain = names.map(plain)
        let free = plain.indices.filter { !taken.contains($0) && !plain[$0].isEmpty }
        for word in known {
            if let place = free.first(where: { plain[$0] == word }) { return place }
        }
        for word in known where word.utf8.count >= 4 {
            if let place = free.first(where: { plain[$0].contains(word) }) { return place }
        }
        return nil
    }

    /// The name in lower case, its letters and digits alone, without accents.
    static func plain(_ name: String) -> String {
        var result = ""
        for character in name.lowercased() {
            switch character {
            case "é", "è", "ê": result.append("e")
            case "ó": result.append("o")
            case "ú": result.append("u")
            case _ where character.isLetter || character.isNumber: result.append(character)
            default: break
            }
        }
        return result
    }
}

/// What a line says is to be done with its number.
enum EntryAction: Hashable, Sendable {
    case add(EntryKind)
    case remove(EntryKind)

    /// Nil for a word that is none of ours.
    init?(_ word: ListBytes) {
        let words: [(StaticString, Self)] = [
            ("block", .add(.blocking)), ("identify", .add(.identification)),
            ("unblock", .remove(.blocking)), ("unidentify", .remove(.identification)),
        ]
        guard let found = words.first(where: { word.isWord($0.0) }) else { return nil }
        self = found.1
    }
}
