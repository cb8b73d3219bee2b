// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Whom a person means by a part of a name, and which of the numbers of theirs.
enum ContactChoice {
    /// The one of that name, else the only one whose name, or a word of it, begins so, else the
    /// only one whose name holds it; letters in either case are the same.
    ///
    /// - Throws: Where nobody is meant, or more than one.
    static func contact(
        _ name: String, among contacts: [Contact], _ command: Command
    ) throws(CommandFailure) -> Contact {
        if let exact = contacts.first(where: { $0.name == name }) { return exact }
        let wanted = name.lowercased()
        let rules: [(String) -> Bool] = [
            { $0 == wanted },
            { name in
                name.hasPrefix(wanted)
                    || name.split(separator: " ").contains { $0.hasPrefix(wanted) }
            },
            { $0.contains(wanted) },
        ]
        for isMeant in rules {
            let meant = contacts.filter { isMeant($0.name.lowercased()) }
            if let only = meant.first, meant.count == 1 { return only }
            guard meant.isEmpty else { throw tooMany(meant, name, command) }
        }
        guard !contacts.isEmpty else {
            throw CommandFailure(
                .failed, "nobody is known yet; make people known with 'opencallkit contacts import'"
            )
        }
        let near = suggestion(for: name, among: contacts.map(\.name))
        throw CommandFailure(
            .failed,
            "nobody of Contacts is called '\(name)'\(near); see 'opencallkit contacts list'")
    }

    private static func tooMany(
        _ contacts: [Contact], _ name: String, _ command: Command
    ) -> CommandFailure {
        let shown = contacts.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
        let more = contacts.count > 5 ? " and \(contacts.count - 5) more" : ""
        return .usage("'\(name)' may be \(shown)\(more); say more of the name", command)
    }

    /// The number that the word means: its place in the list, from 1, or the number or address
    /// itself in any form; without a word the only one that an app can call.
    ///
    /// - Throws: Where none is meant, or the person has to choose.
    static func handle(
        of contact: Contact, saying word: String?, canCall: (Handle.Kind) -> Bool,
        _ command: Command
    ) throws(CommandFailure) -> Handle {
        guard !contact.handles.isEmpty else {
            throw CommandFailure(.failed, "\(contact.name) has no number or address to call")
        }
        if let word { return try handle(word, of: contact, command) }
        let callable = contact.handles.filter { canCall($0.kind) }
        // With none, the failure about the app says why.
        if callable.count <= 1, let handle = callable.first { return handle }
        if contact.handles.count == 1 || callable.isEmpty { return contact.handles[0] }
        throw .usage(
            "\(contact.name) has \(contact.handles.count) numbers and addresses; say which with "
                + "--number, such as --number 1",
            command)
    }

    private static func handle(
        _ word: String, of contact: Contact, _ command: Command
    ) throws(CommandFailure) -> Handle {
        let handles = contact.handles
        if let place = Int(word), String(place) == word, handles.indices.contains(place - 1) {
            return handles[place - 1]
        }
        if let exact = handles.first(where: { $0.value == word }) { return exact }
        let alike = handles.filter { $0.kind == .phoneNumber && isAlike($0.value, word) }
        if let only = alike.first, alike.count == 1 { return only }
        throw .usage(
            "--number takes a place in the list of \(contact.name)'s numbers, 1 to "
                + "\(handles.count), or one of them, not '\(word)'",
            command)
    }

    /// Whether a number ends in the digits, three at least, or both are one number with and without
    /// what stands before it: +44 20… and 020….
    private static func isAlike(_ number: String, _ word: String) -> Bool {
        let digits = number.filter { $0.isASCII && $0.isNumber }
        let wanted = word.filter { $0.isASCII && $0.isNumber }
        if wanted.count >= 3, digits.hasSuffix(wanted) { return true }
        let national = digits.drop { $0 == "0" }
        return national.count >= 6 && wanted.hasSuffix(national)
    }

    /// The numbered list, from which `--number` chooses.
    static func table(_ contact: Contact) -> Table {
        let rows = contact.handles.enumerated().map { [String($0 + 1), $1.value] }
        return Table(rows: rows, isNumberedFirst: true)
    }
}
