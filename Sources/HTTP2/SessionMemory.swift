// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import Glibc

/// The memory of the nghttp2 sessions of one loop: what one request gave back the next one takes,
/// without a call of malloc.
///
/// nghttp2 asks for six pieces for each request. Sizes are rounded up to classes of 32 bytes; each
/// piece is led by 16 bytes that tell its class. Loop thread only.
///
/// All sessions share one buffer for the frame that they are about to send, 16 KiB that each idle
/// connection would keep otherwise. That is safe because a session takes each frame out of it
/// at once (``HTTP2Transport``), and because no header block of ours is longer
/// (``HTTP2ServerSession/maximumAnswerHeadByteCount``), which would ask for a second buffer.
final class SessionMemory {
    /// What leads each piece.
    private struct Lead {
        /// Which free list it goes back to; 0 for a piece straight from malloc, -1 for the shared.
        var kind: Int
        var byteCount: Int
    }

    private struct State {
        var free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
        var freeByteCount = 0
        var sharedBuffer: UnsafeMutableRawPointer
        /// Whether a session is being made that shall take the shared buffer.
        ///
        /// By size alone it must never be given: a peer chooses how long some pieces are.
        var lendsSharedBuffer = false
    }

    private static let leadByteCount = 16
    private static let classByteCount = 32
    /// Up to 1 KiB; longer pieces are rare, or live as long as the session.
    private static let classCount = 33
    /// nghttp2's NGHTTP2_FRAMEBUF_CHUNKLEN: a whole frame, and room for a padding's length.
    private static let frameBufferByteCount = 16_394
    /// What may wait to be used again; beyond it, pieces go back to malloc.
    private static let maximumFreeByteCount = 8 << 20

    private let state: UnsafeMutablePointer<State>
    private let functions: UnsafeMutablePointer<nghttp2_mem>

    init() {
        let free = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
            capacity: Self.classCount)
        free.initialize(repeating: nil, count: Self.classCount)
        let shared = UnsafeMutableRawPointer.allocate(
            byteCount: Self.leadByteCount + Self.frameBufferByteCount, alignment: 16)
        shared.storeBytes(of: Lead(kind: -1, byteCount: Self.frameBufferByteCount), as: Lead.self)
        state = .allocate(capacity: 1)
        state.initialize(to: State(free: free, sharedBuffer: shared + Self.leadByteCount))
        functions = .allocate(capacity: 1)
        functions.initialize(
            to: nghttp2_mem(
                mem_user_data: state,
                malloc: { SessionMemory.take($0, $1) },
                free: { SessionMemory.giveBack($0, $1) },
                calloc: { SessionMemory.takeZeroed($0, $1, $2) },
                realloc: { SessionMemory.resize($0, $1, $2) }))
    }

    deinit {
        for index in 0..<Self.classCount {
            while let piece = state.pointee.free[index] {
                state.pointee.free[index] = Self.nextFree(piece)
                Glibc.free(piece - Self.leadByteCount)
            }
        }
        (state.pointee.sharedBuffer - Self.leadByteCount).deallocate()
        state.pointee.free.deallocate()
        state.deallocate()
        functions.deallocate()
    }

    /// Makes a session with this memory; the memory must outlive it.
    func makeSession(_ body: (UnsafeMutablePointer<nghttp2_mem>) -> Void) {
        state.pointee.lendsSharedBuffer = true
        body(functions)
        state.pointee.lendsSharedBuffer = false
    }

    // MARK: What nghttp2 calls

    private typealias Piece = UnsafeMutableRawPointer

    private static func take(_ byteCount: Int, _ context: UnsafeMutableRawPointer?) -> Piece? {
        let state = context.unsafelyUnwrapped.assumingMemoryBound(to: State.self)
        let kind = (byteCount + classByteCount - 1) / classByteCount
        guard kind > 0, kind < classCount else {
            if byteCount == frameBufferByteCount, state.pointee.lendsSharedBuffer {
                state.pointee.lendsSharedBuffer = false
                return state.pointee.sharedBuffer
            }
            return fresh(Lead(kind: 0, byteCount: byteCount))
        }
        guard let piece = state.pointee.free[kind] else {
            return fresh(Lead(kind: kind, byteCount: kind * classByteCount))
        }
        state.pointee.free[kind] = nextFree(piece)
        state.pointee.freeByteCount -= kind * classByteCount
        return piece
    }

    private static func fresh(_ lead: Lead) -> Piece? {
        guard let start = malloc(leadByteCount + lead.byteCount) else { return nil }
        start.storeBytes(of: lead, as: Lead.self)
        return start + leadByteCount
    }

    private static func giveBack(_ piece: Piece?, _ context: UnsafeMutableRawPointer?) {
        guard let piece else { return }
        let state = context.unsafelyUnwrapped.assumingMemoryBound(to: State.self)
        let lead = lead(of: piece)
        guard lead.kind >= 0 else { return }
        guard lead.kind > 0, state.pointee.freeByteCount < maximumFreeByteCount else {
            return free(piece - leadByteCount)
        }
        piece.storeBytes(of: state.pointee.free[lead.kind], as: Piece?.self)
        state.pointee.free[lead.kind] = piece
        state.pointee.freeByteCount += lead.byteCount
    }

    private static func takeZeroed(
        _ count: Int, _ byteCount: Int, _ context: UnsafeMutableRawPointer?
    ) -> Piece? {
        let (whole, overflow) = count.multipliedReportingOverflow(by: byteCount)
        guard !overflow, let piece = take(whole, context) else { return nil }
        memset(piece, 0, whole)
        return piece
    }

    private static func resize(
        _ piece: Piece?, _ byteCount: Int, _ context: UnsafeMutableRawPointer?
    ) -> Piece? {
        guard let piece else { return take(byteCount, context) }
        let room = lead(of: piece).byteCount
        guard byteCount > room else { return piece }
        guard let other = take(byteCount, context) else { return nil }
        memcpy(other, piece, room)
        giveBack(piece, context)
        return other
    }

    private static func lead(of piece: Piece) -> Lead {
        (piece - leadByteCount).load(as: Lead.self)
    }

    private static func nextFree(_ piece: Piece) -> Piece? { piece.load(as: Piece?.self) }
}
