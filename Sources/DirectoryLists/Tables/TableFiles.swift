// SPDX-License-Identifier: Apache-2.0
package import NumberTable

/// A table and the deltas over it, as files.
package enum TableFiles {
    /// Opens layers, the lowest first.
    ///
    /// - Throws: ``ListError/table(path:_:)``; ``ListError/deltaAlone(path:)`` where the first is a
    ///   delta, and ``ListError/tableAbove(path:)`` where another is a whole table.
    package static func stack(_ paths: [String]) throws(ListError) -> NumberTableStack {
        var stack = NumberTableStack()
        for path in paths {
            let table = try open(path)
            if stack.layers.isEmpty, !table.isComplete { throw .deltaAlone(path: path) }
            if !stack.layers.isEmpty, table.isComplete { throw .tableAbove(path: path) }
            stack = stack.appending(table)
        }
        return stack
    }

    /// Opens one table or delta.
    package static func open(_ path: String) throws(ListError) -> NumberTable {
        do throws(NumberTableError) {
            return try NumberTable(path: path)
        } catch {
            throw .table(path: path, error)
        }
    }

    /// Writes the smallest delta that turns the old table into the new.
    package static func diff(
        from old: NumberTableStack, to new: NumberTableStack, path: String
    ) throws(ListError) -> NumberTable {
        do throws(NumberTableError) {
            return try NumberTableStack.delta(from: old, to: new, path: path)
        } catch {
            throw .table(path: path, error)
        }
    }

    /// Writes a whole table of all layers.
    package static func merge(
        _ stack: NumberTableStack, path: String
    ) throws(ListError) -> NumberTable {
        do throws(NumberTableError) {
            return try stack.merge(into: path)
        } catch {
            throw .table(path: path, error)
        }
    }

    /// Whether a file begins as a table does, however it goes on.
    package static func isTable(_ path: String) -> Bool {
        do throws(NumberTableError) {
            _ = try NumberTable(path: path)
            return true
        } catch {
            switch error {
            case .damaged, .unsupported, .tooLarge: return true
            case .notATable, .system: return false
            }
        }
    }

    /// Does what may meet a damaged table; the error names the file itself.
    static func reading<R>(
        _ body: () throws(NumberTableError) -> R
    ) throws(ListError) -> R {
        do throws(NumberTableError) {
            return try body()
        } catch {
            throw .table(path: "", error)
        }
    }
}
