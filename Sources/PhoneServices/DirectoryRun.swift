// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKStorage
import OCKWire
import PhoneCore
import PhoneHost

/// One load on the load's thread: from the welcome until the extension says that it is complete, or
/// until the first thing that ends it.
///
/// ```
/// welcome ──► batches … ──► complete ──► written and in force ──► completed
///                 └──► the first breach, the process' end, a cancel ──► failed
/// ```
/// The load is over when the process ends, whoever else may hold the socket open. What an extension
/// says after the end of its load is not read.
final class DirectoryRun {
    /// How it has ended.
    enum Result: Sendable {
        case loaded(DirectoryFolder.Data, remarks: [String])
        case failed(DirectoryBreach)
        /// The process has ended without completing; how, whoever started it knows.
        case processEnded
        case cancelled
    }

    /// Where it reports while it goes on, on the load's thread.
    struct Reports: Sendable {
        /// So many entries have come so far.
        var progress: @Sendable (Int) -> Void
        /// A line for the operator.
        var log: @Sendable (String) -> Void
    }

    private enum Ending: Error {
        case breach(DirectoryBreach)
        case processEnded
        case cancelled
    }

    /// How often the memory of the process is looked at, beside each batch.
    private static let tickMilliseconds: Int32 = 50
    private static let chunkByteCount = 256 * 1024
    /// What may still be read once the process has ended: more than a socket holds, so that all is
    /// taken that the process had sent, and a child of it cannot go on for ever.
    private static let lastByteCount = 4 << 20

    private let order: DirectoryLoadOrder
    private let line: ExtensionLine
    private let cancel: LoadCancel
    private let folder: DirectoryFolder
    private let reports: Reports
    private var reader = FrameReader(limit: Limits.directoryBatchByteCount)
    private var chunk = [UInt8](repeating: 0, count: chunkByteCount)
    private var memory: MemoryWatch
    private var nextTick: Int64 = 0
    private var bytesLeft = lastByteCount

    init(
        _ order: DirectoryLoadOrder,
        line: ExtensionLine,
        cancel: LoadCancel,
        folder: DirectoryFolder,
        reports: Reports
    ) {
        self.order = order
        self.line = line
        self.cancel = cancel
        self.folder = folder
        self.reports = reports
        memory = MemoryWatch(
            processID: line.processID, warning: order.memoryWarning, limit: order.memoryLimit)
        if order.memoryLimit != nil, !memory.isPossible {
            reports.log("the memory limit of \(order.extensionID) is not kept: /proc has no figure")
        }
    }

    /// Blocks until the load is over, and has told the extension how it ended.
    func run() -> Result {
        defer { shutdown(line.socket, Int32(SHUT_RD)) }
        do throws(Ending) {
            let data = try load()
            say(.completed)
            let isLarge = memory.peak > order.memoryWarning
            return .loaded(data, remarks: isLarge ? [memoryRemark(memory.peak)] : [])
        } catch {
            switch error {
            case .processEnded: return .processEnded
            case .cancelled:
                say(DirectoryBreach.cancelled)
                return .cancelled
            case .breach(let breach):
                say(breach)
                return .failed(breach)
            }
        }
    }

    private func load() throws(Ending) -> DirectoryFolder.Data {
        let file = folder.nextFile
        let loader = DirectoryLoader(order, over: folder.data?.stack, path: folder.path(of: file))
        say(
            .welcome(
                DirectoryWelcome(
                    extensionID: order.extensionID, isIncremental: loader.isIncrementalAllowed)))
        reader.append(line.early)
        while try !takeFrames(loader) { try wait() }
        do throws(DirectoryBreach) {
            return try folder.commit(
                try loader.finish(), file: file,
                at: WallTime(milliseconds: EventLoop.wallClockMilliseconds()))
        } catch {
            throw .breach(error)
        }
    }

    /// Takes what has come whole, and says whether that is all.
    private func takeFrames(_ loader: DirectoryLoader) throws(Ending) -> Bool {
        do throws(DirectoryBreach) {
            while let body = try nextFrame() {
                if try loader.take(body) { return true }
                reports.progress(loader.entryCount)
                try checkMemory()
            }
            return false
        } catch {
            throw .breach(error)
        }
    }

    private func nextFrame() throws(DirectoryBreach) -> [UInt8]? {
        do throws(FrameError) {
            return try reader.next()
        } catch {
            throw DirectoryBreach(.loadingInterrupted, "\(error)")
        }
    }

    // MARK: Waiting

    private func wait() throws(Ending) {
        var descriptors = [line.socket, line.processEnd, cancel.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&descriptors, nfds_t(descriptors.count), Self.tickMilliseconds)
        guard !cancel.isCancelled else { throw .cancelled }
        let now = EventLoop.monotonicNanoseconds()
        if now >= nextTick {
            nextTick = now + Int64(Self.tickMilliseconds) * 1_000_000
            do throws(DirectoryBreach) { try checkMemory() } catch { throw .breach(error) }
        }
        let hasEnded = descriptors[1].revents != 0
        if descriptors[0].revents != 0 {
            try receive(hasEnded: hasEnded)
        } else if hasEnded {
            throw .processEnded
        }
    }

    private func receive(hasEnded: Bool) throws(Ending) {
        let count = recv(line.socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            reader.append(chunk[..<count])
            if hasEnded { bytesLeft -= count }
            guard bytesLeft > 0 else { throw .processEnded }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            throw hangUp()
        }
    }

    /// A process that dies closes its socket a moment before it has ended.
    private func hangUp() -> Ending {
        var ended = pollfd(fd: line.processEnd, events: Int16(POLLIN), revents: 0)
        if poll(&ended, 1, 1000) > 0 { return .processEnded }
        return .breach(
            DirectoryBreach(
                .loadingInterrupted,
                "the extension closed its connection before completeRequest"))
    }

    private func checkMemory() throws(DirectoryBreach) {
        switch memory.check() {
        case .fine: return
        case .large(let byteCount):
            reports.log("\(order.extensionID): \(memoryRemark(byteCount))")
        case .tooLarge(let byteCount, let limit):
            throw DirectoryBreach(
                .loadingInterrupted,
                "its memory grew by \(Self.megabytes(byteCount)), over the limit of "
                    + "\(Self.megabytes(limit)): read the list in pieces, each in its own "
                    + "autorelease pool, or give the phone a higher limit")
        }
    }

    private func memoryRemark(_ byteCount: Int) -> String {
        "its memory grew by \(Self.megabytes(byteCount)) while it loaded; the figure that "
            + "circulates as an iPhone's limit is \(Self.megabytes(order.memoryWarning))"
    }

    private static func megabytes(_ byteCount: Int) -> String {
        let tenths = (byteCount * 10 + (1 << 19)) >> 20
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    private func say(_ breach: DirectoryBreach) {
        say(.failed(code: breach.failure.code, words: breach.failure.words))
    }

    /// The extension has read what was said before, so there is room.
    private func say(_ notice: DirectoryNotice) {
        guard let bytes = try? MessageCoder.frame(notice) else {
            preconditionFailure("a notice to an extension is over a frame")
        }
        _ = send(line.socket, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
}
