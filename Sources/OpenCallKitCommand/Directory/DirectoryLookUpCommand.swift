// SPDX-License-Identifier: Apache-2.0
import CallModel
import DirectoryLists
import NumberTable
import PhoneNumbers

/// `opencallkit directory lookup`.
enum DirectoryLookUpCommand {
    private static let table = Argument("TABLE", "a table; with --phone there is none")
    private static let numbers = Argument(
        "NUMBER", "numbers, in whatever form", isOptional: true, isRepeatable: true)
    private static let delta = Option(
        "delta", value: "FILE", "a delta over the table", isRepeatable: true)
    private static let phone = Option("phone", "ask the running phone, with all that it knows")

    static let command = Command(
        "directory lookup",
        "look numbers up, in a table or on the phone",
        arguments: [table, numbers],
        options: [ListArguments.region, delta, phone, .json],
        examples: [
            "opencallkit directory lookup spam.table +4930123456",
            "opencallkit directory lookup spam.table 030123456 0171234567 --region DE",
            "opencallkit directory lookup --phone 030123456",
        ],
        run: run
    )

    private struct Found: Encodable {
        let number: String
        let isBlocked: Bool
        let labels: [String]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let first = invocation.required(table)
        let rest = invocation.all(numbers)
        if invocation.has(phone) { return try PhoneNumberLookUp.run([first] + rest, invocation) }
        guard !rest.isEmpty else {
            throw .usage("'directory lookup' needs a NUMBER behind the table, or --phone", command)
        }
        let region = try ListArguments.region(invocation)
        let stack = try ListArguments.stack([first] + invocation.all(delta))
        var found: [Found] = []
        for text in rest { found.append(try look(text, region, in: stack)) }
        if invocation.has(.json) {
            for one in found { try Output.json(one) }
            return
        }
        let rows = found.map { one in
            let labels = one.labels.map(shownLabel).joined(separator: ", ")
            let isUnknown = !one.isBlocked && labels.isEmpty
            return [one.number, one.isBlocked ? "blocked" : "", isUnknown ? "not there" : labels]
        }
        Output.table(Table(rows: rows), whenEmpty: "")
    }

    private static func look(
        _ text: String, _ region: Region?, in stack: NumberTableStack
    ) throws(CommandFailure) -> Found {
        guard let number = E164.number(from: text, region: region) ?? exact(text) else {
            let hint = region == nil ? ": write +…, or give --region" : ""
            throw CommandFailure(.badData, "'\(text)' is not a phone number\(hint)")
        }
        do throws(NumberTableError) {
            return Found(
                number: E164.text(number), isBlocked: try stack.blocks(number),
                labels: try stack.labels(of: number))
        } catch {
            throw ListArguments.failure(.table(path: "", error))
        }
    }

    /// Digits that are in no country's form may stand in a table all the same.
    private static func exact(_ text: String) -> Int64? {
        Int64(text).flatMap { NumberTable.isLegal($0) ? $0 : nil }
    }
}

/// A label as a terminal may show it.
func shownLabel(_ label: String) -> String {
    let plain = label.withoutControls
    return plain.isEmpty ? "(no label)" : plain
}
