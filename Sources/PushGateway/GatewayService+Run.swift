// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Glibc
package import OCKNetworking

extension GatewayService {
    /// Runs a gateway on this thread until SIGTERM, SIGINT or the end of its terminal, and leaves
    /// in order.
    ///
    /// A second signal cuts that short.
    ///
    /// - Parameters:
    ///   - options: What it is asked to be.
    ///   - paths: Where it keeps its things.
    ///   - onReady: Called once it listens: print the ports.
    ///   - onTrace: As for the initializer.
    ///   - onLog: As for the initializer.
    /// - Throws: ``GatewayError`` if it cannot start.
    package static func run(
        options: GatewayOptions,
        paths: GatewayPaths,
        onReady: (EventLoop, GatewayPorts) -> Void,
        onTrace: ((TimelineEntry) -> Void)? = nil,
        onLog: @escaping (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(GatewayError) {
        raiseDescriptorLimit()
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw .network(error)
        }
        let service = GatewayService(
            options: options,
            paths: paths,
            loop: loop,
            onTrace: onTrace,
            onLog: onLog
        )
        let ports = try service.start()
        var isStopping = false
        let watches = EventLoop.endingSignals.map { number in
            loop.onSignal(number) {
                guard !isStopping else { return loop.stop() }
                isStopping = true
                service.stop { loop.stop() }
            }
        }
        onReady(loop, ports)
        withExtendedLifetime((service, watches)) { loop.run() }
    }

    /// Each phone takes a descriptor, and the usual soft limit of 1,024 is far below the hard one.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}
