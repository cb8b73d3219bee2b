// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Ends a daemon in order together with the process that started it: when its standard input ends.
///
/// This holds however the other process ends, also by SIGKILL.
enum Lifeline {
    static let option = Option(
        "until-input-ends",
        "end when standard input does",
        isHidden: true
    )

    /// Waits on a thread of its own, and sends this process SIGTERM in the end.
    static func hold() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { _ in
                var byte: UInt8 = 0
                var count: Int
                repeat {
                    count = read(STDIN_FILENO, &byte, 1)
                } while count > 0 || count < 0 && errno == EINTR
                kill(getpid(), SIGTERM)
                return nil
            },
            nil
        )
        if result == 0 { pthread_detach(thread) }
    }
}
