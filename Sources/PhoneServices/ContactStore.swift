// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Glibc
package import OCKNetworking
import OCKStorage
package import PhoneHost

/// The people whom the phone's person knows, in a file of vCards that is replaced whole.
///
/// Made and used on the loop's thread; the worker reads and writes, one import at a time.
package final class ContactStore: ContactBook {
    package var onChange: (() -> Void)?
    package private(set) var contacts: [Contact]

    private struct Import {
        var file: String
        var isReplacing: Bool
        var completion: (Result<ContactImport, ServiceFailure>) -> Void
    }

    /// What has been written may have more bytes than a file that is imported.
    private static let byteLimit = 4 * VCardReader.byteLimit
    private let path: String
    private let worker: WorkerThread
    private var waiting: [Import] = []
    private var isImporting = false

    /// Reads the file, on the caller's thread; without one nobody is known.
    ///
    /// - Throws: Words, for a file that cannot be read or holds no vCards.
    package init(path: String, worker: WorkerThread) throws(ServiceFailure) {
        self.path = path
        self.worker = worker
        contacts = try Self.read(path)
    }

    private static func read(_ path: String) throws(ServiceFailure) -> [Contact] {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: byteLimit)
        } catch  where error.number == ENOENT {
            return []
        } catch {
            throw ServiceFailure("\(error)")
        }
        let cards = VCardReader.read(bytes)
        guard cards.cardCount > 0 || bytes.isEmpty else {
            throw ServiceFailure(
                "\(path) is damaged: mend it, or move it away and import the contacts again")
        }
        return ContactMerge.sorted(cards.contacts)
    }

    package func importCards(
        path: String,
        isReplacing: Bool,
        completion: @escaping (Result<ContactImport, ServiceFailure>) -> Void
    ) {
        waiting.append(Import(file: path, isReplacing: isReplacing, completion: completion))
        importNext()
    }

    /// Each import adds to what the one before it has left.
    private func importNext() {
        guard !isImporting, !waiting.isEmpty else { return }
        isImporting = true
        let next = waiting.removeFirst()
        let known = contacts
        worker.run { [path, file = next.file, isReplacing = next.isReplacing] in
            Self.work(file, into: isReplacing ? [] : known, unlessEqualTo: known, path)
        } then: { [self] result in
            isImporting = false
            if case .success(let merged) = result, merged.contacts != contacts {
                contacts = merged.contacts
                onChange?()
            }
            next.completion(result.map(\.report))
            importNext()
        }
    }

    private struct Merged: Sendable {
        var contacts: [Contact]
        var report: ContactImport
    }

    /// Reads a file, adds its people to others and writes them all, on the worker.
    private static func work(
        _ file: String, into others: [Contact], unlessEqualTo known: [Contact], _ path: String
    ) -> Result<Merged, ServiceFailure> {
        do {
            let bytes = try Files.read(file, limit: VCardReader.byteLimit)
            let cards = VCardReader.read(bytes)
            guard cards.cardCount > 0 else {
                return .failure(
                    ServiceFailure(
                        "\(file) holds no vCard: export the contacts as vCards (.vcf), whose first "
                            + "line is BEGIN:VCARD"))
            }
            var merge = ContactMerge(others)
            merge.add(cards.contacts)
            let merged = merge.contacts
            if merged != known { try Files.writeWhole(VCardWriter.write(merged), to: path) }
            var report = ContactImport(
                contactCount: cards.contacts.count,
                handleCount: cards.contacts.reduce(0) { $0 + $1.handles.count },
                knownCount: merged.count,
                remarks: cards.remarks)
            if merge.excess > 0 {
                report.remarks.append(
                    "\(merge.excess) people are over the limit of \(Limits.settingCount); left out")
            }
            return .success(Merged(contacts: merged, report: report))
        } catch  where error.number == EFBIG {
            let limit = VCardReader.byteLimit >> 20
            return .failure(ServiceFailure("\(error): a file of contacts has at most \(limit) MiB"))
        } catch {
            return .failure(ServiceFailure("\(error)"))
        }
    }
}
