// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKHTTP2
import OCKNetworking
import PhoneLink
import OCKWire

/// How long one ring took, in nanoseconds.
struct RingTime {
    /// To the gateway's answer, from there to the phone, and from there to the app.
    let legs: [Int64]

    var total: Int64 { legs.reduce(0, +) }
}

/// A gateway, a phone and Hotline, and a provider whose pushes are timed.
final class Rings {
    /// The usual payload.
    let body = Array(
        #"{"aps":{"alert":{"incoming_caller_id":"0123456789","incoming_caller_name":"Tester"}}}"#
            .utf8)
    private static let bundle: BundleID = "com.example.hotline"

    private struct Gateway: Decodable {
        var providerPort: UInt16
        var devicePort: UInt16
        var authority: String
    }
    private struct Activation: Decodable { var code: String }
    private struct Bundle: Decodable { var path: String }
    private struct App: Decodable { var pushToken: String? }
    private struct Certificate: Decodable { var pem: String }

    private let stage: Stage
    private let session: HTTP2ClientSession
    private let user: UserSession
    private let path: String

    init(_ stage: Stage) throws {
        self.stage = stage
        let ports = ["--provider-port", "0", "--device-port", "0"]
        let ready = try stage.startDaemon(["gateway", "run"] + ports)
        let gateway = try MessageCoder.decode(Gateway.self, from: ready)
        let issued = try stage.command(["gateway", "issue", "activation", "--json"])
        _ = try stage.startDaemon([
            "phone", "run", "--gateway", "localhost:\(gateway.devicePort)", "--gateway-ca",
            gateway.authority, "--activation",
            try MessageCoder.decode(Activation.self, from: issued).code,
        ])
        path = "/3/device/\(try Self.install(stage))"
        let certificate = try MessageCoder.decode(
            Certificate.self,
            from: try stage.command([
                "gateway", "issue", "voip-certificate", Self.bundle, "--output", stage.home,
                "--json",
            ]))
        guard let pem = contents(certificate.pem), let trust = contents(gateway.authority) else {
            throw Trouble("the certificates cannot be read")
        }
        let tls = try TLSContext.client(
            caPEM: trust, certificateChainPEM: pem, privateKeyPEM: pem, alpn: ["h2"])
        session = HTTP2ClientSession(
            connection: .connect(
                host: "localhost", port: gateway.providerPort, on: stage.loop, tls: tls),
            loop: stage.loop, authority: "localhost:\(gateway.providerPort)")
        user = try UserSession(path: "\(stage.home)/run/control.sock")
    }

    private static func install(_ stage: Stage) throws -> String {
        let made = try stage.command([
            "app", "bundle", stage.program("Hotline"), "--info", try infoFile(), "--output",
            stage.home, "--json",
        ])
        let path = try MessageCoder.decode(Bundle.self, from: made).path
        try stage.command(["app", "install", path])
        try stage.command(["app", "open", bundle])
        try stage.wait(for: .pushRegistered, after: 0)
        let app = try MessageCoder.decode(
            App.self, from: try stage.command(["app", "list", "--json"]))
        guard let token = app.pushToken else { throw Trouble("Hotline has no token") }
        return token
    }

    /// In the package that this was built from, else in the folder that it is run in.
    private static func infoFile() throws -> String {
        let name = "Examples/Hotline/Info.plist"
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        for path in ["/\(package)/\(name)", name] where access(path, R_OK) == 0 { return path }
        throw Trouble("there is no \(name); run this in the package's folder")
    }

    /// From the POST being written to the delegate being entered; the call is then declined.
    func measure() throws -> RingTime {
        let received = stage.count(of: .pushReceived)
        let ringing = stage.count(of: .callRinging)
        let recorded = stage.count(of: .recentsRecorded)
        var outcome: Result<HTTP2Response, HTTP2Error>?
        let start = EventLoop.monotonicNanoseconds()
        session.request(
            method: "POST", path: path,
            headers: [
                HTTP2Header("apns-push-type", "voip"), HTTP2Header("apns-expiration", "0"),
                HTTP2Header("apns-topic", "\(Self.bundle).voip"),
            ], body: body
        ) { outcome = $0 }
        try stage.wait(for: .pushReceived, after: received)
        let steps: [TimelineStep] = [.pushAccepted, .pushDelivered, .pushReceived]
        let times = steps.compactMap { step in stage.entries.last { $0.step == step }?.at }
        try stage.wait(for: .callRinging, after: ringing)
        guard case .done = try user.request(.act(.end(nil))) else {
            throw Trouble("the call cannot be declined")
        }
        try stage.wait(for: .recentsRecorded, after: recorded)
        guard try outcome?.get().status == 200, times.count == 3 else {
            throw Trouble("the gateway did not take the push")
        }
        let points = [start] + times.map(\.nanoseconds)
        return RingTime(legs: zip(points.dropFirst(), points).map { $0 - $1 })
    }

    /// The next push will have to start the app.
    func closeApp() throws {
        let ended = stage.count(of: .appEnded)
        _ = try user.request(.act(.closeApp(Self.bundle)))
        try stage.wait(for: .appEnded, after: ended)
    }
}
