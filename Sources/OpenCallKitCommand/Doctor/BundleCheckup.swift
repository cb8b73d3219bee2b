// SPDX-License-Identifier: Apache-2.0
import PhoneServices

/// What keeps a bundle's app from ringing.
enum BundleCheckup {
    static func findings(_ path: String) -> [Finding] {
        let remark = BundleCheck.callActivityProblem(path: path)
        return (BundleCheck.problems(path: path) + [remark].compactMap(\.self)).map {
            Finding(words: "\($0)", isFatal: $0.keepsFromRinging)
        }
    }

    /// Of property lists that are no bundle's yet; `rings` says whether the app's sources have to
    /// do with calls.
    static func findings(info path: String, rings: Bool) -> [Finding] {
        BundleCheck.problems(info: path).filter { rings || !$0.isAboutPushes }.map { problem in
            Finding(file: path, words: "\(problem)", isFatal: problem.keepsFromRinging)
        }
    }
}
