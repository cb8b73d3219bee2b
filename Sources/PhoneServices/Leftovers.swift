// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// Apps that a phone which died has left running: they have no phone any more, and nobody else
/// would end them.
enum Leftovers {
    /// What a process has in its environment that a phone started, and no other.
    static let mark = "OPENCALLKIT_STARTED_BY=phone"

    /// Kills the processes that a phone with that socket started.
    ///
    /// Whoever calls it holds the phone's state folder, so that no living phone started them.
    ///
    /// - Returns: How many there were.
    static func end(appSocket: String) -> Int {
        let ours = ["\(ProcessEnvironment.socketVariable)=\(appSocket)", mark].map {
            Array($0.utf8)
        }
        let names = (try? Files.names(in: "/proc")) ?? []
        var count = 0
        for processID in names.compactMap({ pid_t($0) }) where processID != getpid() {
            // Held before it is looked at: what is killed is what was looked at.
            guard let process = ProcessHandle(processID: processID) else { continue }
            let environment = environment(of: processID)
            guard ours.allSatisfy(environment.contains), process.isAlive else { continue }
            process.kill()
            count += 1
        }
        return count
    }

    /// Empty for what may not be read, and for what is larger than a phone makes it.
    private static func environment(of processID: pid_t) -> [[UInt8]] {
        let bytes = (try? Files.read("/proc/\(processID)/environ", limit: 1 << 16)) ?? []
        return bytes.split(separator: 0).map(Array.init)
    }
}
