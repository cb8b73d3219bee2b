// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import Dispatch
import PhoneLink

/// The life of a call directory extension's process.
struct ExtensionMain {
    /// How long work may go on that follows the completion: what an extension notes for its next
    /// load.
    static let lingerMilliseconds = 100
    /// How long a provider may hold the main queue once its load has ended.
    static let blockedSecondsMax = 5

    /// Its module and name.
    let principalClass: String

    func run(_ make: @escaping @Sendable () -> CXCallDirectoryProvider) -> Never {
        if let breach = ExtensionBundle.breach(principalClass: principalClass) { fail(breach) }
        let address = PhoneAddress.ofProcess()
        let channel: any DirectoryChannel
        do {
            channel = try address.connectDirectory()
        } catch {
            fail("\(error)")
        }
        let session = DirectorySession(channel: channel, name: address.name)
        CXCallDirectoryProvider.run(
            make, over: session, on: .main,
            onOver: { _ in
                DispatchQueue.global().asyncAfter(
                    deadline: .now() + .seconds(Self.blockedSecondsMax)
                ) {
                    fail("the load has ended, and the main queue is still held; let go of it")
                }
            },
            completion: { outcome in
                switch outcome {
                case .completed, .cancelled: break
                case .failed(let code, let words):
                    report("the load has failed with code \(code): \(words)")
                case .refused(let words): fail(words)
                }
                DispatchQueue.global().asyncAfter(
                    deadline: .now() + .milliseconds(Self.lingerMilliseconds)
                ) { end(0) }
            })
        dispatchMain()
    }
}

private func report(_ words: String) {
    writeToStandardError("OpenCallKit: \(words)")
}

private func fail(_ words: String) -> Never {
    report(words)
    end(1)
}

/// Ends the process, with what it has set and printed.
private func end(_ status: Int32) -> Never {
    GroupDefaults.synchronize(.ofProcess())
    fflush(nil)
    // Not exit(): it would run the extension's clean-up beside threads that still use what it
    // frees.
    _exit(status)
}
