// SPDX-License-Identifier: Apache-2.0
import Foundation
import OCKHTTP2
import OCKWire
import Testing

@testable import PushGateway

@Suite struct MetricsTests {
    @Test("Samples follow their family, and a histogram counts up to each bound")
    func text() {
        var text = MetricsText()
        text.begin("requests_total", .counter, "Requests.")
        text.add(["status": "200", "reason": ""], 3)
        text.begin("store_commit_seconds", .histogram, "Commits.")
        var histogram = LatencyHistogram()
        histogram.add(nanoseconds: 1_000_000)
        histogram.add(nanoseconds: 1_500_000)
        histogram.add(nanoseconds: 60_000_000_000)
        text.add(histogram)
        let lines = text.text.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == [
                "# HELP opencallkit_gateway_requests_total Requests.",
                "# TYPE opencallkit_gateway_requests_total counter",
                #"opencallkit_gateway_requests_total{status="200",reason=""} 3"#,
            ])
        let name = "opencallkit_gateway_store_commit_seconds"
        #expect(lines.contains(#"\#(name)_bucket{le="0.001"} 1"#))
        #expect(lines.contains(#"\#(name)_bucket{le="5.0"} 2"#))
        #expect(lines.contains(#"\#(name)_bucket{le="+Inf"} 3"#))
        #expect(lines.contains("\(name)_count 3"))
    }

    @Test("The metrics of a gateway are counts alone, on the loopback, under /metrics")
    func served() throws {
        let stage = try GatewayStage { $0.metricsPort = 0 }
        let (phone, _, device) = try stage.phone()
        let provider = try Provider(stage, stage.issue())
        #expect(try stage.post(provider, token: device).status == 200)
        #expect(try stage.post(provider, token: "00").status == 400)
        stage.run { phone.deliveries.count == 1 }
        let base = "http://127.0.0.1:\(try #require(stage.ports.metrics))"
        let answer = stage.curl([base + "/metrics"])
        #expect(answer.status == 200)
        let prefix = "opencallkit_gateway_"
        for sample in [
            #"requests_total{status="200",reason=""} 1"#,
            #"requests_total{status="400",reason="BadDeviceToken"} 1"#, "deliveries_total 1",
            "devices 1", "device_connections 1", "provider_connections 1", "tokens 1",
        ] {
            #expect(answer.output.contains("\n\(prefix)\(sample)\n"), "\(sample)")
        }
        #expect(!answer.output.contains("example"))
        #expect(!answer.output.contains(device.prefix(8)))
        #expect(stage.curl([base + "/"]).status == 404)
        #expect(stage.curl(["-X", "POST", base + "/metrics"]).status == 405)
    }
}
