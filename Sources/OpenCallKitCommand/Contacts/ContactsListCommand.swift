// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit contacts list`.
enum ContactsListCommand {
    private static let limit = Option("limit", value: "COUNT", "the first so many (all)")

    static let command = Command(
        "contacts list",
        "list the people whom the phone knows by name",
        options: [limit, .json],
        examples: ["opencallkit contacts list", "opencallkit contacts list --limit 20 --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let limit = try invocation.number(limit, in: 1...1_000_000) ?? 1_000_000
        let door = try PhoneDoor(invocation)
        let people = try rows(of: limit) { count, offset throws(CommandFailure) -> [Contact] in
            let reply = try door.ask(.contacts(limit: count, offset: offset))
            guard case .contacts(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        if invocation.has(.json) {
            for one in people { try Output.json(one) }
            return
        }
        Output.table(
            Table(
                header: ["NAME", "NUMBERS AND ADDRESSES"],
                rows: people.map { [$0.name, $0.handles.map(\.value).joined(separator: ", ")] }),
            whenEmpty: "Nobody is known yet. Next: opencallkit contacts import FILE"
                + invocation.homeWords
        )
    }
}

/// Asks for one page after the other until there are enough rows, or no more.
func rows<Row>(
    of limit: Int,
    page: (_ count: Int, _ offset: Int) throws(CommandFailure) -> [Row]
) throws(CommandFailure) -> [Row] {
    var rows: [Row] = []
    while rows.count < limit {
        let next = try page(limit - rows.count, rows.count)
        if next.isEmpty { break }
        rows += next
    }
    return rows
}
