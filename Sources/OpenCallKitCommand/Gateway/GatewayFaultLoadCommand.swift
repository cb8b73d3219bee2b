// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway fault load`.
enum GatewayFaultLoadCommand {
    private static let file = Argument("FILE", "a JSON array of faults")

    /// The format, for this help and for that of `gateway run`.
    static let format = """
        FILE is a JSON array with an object for each fault. 'action' is one of those of 'gateway
        fault add'; 'reason', 'token', 'topic', 'connections', 'every' and 'times' are as its
        options, and 'seconds' is its TIME, as a number:

          [{"action": "answer", "reason": "Unregistered", "token": "0a1b2c3d"},
           {"action": "delay", "seconds": 1.5, "every": 10, "times": 3}]
        """

    static let command = Command(
        "gateway fault load",
        "make the things go wrong that a file lists",
        arguments: [file],
        options: [.json],
        details: [format, "The file is checked as a whole before the first of them is added."],
        examples: ["opencallkit gateway fault load faults.json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let forms = try faults(from: invocation.required(file))
        guard !forms.isEmpty else { return }
        var reports: [FaultReport] = []
        try GatewayPlace(invocation).talk(forms.map(GatewayControlRequest.addFault)) {
            if case .fault(let report) = $0 { reports.append(report) }
            return reports.count < forms.count
        }
        for report in reports {
            if invocation.has(.json) {
                try Output.json(report)
            } else {
                Output.line("Fault \(report.number): \(report.fault.summary)")
            }
        }
    }

    static func faults(from path: String) throws(CommandFailure) -> [FaultForm] {
        do {
            return try FaultFile.read(path)
        } catch .file(let error) {
            throw CommandFailure(.noInput, "\(error)")
        } catch {
            throw CommandFailure(.badData, "\(error)")
        }
    }
}
