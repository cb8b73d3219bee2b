// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// A home in which a gateway has issued a certificate, and a phone has Hotline and its token.
struct Template {
    static let bundle: BundleID = "com.example.hotline"
    /// Where a world keeps the app's push token.
    static let tokenFile = "token.txt"
    /// Made once a run; what went wrong is every test's failure.
    static let shared = Result { try Template() }

    let home: String

    private init() throws {
        home = Self.path
        try check(mkdir(home, 0o700), "mkdir \(home)")
        atexit { removeTree(Template.path) }
        let world = try World(emptyHome: home)
        try world.install(
            Binaries.hotline, info: "\(Binaries.package)/Examples/Hotline/Info.plist",
            extensions: ["\(Binaries.package)/Examples/Hotline/CallDirectory/Info.plist"])
        try Tool.run([
            Binaries.opencallkit, "gateway", "issue", "voip-certificate", Self.bundle, "--output",
            home, "--home", home,
        ])
        try world.stop()
    }

    private static var path: String { "/tmp/opencallkit-template.\(getpid())" }
}

extension World {
    /// Bundles and installs an app, and opens it once, so that it has its token: a new one, or that
    /// of the app of this name that it takes the place of.
    func install(_ executable: String, info: String, extensions: [String] = []) throws {
        guard access(executable, X_OK) == 0 else {
            throw Failure(
                "there is no \(executable): build the package, or set OPENCALLKIT_BIN_DIR")
        }
        let bundles = "\(home)/bundles"
        mkdir(bundles, 0o700)
        struct Bundle: Decodable { var path: String }
        let made = try Tool.run(
            [
                Binaries.opencallkit, "app", "bundle", executable, "--info", info, "--entitlements",
                "\(Binaries.package)/Examples/Hotline/Entitlements.plist", "--output", bundles,
                "--json",
            ] + extensions.flatMap { ["--extension", $0] })
        let path = try decode(Bundle.self, made).path
        let registered = count(of: .pushRegistered)
        let ended = count(of: .appEnded)
        struct App: Decodable {
            var bundle: BundleID
            var isRunning: Bool
            var pushToken: String?
        }
        let app = try rows(App.self, "app", "install", path)
        guard let bundle = app.first?.bundle else { throw Failure("nothing was installed") }
        try expectSuccess(command("app", "open", bundle))
        if app.first?.pushToken == nil { try wait(for: .pushRegistered, times: registered + 1) }
        let deadline = Deadline(30)
        var listed: App?
        repeat {
            listed = try rows(App.self, "app", "list").first { $0.bundle == bundle }
        } while listed?.isRunning != true && deadline.milliseconds > 0
        guard let token = listed?.pushToken else {
            throw Failure("\(bundle) is registered and has no token")
        }
        try writeText(token, to: "\(home)/\(Template.tokenFile)")
        try expectSuccess(command("app", "close", bundle))
        try wait(for: .appEnded, times: ended + 1)
    }
}
