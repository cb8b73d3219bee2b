// SPDX-License-Identifier: Apache-2.0
import CallModel
public import NumberTable
public import OpenCallKit
import PhoneHost

/// Caller ID and blocking on a ``SimulatedPhone``: the call directory extensions of its apps.
///
/// A handler is the class that the extension ships, as it is. One line loads it as the phone does,
/// and checks what it gives:
///
/// ```swift
/// let counts = try await phone.directory.reload { CallDirectoryHandler() }
/// #expect(counts.blocking == 2)
/// #expect(phone.directory.lookUp("+1 408 555 5555")?.rows.first?.isBlocked == true)
/// ```
///
/// Where an app is part of the test, add the extension to it:
/// ``SimulatedApp/addDirectoryExtension(_:name:_:)``. Then its person switches it on, and the app
/// reloads it by `CXCallDirectoryManager`.
public struct SimulatedDirectory: Sendable {
    let phone: SimulatedPhone

    // MARK: What the person sets

    /// Switches an extension on, which loads it at once (B139).
    ///
    /// The load has ended after `settle()`, unless the handler goes on elsewhere.
    @discardableResult
    public func enable(_ id: String) -> UserOutcome { perform(.setDirectoryEnabled(id, true)) }

    /// Switches an extension off: its entries stay, and are not asked.
    @discardableResult
    public func disable(_ id: String) -> UserOutcome { perform(.setDirectoryEnabled(id, false)) }

    /// Puts extensions in order: the first is asked first, and those that are not named come behind
    /// (B157).
    @discardableResult
    public func order(_ ids: [String]) -> UserOutcome { perform(.orderDirectories(ids)) }

    // MARK: Looking

    /// The extensions that the phone knows, in the order in which they are asked.
    public var extensions: [CallDirectory] {
        phone.withStage { $0.host.directorySummaries }.map(CallDirectory.init)
    }

    /// The extension of that bundle identifier, nil where the phone knows none.
    public subscript(id: String) -> CallDirectory? { extensions.first { $0.id == id } }

    /// The entries of an extension that stand, with their look-ups and cursors; nil where none were
    /// loaded.
    public func table(of id: String) -> NumberTableStack? {
        phone.withStage { $0.directories.tables[id] }
    }

    /// The numbers that an extension blocks, in order.
    ///
    /// - Throws: `NumberTableError`, which only a fault of this package can cause.
    public func blockedNumbers(of id: String) throws -> [CXCallDirectoryPhoneNumber] {
        var numbers: [CXCallDirectoryPhoneNumber] = []
        guard var cursor = table(of: id)?.blockingNumbers() else { return numbers }
        while let number = try cursor.next() { numbers.append(number) }
        return numbers
    }

    /// The labels that an extension gives, in order of their numbers; those of one number in the
    /// order in which they were added.
    ///
    /// - Throws: `NumberTableError`, which only a fault of this package can cause.
    public func labels(
        of id: String
    ) throws -> [(number: CXCallDirectoryPhoneNumber, label: String)] {
        var labels: [(number: CXCallDirectoryPhoneNumber, label: String)] = []
        guard var cursor = table(of: id)?.identificationEntries() else { return labels }
        while let entry = try cursor.next() { labels.append((entry.number, entry.label)) }
        return labels
    }

    /// What the phone knows of a number, in whatever form it is written: with `+`, with the prefix
    /// for calls abroad, or as a national number of the phone's region
    /// (``SimulatedWorld/setRegion(_:)``).
    ///
    /// - Returns: Nil where the text is no number there.
    public func lookUp(_ number: String) -> NumberMatch? {
        phone.withStage { stage in
            guard var found = stage.host.lookUp(number) else { return nil }
            for index in found.rows.indices {
                stage.directories.identify(found.number, in: [found.rows[index].extensionID]) {
                    found.rows[index].blocks = $0.blockedBy != nil
                    found.rows[index].label = $0.label?.text
                }
            }
            return NumberMatch(found)
        }
    }

    /// The calls that were blocked, newest first; none of them is in Recents (B158).
    public var blockedCalls: [BlockedCallEntry] {
        phone.withStage { $0.store.blocked }.reversed().map(BlockedCallEntry.init)
    }

    private func perform(_ action: UserAction, _ name: String = #function) -> UserOutcome {
        phone.perform(action, "directory.\(name)")
    }
}

extension SimulatedPhone {
    /// Caller ID and blocking: the call directory extensions of the phone's apps.
    public var directory: SimulatedDirectory { SimulatedDirectory(phone: self) }
}
