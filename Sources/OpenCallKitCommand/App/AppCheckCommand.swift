// SPDX-License-Identifier: Apache-2.0
import PhoneServices

/// `opencallkit app check`.
enum AppCheckCommand {
    private static let path = Argument("PATH", "the bundle's folder, such as Hotline.app")

    static let command = Command(
        "app check",
        "tell what an app's bundle lacks",
        arguments: [path],
        options: [.json],
        details: ["Ends with 1 if the bundle cannot be installed as it is."],
        examples: ["opencallkit app check Hotline.app"],
        run: run
    )

    /// A problem as a script reads it.
    private struct Line: Encodable {
        let problem: String
        let isFatal: Bool
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let path = invocation.required(path)
        let problems = BundleCheck.problems(path: path)
        for problem in problems {
            if invocation.has(.json) {
                try Output.json(Line(problem: "\(problem)", isFatal: problem.isFatal))
            } else {
                Output.line("\(problem.isFatal ? "problem" : "advice"): \(problem)")
            }
        }
        let fatal = problems.filter(\.isFatal).count
        guard fatal == 0 else {
            let count = fatal == 1 ? "1 problem" : "\(fatal) problems"
            throw CommandFailure(.failed, "\(path) cannot be installed: \(count)")
        }
        if !invocation.has(.json), problems.isEmpty { Output.line("\(path) is in order.") }
    }
}
