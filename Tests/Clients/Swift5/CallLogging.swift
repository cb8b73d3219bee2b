// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import OSLog
import os

extension Logger {
    private static let subsystem = Bundle.main.bundleIdentifier ?? "com.example.hotline"
    static let calls = Logger(subsystem: subsystem, category: "calls")
}

private let oldLog = OSLog(subsystem: "com.example.hotline", category: "push")

/// Writes what apps write of calls.
package final class CallLogging {
    private let ended = OSAllocatedUnfairLock(initialState: [UUID]())

    package init() {}

    package func began(_ action: CXStartCallAction, at date: Date) {
        Logger.calls.info("start \(action.callUUID) to \(action.handle.value, privacy: .private)")
        Logger.calls.debug("at \(date, privacy: .public), video \(action.isVideo)")
        os_log("started %{public}@", log: oldLog, type: .info, action.callUUID.uuidString)
    }

    package func ended(_ uuid: UUID, after duration: TimeInterval, error: Error?) -> String? {
        ended.withLock { $0.append(uuid) }
        if let error {
            Logger.calls.error("\(uuid) failed: \(error.localizedDescription, privacy: .public)")
            os_log(
                "%@ failed with %d", log: oldLog, type: .error, "\(uuid)", (error as NSError).code)
        } else {
            Logger.calls.debug("ended after \(duration, format: .fixed(precision: 1)) s")
            os_log(.debug, log: oldLog, "ended")
        }
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = [.minute, .second]
        formatter.zeroFormattingBehavior = .pad
        return formatter.string(from: duration)
    }

    package var endedCount: Int { ended.withLock { $0.count } }

    package var appName: String? {
        Bundle.main.object(forInfoDictionaryKey: kCFBundleNameKey as String) as? String
    }

    package func remember(_ name: String) {
        UserDefaults.standard.setValue(name, forKey: "last caller")
    }
}
