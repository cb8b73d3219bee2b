// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Does a piece of work in several threads at once, and waits for all.
///
/// - Parameters:
///   - count: How many pieces; the first runs in the calling thread.
///   - work: Gets the piece's place.
func inThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for index in 1..<max(1, count) {
        let piece = Unmanaged.passRetained(ThreadPiece(index, work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let piece = Unmanaged<ThreadPiece>.fromOpaque(context).takeRetainedValue()
                piece.work(piece.index)
                return nil
            }, piece.toOpaque())
        if code == 0 {
            threads.append(thread)
        } else {
            // No thread is to be had: the work is done here.
            piece.release()
            work(index)
        }
    }
    work(0)
    for thread in threads { pthread_join(thread, nil) }
}

/// The processors that are at work.
package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

private final class ThreadPiece: Sendable {
    let index: Int
    let work: @Sendable (Int) -> Void

    init(_ index: Int, _ work: @escaping @Sendable (Int) -> Void) {
        self.index = index
        self.work = work
    }
}
