// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneLink

/// Knows the objects of the actions that are on their way, so that an app gets back the very ones
/// that it requested.
///
/// One for each session; what is pending is for `AppState` to say.
final class ActionDesk: Sendable {
    private struct Book {
        var actions: [UUID: Entry] = [:]
        var transactions: [UUID: CXTransaction] = [:]
        /// How many requests of a transaction were not refused: an app may ask twice.
        var requestCounts: [UUID: Int] = [:]
    }

    private struct Entry {
        var action: CXAction
        /// Nil until a provider is given the action.
        var provider: ProviderID?
    }

    private let book = Locked(Book())

    static func of(_ session: AppSession) -> ActionDesk { session.attachment { ActionDesk() } }

    /// Remembers a transaction that is being requested.
    func keep(_ transaction: CXTransaction) {
        book.withLock { book in
            book.transactions[transaction.uuid] = transaction
            book.requestCounts[transaction.uuid, default: 0] += 1
            for action in transaction.actions where book.actions[action.uuid] == nil {
                book.actions[action.uuid] = Entry(action: action)
            }
        }
    }

    /// Forgets a transaction that was refused, unless it was requested twice and the other request
    /// stands.
    func drop(_ transaction: UUID) {
        change { book in
            let others = (book.requestCounts[transaction] ?? 0) - 1
            book.requestCounts[transaction] = others > 0 ? others : nil
            guard others <= 0 else { return }
            let dropped = book.transactions.removeValue(forKey: transaction)?.actions ?? []
            let kept = Set(book.transactions.values.flatMap(\.actions).map(\.uuid))
            for uuid in dropped.map(\.uuid)
            where book.actions[uuid]?.provider == nil && !kept.contains(uuid) {
                book.actions[uuid] = nil
            }
        }
    }

    /// The objects of a transaction that a provider is given; from now on completing its actions
    /// tells the session.
    func take(
        _ model: CallTransaction,
        for provider: ProviderID,
        in session: AppSession
    ) -> CXTransaction {
        let holder = CXAction.Holder(session: Weak(session), desk: self)
        return book.withLock { book in
            for action in model.actions {
                let uuid = UUID(action.id)
                let object = book.actions[uuid]?.action ?? CXCallAction.make(action)
                object.hand(to: holder)
                book.actions[uuid] = Entry(action: object, provider: provider)
            }
            let transaction = Self.transaction(UUID(model.id), of: model.actions, in: book)
            book.transactions[transaction.uuid] = transaction
            return transaction
        }
    }

    /// The object of a transaction that a provider was given, nil where it is no longer known.
    func transaction(_ pending: AppState.PendingTransaction) -> CXTransaction? {
        book.withLock { book in
            guard book.transactions[UUID(pending.id)] != nil else { return nil }
            return Self.transaction(UUID(pending.id), of: pending.actions, in: book)
        }
    }

    /// The action that a provider was given, nil where it is complete.
    func action(_ uuid: UUID) -> CXAction? { book.withLock { $0.actions[uuid]?.action } }

    /// Forgets an action that is complete, and its transaction with the last of its actions.
    func settle(_ action: UUID) {
        change { book in
            book.actions[action] = nil
            Self.dropSettled(&book)
        }
    }

    /// Forgets all that a provider was given.
    func reset(_ provider: ProviderID) {
        change { book in
            for (uuid, entry) in book.actions where entry.provider == provider {
                book.actions[uuid] = nil
            }
            Self.dropSettled(&book)
        }
    }

    /// Lets go of objects without the lock: they may be of the app's classes, and call back from
    /// their deinit.
    private func change(_ body: (inout Book) -> Void) {
        let before = book.withLock { book in
            let before = book
            body(&book)
            return before
        }
        withExtendedLifetime(before) {}
    }

    private static func dropSettled(_ book: inout Book) {
        for (uuid, transaction) in book.transactions
        where !transaction.actions.contains(where: { book.actions[$0.uuid] != nil }) {
            book.transactions[uuid] = nil
            book.requestCounts[uuid] = nil
        }
    }

    /// The one that was requested, where it is whole; a part of it where another provider got the
    /// rest.
    private static func transaction(
        _ uuid: UUID,
        of models: [CallAction],
        in book: Book
    ) -> CXTransaction {
        if let known = book.transactions[uuid] {
            let uuids = known.actions.map(\.uuid)
            if models.allSatisfy({ uuids.contains(UUID($0.id)) }) { return known }
        }
        let actions = models.compactMap { book.actions[UUID($0.id)]?.action }
        let made = CXTransaction(actions: actions)
        made.become(uuid)
        return made
    }
}
