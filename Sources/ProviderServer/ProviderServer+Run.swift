// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKStorage

extension ProviderServer {
    /// Runs a server on this thread until SIGTERM, SIGINT or the end of its terminal, and leaves in
    /// order.
    ///
    /// A second signal cuts that short.
    ///
    /// - Parameters:
    ///   - options: What it is asked to be.
    ///   - folder: Where the tokens are kept, in `provider.sqlite`; made with mode 0700 if it is
    ///     missing.
    ///   - senders: As for the initializer.
    ///   - onReady: Called once it listens, with the port.
    ///   - onLog: As for the initializer.
    ///   - onEvent: As for the initializer.
    /// - Throws: ``ProviderServerError`` if it cannot start.
    package static func run(
        options: ProviderServerOptions, folder: String,
        senders: [TokenEnvironment: any PushSending], onReady: (UInt16) -> Void,
        onLog: @escaping (String) -> Void = { _ in },
        onEvent: @escaping (ProviderServerEvent) -> Void = { _ in }
    ) throws(ProviderServerError) {
        do {
            try Files.makePrivateFolder(folder)
        } catch {
            throw .file(error)
        }
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw .network(error)
        }
        let server = ProviderServer(
            options: options, databasePath: "\(folder)/provider.sqlite", senders: senders,
            loop: loop, onLog: onLog, onEvent: onEvent)
        let port = try server.start()
        var isStopping = false
        let watches = EventLoop.endingSignals.map { number in
            loop.onSignal(number) {
                guard !isStopping else { return loop.stop() }
                isStopping = true
                server.stop { loop.stop() }
            }
        }
        onReady(port)
        withExtendedLifetime((server, watches)) { loop.run() }
    }
}
