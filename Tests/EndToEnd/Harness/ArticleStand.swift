// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// One of `Examples/Articles` on a real phone, with a certificate of its own at the gateway.
struct ArticleStand {
    let world: World
    let bundle: BundleID
    private let token: String

    /// - Parameters:
    ///   - name: The folder of the example.
    ///   - info: Further keys of its Info.plist, each with its text.
    /// - Throws: Where it is not built, or gets no token.
    init(_ name: String, info: [String: String] = [:]) throws {
        world = try World()
        bundle = "com.example.\(name.lowercased())"
        let folder = "\(Binaries.package)/Examples/Articles/\(name)"
        let keys = info.keys.sorted().map { "<key>\($0)</key><string>\(info[$0] ?? "")</string>" }
        let plist = "\(world.home)/\(name).plist"
        try writeText(
            try readText("\(folder)/Info.plist")
                .replacing("</dict>", with: keys.joined() + "</dict>"),
            to: plist)
        try world.install(Binaries.article(name), info: plist)
        token = try world.token()
        try Tool.run([
            Binaries.opencallkit, "gateway", "issue", "voip-certificate", bundle, "--output",
            world.home, "--home", world.home,
        ])
    }

    /// Posts a push, with the headers that the article has.
    func push(_ body: String) throws -> Program {
        try Program([
            "curl", "-v", "--fail-with-body", "--http2", "--cert",
            "\(world.home)/\(bundle).voip.pem", "--cacert", world.ready.authority, "-d", body,
            "-H", "apns-push-type: voip", "-H", "apns-expiration: 0", "-H", "apns-priority: 0",
            "-H", "apns-topic: \(bundle).voip",
            "https://localhost:\(world.ready.providerPort)/3/device/\(token)",
        ])
    }

    /// Waits until so many calls have been connected, then ends the one that is.
    func hangUp(call number: Int) throws {
        try world.wait(for: .callConnected, times: number)
        try world.wait(for: .audioActivated, times: number)
        try expectSuccess(world.command("call", "end"))
        try world.wait(for: .recentsRecorded, times: number)
    }

    /// What the app has printed.
    func log() throws -> String { try readText("\(world.home)/state/logs/\(bundle).log") }
}
