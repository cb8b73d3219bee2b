// SPDX-License-Identifier: Apache-2.0
import Foundation
import OCKHTTP2
import OCKWire
import OCKNetworking
import Testing

@testable import PushGateway

/// Faults on purpose, by the control socket.
@Suite struct FaultTests {
    private func form(
        _ action: FaultForm.Action, _ change: (inout FaultForm) -> Void = { _ in }
    ) -> FaultForm {
        var form = FaultForm(action)
        change(&form)
        return form
    }

    @Test("A reason for one request in two, twice, is given so often, listed, and taken back")
    func answers() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let provider = try Provider(stage, stage.issue())
        let fault = form(.answer) {
            $0.reason = "Unregistered"
            $0.topic = GatewayStage.topic
            $0.every = 2
            $0.times = 2
        }
        guard case .fault(let report) = try stage.ask(.addFault(fault)) else {
            Issue.record("no fault")
            return
        }
        #expect(report == FaultReport(number: 1, fault: fault, hits: 0))
        let statuses = try (0..<6).map { _ in try stage.post(provider, token: device).status }
        #expect(statuses == [200, 410, 200, 410, 200, 200])
        let status = try stage.status()
        #expect(status.faults.map(\.hits) == [2])
        #expect(status.refused.map(\.reason) == ["Unregistered"])
        #expect(try stage.ask(.removeFault(number: 1)) == .done("Fault 1 is taken back."))
        #expect(try stage.status().faults.isEmpty)
        #expect(throws: GatewayError.self) { try stage.ask(.removeFault(number: 1)) }
    }

    @Test("A 410 has its timestamp in milliseconds, and an answer that is delayed comes late")
    func bodies() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let provider = try Provider(stage, stage.issue())
        _ = try stage.ask(
            .addFault(
                form(.answer) {
                    $0.reason = "ExpiredToken"; $0.times = 1
                }))
        let response = try stage.post(provider, token: device)
        let object = try JSONSerialization.jsonObject(with: Data(response.body))
        let body = try #require(object as? [String: Any])
        #expect(body["reason"] as? String == "ExpiredToken")
        #expect(body["timestamp"] is Int)
        #expect(response.value(of: "content-type") == "application/json")
        _ = try stage.ask(
            .addFault(
                form(.delay) {
                    $0.seconds = 0.2; $0.times = 1
                }))
        let start = stage.loop.now()
        #expect(try stage.post(provider, token: device).status == 200)
        #expect(stage.loop.now() - start >= 200_000_000)
    }

    @Test("A connection is dropped in the middle, sent away, or stalled, and the next one works")
    func connections() throws {
        let stage = try GatewayStage()
        let (_, _, device) = try stage.phone()
        let files = try stage.issue()
        let dropped = try Provider(stage, files)
        _ = try stage.ask(.addFault(form(.drop) { $0.times = 1 }))
        var failure: HTTP2Error?
        stage.post(dropped, token: device) { if case .failure(let error) = $0 { failure = error } }
        stage.run { dropped.closeReason != nil && failure != nil }
        #expect(dropped.goAway == nil)
        let away = try Provider(stage, files)
        _ = try stage.ask(
            .addFault(
                form(.goaway) {
                    $0.reason = "IdleTimeout"; $0.times = 1
                }))
        #expect(try stage.post(away, token: device).status == 200)
        stage.run { away.goAway != nil }
        #expect(away.goAway == #"{"reason":"IdleTimeout"}"#)
        let stalled = try Provider(stage, files)
        _ = try stage.ask(.addFault(form(.stall) { $0.times = 1 }))
        var isAnswered = false
        stage.post(stalled, token: device) { _ in isAnswered = true }
        #expect(try stage.post(stalled, token: device).status == 200)
        #expect(!isAnswered)
        #expect(try stage.status().streams == 1)
    }

    @Test("A service that is away cuts everyone off, refuses who comes, and is back in time")
    func away() throws {
        let stage = try GatewayStage()
        let (phone, proof, device) = try stage.phone()
        let files = try stage.issue()
        let provider = try Provider(stage, files)
        #expect(try stage.post(provider, token: device).status == 200)
        _ = try stage.ask(.addFault(form(.away) { $0.seconds = 86_400 }))
        stage.run { phone.closeReason != nil && provider.closeReason != nil }
        let refused = try Provider(stage, files)
        stage.run { refused.closeReason != nil }
        #expect(try stage.status().isAway)
        #expect(try stage.ask(.removeAllFaults) == .done("No faults are left."))
        let again = try Provider(stage, files)
        let same = try stage.phone(proof: proof)
        #expect(try stage.post(again, token: device).status == 200)
        stage.run { same.deliveries.count == 1 }
    }

    @Test("Deliveries are doubled, put out of order, or lost, and accepted all the same")
    func deliveries() throws {
        let stage = try GatewayStage()
        let (phone, _, device) = try stage.phone()
        let provider = try Provider(stage, stage.issue())
        _ = try stage.ask(.addFault(form(.duplicate) { $0.times = 1 }))
        #expect(try stage.post(provider, token: device).status == 200)
        stage.run { phone.deliveries.count == 2 }
        #expect(Set(phone.deliveries.map(\.number)).count == 1)
        _ = try stage.ask(.addFault(form(.reorder) { $0.times = 1 }))
        #expect(try stage.post(provider, token: device).status == 200)
        #expect(try stage.post(provider, token: device).status == 200)
        stage.run { phone.deliveries.count == 4 }
        let numbers = phone.deliveries.suffix(2).map(\.number)
        #expect(numbers == numbers.sorted(by: >))
        _ = try stage.ask(.addFault(form(.lose) { $0.times = 1 }))
        #expect(try stage.post(provider, token: device).status == 200)
        #expect(try stage.post(provider, token: device).status == 200)
        stage.run { phone.deliveries.count == 5 }
    }

    @Test("A file of faults is read whole, and a wrong one is named with its number and the rule")
    func files() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/faults.json"
        func read(_ text: String) throws -> [FaultForm] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return try FaultFile.read(path)
        }
        let forms = try read(
            #"[{"action":"answer","reason":"Unregistered","every":3},{"action":"drop"}]"#)
        #expect(forms.map(\.action) == [.answer, .drop])
        #expect(forms[0].summary == "answer, Unregistered, one in 3")
        let stage = try GatewayStage { $0.faultForms = forms }
        #expect(try stage.status().faults.map(\.fault) == forms)
        let wrong = [
            ("{}", "JSON array"), ("nonsense", "JSON array"),
            (#"[{"action":"sing"}]"#, "'sing'"), (#"[{"reason":"x"}]"#, "'action' must be"),
            (#"[{"action":"drop","evry":3}]"#, "'evry'"),
            (#"[{"action":"drop","every":"3"}]"#, "'every' must be a whole number"),
            (#"[{"action":"drop"},{"action":"answer"}]"#, "fault 2 of 2"),
            (#"[{"action":"answer","reason":"Busy"}]"#, "'Busy'"),
            (#"[{"action":"delay"}]"#, "needs a time"),
            (#"[{"action":"drop","seconds":1}]"#, "takes no time"),
            (#"[{"action":"away","seconds":1,"every":2}]"#, "everyone"),
            (#"[{"action":"drop","token":"abc"}]"#, "even number"),
            (#"[{"action":"drop","every":0}]"#, "at least 1"),
        ]
        for (text, words) in wrong {
            let error = #expect(throws: GatewayError.self) { try read(text) }
            #expect(
                "\(try #require(error))".contains(words), "\(text): \(String(describing: error))")
            #expect("\(try #require(error))".contains(path))
        }
    }
}
