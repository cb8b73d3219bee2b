// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKNetworking

extension GatewayService {
    /// Serves `/metrics` on the loopback; counts alone, so that nobody learns of a push by them.
    ///
    /// - Returns: The port in use.
    func listenForMetrics(on port: UInt16) throws(NetworkingError) -> UInt16 {
        let server = try HTTPServer.listen(port: port, on: loop) { [unowned self] request, reply in
            guard request.path == "/metrics" else {
                return reply.respond(status: 404, body: Array("see /metrics\n".utf8))
            }
            guard request.method == "GET" || request.method == "HEAD" else {
                return reply.respond(status: 405, headers: [("allow", "GET, HEAD")])
            }
            reply.respond(
                status: 200, headers: [("content-type", MetricsText.contentType)],
                body: Array(metricsText.utf8))
        }
        metrics = server
        return server.port
    }

    var metricsText: String {
        let status = core.status
        var text = MetricsText()
        text.begin("requests_total", .counter, "Requests of providers, by their answer.")
        text.add(["status": "200", "reason": ""], status.acceptedCount)
        for refusal in status.refusals {
            text.add(
                ["status": String(refusal.reason.status), "reason": refusal.reason.rawValue],
                refusal.count)
        }
        let counters = [
            (
                "deliveries_total", "Deliveries sent to phones, repetitions counted.",
                status.sentCount
            ),
            (
                "acknowledged_total", "Pushes that a phone has acknowledged.",
                status.acknowledgedCount
            ),
            (
                "expired_total", "Pushes that expired before a phone had them.",
                status.expiredCount
            ),
            ("displaced_total", "Pushes whose place a newer one took.", status.displacedCount),
            ("dropped_total", "Accepted pushes that were not handed over.", status.droppedCount),
        ]
        for (name, help, count) in counters {
            text.begin(name, .counter, help)
            text.add([:], count)
        }
        let gauges = [
            ("provider_connections", "Connections of providers.", status.providerCount),
            ("provider_streams", "Their requests without an answer.", providers?.streamCount ?? 0),
            ("keys", "Signing keys in use.", status.keyCount),
            ("devices", "Phones that are known.", status.deviceCount),
            ("device_connections", "Phones that are connected.", status.connectedDeviceCount),
            ("tokens", "Device tokens in use.", status.tokenCount),
            (
                "outstanding_pushes", "Pushes accepted and not acknowledged.",
                status.outstandingPushCount
            ),
        ]
        for (name, help, count) in gauges {
            text.begin(name, .gauge, help)
            text.add([:], count)
        }
        text.begin("store_commit_seconds", .histogram, "How long commits of the store took.")
        text.add(store?.latency ?? LatencyHistogram())
        return text.text
    }
}
