// SPDX-License-Identifier: Apache-2.0

/// A packed table of numbers to block and of numbers with labels: what an extension sends, what a
/// list becomes, what the phone looks numbers up in.
///
/// A table is one *layer*: it may clear what lies below it, removes numbers from there, and adds
/// entries on top. A whole directory is a layer that clears both lists (``isComplete``); a delta is
/// one that does not. See ``NumberTableStack``.
///
/// A file is mapped, not read: an open costs a fraction of a millisecond, and look-ups touch a few
/// pages. All bytes that an answer depends on are checked each time, so damage gives an error or
/// the right answer, never a wrong one. Replace a file by a rename only: a mapped file that is cut
/// ends the process (SIGBUS).
///
/// Numbers are country code and digits, 1 to `Int64.max - 1`. A table never changes and may be used
/// from any thread.
public struct NumberTable: Sendable {
    @usableFromInline let bytes: TableBytes

    init(_ bytes: TableBytes) { self.bytes = bytes }

    /// Opens a file.
    ///
    /// - Throws: ``NumberTableError`` if it cannot be opened, is no table, or its header or index
    ///   is damaged.
    public init(path: String) throws(NumberTableError) { bytes = try TableBytes(path: path) }

    /// Takes the bytes of a table, which are copied.
    public init(bytes: [UInt8]) throws(NumberTableError) {
        let result: Result<TableBytes, NumberTableError> = bytes.withUnsafeBytes { buffer in
            do throws(NumberTableError) {
                return .success(try TableBytes(bytes: buffer))
            } catch {
                return .failure(error)
            }
        }
        self.bytes = try result.get()
    }

    /// Whether a directory takes the number: 1 to `Int64.max - 1`.
    @inlinable
    public static func isLegal(_ number: Int64) -> Bool { number > 0 && number < .max }

    /// Whether this is a whole directory rather than a change to one.
    public var isComplete: Bool {
        clearsBlocking && clearsIdentification && removedBlockingCount == 0
            && removedIdentificationCount == 0
    }

    /// Whether nothing of the layers below stays in the blocking list.
    public var clearsBlocking: Bool { bytes.header.flags & Format.clearsBlocking != 0 }

    /// Whether nothing of the layers below stays in the identification list.
    public var clearsIdentification: Bool { bytes.header.flags & Format.clearsIdentification != 0 }

    /// How many numbers this layer blocks.
    public var blockingCount: Int { bytes.blocking.entryCount }

    /// How many pairs of a number and a label this layer has.
    public var identificationCount: Int { bytes.identification.entryCount }

    /// How many numbers this layer removes from the blocking lists below.
    public var removedBlockingCount: Int { bytes.removedBlocking.entryCount }

    /// How many numbers this layer removes, with all their labels, from below.
    public var removedIdentificationCount: Int { bytes.removedIdentification.entryCount }

    /// How many labels are stored, each once (a few may stand twice in a very large table).
    public var labelCount: Int { bytes.labels.count }

    /// The size of the file.
    public var byteCount: Int { bytes.byteCount }

    /// The path that was opened.
    public var path: String { bytes.path }

    /// Whether this layer blocks the number.
    ///
    /// - Throws: ``NumberTableError/damaged(path:offset:rule:)`` if bytes that were touched are.
    public func blocks(_ number: Int64) throws(NumberTableError) -> Bool {
        try bytes.read { bytes throws(Damage) in try bytes.blocking.find(number) != nil }
    }

    /// The first label that was added for the number, nil if there is none.
    public func label(of number: Int64) throws(NumberTableError) -> String? {
        try withLabel(of: number) { String(decoding: $0, as: UTF8.self) }
    }

    /// All labels of the number, as they were added (B141).
    public func labels(of number: Int64) throws(NumberTableError) -> [String] {
        var labels: [String] = []
        var cursor = try entries(of: number)
        while let entry = try cursor.next(), entry.number == number { labels.append(entry.label) }
        return labels
    }

    /// Lends the bytes of the number's first label, without an allocation; nil if it has none.
    @inlinable
    public func withLabel<R>(
        of number: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) throws(NumberTableError) -> R? {
        guard let label = try bytes.findLabel(of: number) else { return nil }
        return withExtendedLifetime(bytes) { body(label) }
    }

    /// The numbers to block, ascending.
    public func blockingNumbers() -> NumberCursor {
        NumberCursor(SectionCursor(bytes, bytes.blocking))
    }

    /// The numbers that this layer removes from the blocking lists below, ascending.
    public func removedBlockingNumbers() -> NumberCursor {
        NumberCursor(SectionCursor(bytes, bytes.removedBlocking))
    }

    /// The numbers that this layer removes from the identification lists below, ascending.
    public func removedIdentificationNumbers() -> NumberCursor {
        NumberCursor(SectionCursor(bytes, bytes.removedIdentification))
    }

    /// The numbers with their labels, ascending.
    public func identificationEntries() -> IdentificationCursor {
        IdentificationCursor(SectionCursor(bytes, bytes.identification))
    }

    /// A cursor that begins with the number's first entry; at the end if it has none.
    func entries(of number: Int64) throws(NumberTableError) -> IdentificationCursor {
        IdentificationCursor(
            try bytes.read { bytes throws(Damage) in
                try SectionCursor(bytes, bytes.identification, at: number)
            })
    }
}

extension TableBytes {
    @usableFromInline
    func findLabel(
        of number: Int64
    ) throws(NumberTableError) -> UnsafeBufferPointer<UInt8>? {
        do throws(Damage) {
            guard let found = try identification.find(number) else { return nil }
            return try labels.label(found.block.label(found.index), block: found.block.offset)
        } catch {
            throw self.error(error)
        }
    }
}
