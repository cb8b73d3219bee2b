// SPDX-License-Identifier: Apache-2.0
import DirectoryLists
import NumberTable

/// What the sub-commands that read and write tables have in common.
enum TableArguments {
    static let output = Option(
        "output", letter: "o", value: "FILE", "where the result goes (needed)")
    static let files = Argument(
        "TABLE", "a table, and behind it the deltas over it", isRepeatable: true)

    static func output(_ invocation: Invocation) throws(CommandFailure) -> String {
        guard let path = invocation[output] else {
            throw .usage("'\(invocation.command.name)' needs -o FILE", invocation.command)
        }
        return path
    }
}

extension ListArguments {
    /// Opens a table and the deltas over it.
    static func stack(_ paths: [String]) throws(CommandFailure) -> NumberTableStack {
        do throws(ListError) {
            return try TableFiles.stack(paths)
        } catch {
            throw failure(error)
        }
    }

    /// Does what writes a table.
    static func writing<R>(_ body: () throws(ListError) -> R) throws(CommandFailure) -> R {
        do throws(ListError) {
            return try body()
        } catch {
            throw writeFailure(error)
        }
    }

    /// What a failure to write a table ends the command with.
    static func writeFailure(_ error: ListError) -> CommandFailure {
        if case .table(_, .system(_, _, let reason)) = error, isFolderFault(reason) {
            return CommandFailure(.cannotCreate, "\(error); check the path")
        }
        return failure(error)
    }
}
