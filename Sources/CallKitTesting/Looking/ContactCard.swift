// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Somebody's card in Contacts, as it offers to call them with one app.
struct ContactCard {
    /// Why the card does not offer a call.
    struct Refusal: Error {
        var words: String
    }

    /// More are counted, not listed.
    private static let listedMax = 12

    let name: String
    /// Everybody in Contacts.
    let contacts: [Contact]
    /// What the app lists in `supportedHandleTypes`.
    let kinds: [Handle.Kind]
    let app: BundleID

    init(name: String, in contacts: [Contact], kinds: [Handle.Kind], app: BundleID) {
        self.name = name
        self.contacts = contacts
        self.kinds = kinds
        self.app = app
    }

    /// What the person taps.
    ///
    /// - Parameter wish: Which number or address; nil is the only one that the app takes.
    /// - Returns: Whom to call, or why the card does not offer it.
    func choose(_ wish: Handle?) -> Result<Handle, Refusal> {
        guard let contact = contacts.first(where: { $0.name == name }) else {
            return refuse(unknown)
        }
        if let wish, !contact.handles.contains(wish) {
            return refuse(
                "\(name) has no \(Self.words(wish)), but \(Self.list(contact.handles))")
        }
        let offered = (wish.map { [$0] } ?? contact.handles).filter { kinds.contains($0.kind) }
        if offered.count > 1 {
            return refuse(
                "\(name) has \(offered.count) numbers and addresses: \(Self.list(offered)); say "
                    + "which: user.call(contact: \"\(name)\", at: CXHandle(…), with: app)")
        }
        guard let only = offered.first else { return refuse(noneTaken(of: contact)) }
        return .success(only)
    }

    private func refuse(_ words: String) -> Result<Handle, Refusal> {
        .failure(Refusal(words: words))
    }

    private func noneTaken(of contact: Contact) -> String {
        guard !contact.handles.isEmpty else {
            return "\(name) has no number or address to call"
        }
        let lists =
            kinds.isEmpty
            ? "lists no kind in the supportedHandleTypes of a provider yet"
            : "lists \(kinds.map(Self.words).joined(separator: ", ")) in supportedHandleTypes"
        return "\(app) \(lists), and \(name) has \(Self.list(contact.handles)) (B112)"
    }

    private var unknown: String {
        contacts.isEmpty
            ? "Contacts is empty; put \"\(name)\" there with user.contacts"
            : "Contacts has no \"\(name)\", but "
                + Self.list(contacts.map { "\"\($0.name)\"" })
    }

    private static func list(_ handles: [Handle]) -> String { list(handles.map(words)) }

    private static func list(_ words: [String]) -> String {
        let rest = words.count - listedMax
        return words.prefix(listedMax).joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func words(_ handle: Handle) -> String {
        "\(words(handle.kind)) \(handle.value)"
    }

    private static func words(_ kind: Handle.Kind) -> String {
        switch kind {
        case .generic: "generic"
        case .phoneNumber: "phoneNumber"
        case .emailAddress: "emailAddress"
        }
    }
}
