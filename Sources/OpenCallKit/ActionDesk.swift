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
            for action in transaction.actions where book.actions[action.uuid] == nil {
                book.actions[action.uuid] = Entry(action: action)
            }
        }
    }

    /// Forgets a transaction that was refused.
    func drop(_ transaction: UUID) {
        book.withLock { book in
            for action in book.transactions.removeValue(forKey: transaction)?.actions ?? []
            where book.actions[action.uuid]?.provider == nil {
                book.actions[action.uuid] = nil
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
        book.withLock { book in
            book.actions[action] = nil
            Self.dropSettled(&book)
        }
    }

    /// Forgets all that a provider was given.
    func reset(_ provider: ProviderID) {
        book.withLock { book in
            for (uuid, entry) in book.actions where entry.provider == provider {
                book.actions[uuid] = nil
            }
            Self.dropSettled(&book)
        }
    }

    private static func dropSettled(_ book: inout Book) {
        for (uuid, transaction) in book.transactions
        where !transaction.actions.contains(where: { book.actions[$0.uuid] != nil }) {
            book.transactions[uuid] = nil
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
