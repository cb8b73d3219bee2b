// SPDX-License-Identifier: Apache-2.0
import Glibc

extension ListError: CustomStringConvertible {
    package var description: String {
        // Names of files, columns and members may hold anything.
        plainText(words, limit: 4_000)
    }

    private var words: String {
        switch self {
        case .unreadable(let list, let reason):
            "cannot read \(list): \(Self.words(reason))\(Self.advice(reason))"
        case .truncated(let list, let compression, let offset):
            "\(list) is cut off: its \(compression.rawValue) data ends at byte \(offset) in the "
                + "middle; fetch it again; nothing of it was used"
        case .corrupt(let list, let compression, let offset, let reason):
            "\(list) is damaged: its \(compression.rawValue) data is wrong at byte \(offset) "
                + "(\(reason)); fetch it again; nothing of it was used"
        case .otherKind(let list, let kind): "\(list) is \(kind.words)"
        case .noNumberColumn(let list, let columns):
            "no column of \(list) looks like phone numbers: name it with --number-column, by its "
                + "place or its name\(Self.shown(columns))"
        case .noColumn(let list, let name, let columns):
            "\(list) has no column '\(name)'\(Self.shown(columns))"
        case .noLabels(let list, let columns):
            "\(list) has no labels: block its numbers with --block, give all one label with "
                + "--label TEXT, or name the column with --label-column\(Self.shown(columns))"
        case .rangeTooWide(let list, let line, let text, let count, let limit):
            "\(list):\(line): '\(text)' are \(count) numbers, and the table may hold \(limit): "
                + "write a narrower one, or raise --limit"
        case .tooManyRanges(let list, let line, let memory):
            "\(list):\(line): the ranges up to here take more than \(memory >> 20) MB: raise "
                + "--memory"
        case .tooManyEntries(let limit):
            "the lists give more than \(limit) entries: raise --limit, and cut the table for "
                + "several extensions with 'opencallkit directory split'"
        default: otherDescription
        }
    }

    private var otherDescription: String {
        switch self {
        case .scratch(let folder, let reason):
            "cannot sort in \(folder): \(Self.words(reason))\(Self.advice(reason)), or raise "
                + "--memory so that all fits"
        case .unwritable(let path, let reason):
            "cannot write \(path): \(Self.words(reason))\(Self.advice(reason))"
        case .table(_, let error): "\(error)"
        case .entry(let error): "\(error)"
        case .deltaAlone(let path):
            "\(path) is a delta: name the table that it belongs to before it"
        case .tableAbove(let path):
            "\(path) is a whole table, not a delta: 'directory diff' makes one"
        case .tooFewShards(let entries, let shards, let needed):
            "\(entries) entries do not fit in \(shards) shards: \(needed) are needed; raise "
                + "--shards, and give the app as many extensions"
        case .numberTooLarge(let number, let entries, let limit):
            "+\(number) alone has \(entries) entries, and a shard may hold \(limit): build the "
                + "table without --keep-labels"
        case .badPlan(let path, let line):
            "\(path):\(line) is not as 'directory split' writes it: restore it, or split into an "
                + "empty folder"
        default: ""
        }
    }

    private static func words(_ reason: Int32) -> String { String(cString: strerror(reason)) }

    private static func advice(_ reason: Int32) -> String {
        switch reason {
        case ENOENT: "; check the path"
        case EISDIR, EINVAL: "; name a file"
        case ENOSPC, EDQUOT: "; free some space there"
        case EFBIG: "; raise the limit on file lengths (ulimit -f)"
        case EACCES, EPERM, EROFS: "; choose one that you may use"
        default: ""
        }
    }

    /// The columns that there are, in brackets.
    private static func shown(_ columns: [String]) -> String {
        guard !columns.isEmpty else { return "" }
        let names = columns.prefix(20).enumerated().map {
            "\($0 + 1) \(plainText($1, limit: 40))"
        }
        return " (there are \(names.joined(separator: ", "))\(columns.count > 20 ? ", …" : ""))"
    }
}

extension ForeignFile {
    /// What it is, and what to do instead.
    var words: String {
        switch self {
        case .table: "a table: name its file, not standard input"
        case .archive: "an archive or a spreadsheet: unpack it, or save the sheet as CSV"
        case .database: "a database: export its numbers as CSV first"
        case .jsonArray: "a JSON array: write one object a line (jq -c '.[]' FILE)"
        case .utf16:
            "in UTF-16 or UTF-32 without a byte order mark: convert it "
                + "(iconv -f UTF-16LE -t UTF-8 FILE)"
        case .propertyList: "a property list: export its numbers as CSV first"
        case .vCard: "a vCard file: 'opencallkit contacts import' reads those"
        }
    }
}
