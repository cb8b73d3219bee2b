// SPDX-License-Identifier: Apache-2.0
import NumberTable

extension EntryCollector {
    /// Takes the entries of a table as a list would give them: each says itself what is to be done
    /// with its number, and counts as a line.
    ///
    /// `onEntries` is called every few thousand entries.
    func read(
        _ table: NumberTableStack, name: String, onEntries: () -> Void
    ) throws(ListError) {
        begin(name)
        var blocking = table.blockingNumbers()
        while let number = try TableFiles.reading({ () throws(NumberTableError) in
            try blocking.next()
        }) {
            try take(.blocking, number, .empty, onEntries)
        }
        var identification = table.identificationEntries()
        while let entry = try TableFiles.reading({ () throws(NumberTableError) in
            try identification.next()
        }) {
            let taken: Result<Void, ListError> = entry.withLabel { label in
                Result { () throws(ListError) in
                    try take(.identification, entry.number, label, onEntries)
                }
            }
            try taken.get()
        }
    }
}
