// SPDX-License-Identifier: Apache-2.0
import Glibc
import Networking

/// Ends a daemon together with the process that started it: when its standard input does.
///
/// This holds however the other process ends, also by SIGKILL.
final class Lifeline {
    private var watch: DescriptorWatch?

    init(on loop: EventLoop, onCut: @escaping () -> Void) {
        watch = loop.watch(descriptor: STDIN_FILENO) { [unowned self] in
            var byte: UInt8 = 0
            guard read(STDIN_FILENO, &byte, 1) <= 0 else { return }
            watch?.cancel()
            watch = nil
            onCut()
        }
    }

    static let option = Option(
        "until-input-ends",
        "end when standard input does",
        isHidden: true
    )
}
