// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit contacts import`.
enum ContactsImportCommand {
    private static let file = Argument("FILE", "a file of vCards, such as contacts.vcf")
    private static let replace = Option(
        "replace", "forget who is known; else the file's people join them")

    static let command = Command(
        "contacts import",
        "make people known by name, from a file of vCards",
        arguments: [file],
        options: [replace, .json],
        details: [
            """
            Calls of a person in Contacts show the name there, and no call directory is asked
            about them. Versions 2.1, 3.0 and 4.0 are read, up to 64 MiB.
            """,
            """
            A name is one person. A number that the file gives to somebody is no longer anybody
            else's. The same file once more changes nothing.
            """,
        ],
        examples: [
            "opencallkit contacts import contacts.vcf",
            "opencallkit contacts import contacts.vcf --replace --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let path = try absolutePath(invocation.required(file))
        let request = UserRequest.importContacts(path: path, isReplacing: invocation.has(replace))
        guard case .contactsImported(let report) = try PhoneDoor(invocation).ask(request) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) { return try Output.json(report) }
        for line in lines(report) { Output.line(line) }
    }

    /// What came of it, as a person reads it.
    static func lines(_ report: ContactImport) -> [String] {
        let people =
            report.contactCount == 1 ? "1 person" : "\(grouped(report.contactCount)) people"
        let handles =
            report.handleCount == 1
            ? "1 number or address" : "\(grouped(report.handleCount)) numbers and addresses"
        let known = report.knownCount == 1 ? "1 is" : "\(grouped(report.knownCount)) are"
        return ["Read \(people) with \(handles); \(known) known now."] + report.remarks
    }
}
