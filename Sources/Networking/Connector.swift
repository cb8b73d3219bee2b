// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes one connected socket out of a place: finds its addresses and tries them in order.
final class Connector {
    /// Where to connect to.
    enum Target: Sendable {
        case tcp(host: String, port: UInt16)
        case unix(path: String)
    }

    private let target: Target
    private let loop: EventLoop
    private var addresses: [SocketAddress] = []
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    /// Called once, never inside `start`; gone when called.
    private var onDone: ((Result<Int32, NetworkingError>) -> Void)?

    init(
        _ target: Target,
        loop: EventLoop,
        onDone: @escaping (Result<Int32, NetworkingError>) -> Void
    ) {
        self.target = target
        self.loop = loop
        self.onDone = onDone
    }

    deinit {
        watch?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    func start() { loop.later { [weak self] in self?.findAddresses() } }

    /// What the words of an error name.
    var place: String {
        switch target {
        case .tcp(let host, let port): "\(host) port \(port)"
        case .unix(let path): path
        }
    }

    private func findAddresses() {
        do {
            switch target {
            case .unix(let path):
                addresses = [try SocketAddress(unixPath: path)]
            case .tcp(let host, let port):
                addresses = try SocketAddress.resolve(host: host, port: port, numericOnly: true)
            }
            tryNext(after: ECONNREFUSED)
        } catch .hostNotFound(let host, _) {
            askNameServer(host)
        } catch {
            finish(.failure(error))
        }
    }

    /// The resolver blocks, so it gets a thread of its own for the moment.
    private func askNameServer(_ host: String) {
        guard case .tcp(_, let port) = target else { return }
        let waiting = LoopBound(WeakConnector(self), loop: loop)
        let poster = loop.poster
        let queue = JobQueue(name: "resolver")
        queue.append {
            let outcome = Result { () throws(NetworkingError) in
                try SocketAddress.resolve(host: host, port: port)
            }
            poster.post { waiting.value.connector?.found(outcome) }
        }
        queue.close()
        pthread_detach(queue.startThread())
    }

    private func found(_ outcome: Result<[SocketAddress], NetworkingError>) {
        switch outcome {
        case .success(let addresses):
            self.addresses = addresses
            tryNext(after: ECONNREFUSED)
        case .failure(let error): finish(.failure(error))
        }
    }

    private func tryNext(after number: Int32) {
        guard !addresses.isEmpty else { return finish(.failure(error(for: number))) }
        let address = addresses.removeFirst()
        do {
            descriptor = try Socket.make(family: address.family)
        } catch {
            return finish(.failure(error))
        }
        switch Socket.connect(descriptor, to: address) {
        case 0: succeed()
        case EINPROGRESS:
            watch = DescriptorWatch(
                descriptor: descriptor,
                readiness: .writable,
                loop: loop
            ) { [unowned self] in connectEnded() }
        case let number: abandon(number)
        }
    }

    private func connectEnded() {
        watch?.cancel()
        watch = nil
        let number = Socket.pendingError(of: descriptor)
        if number == 0 { succeed() } else { abandon(number) }
    }

    private func abandon(_ number: Int32) {
        close(descriptor)
        descriptor = -1
        tryNext(after: number)
    }

    private func succeed() {
        let connected = descriptor
        descriptor = -1
        Socket.disableDelay(connected)
        finish(.success(connected))
    }

    private func finish(_ outcome: Result<Int32, NetworkingError>) {
        let body = onDone
        onDone = nil
        body?(outcome)
    }

    private func error(for number: Int32) -> NetworkingError {
        switch number {
        case EACCES, EPERM: .permissionDenied(what: "connecting to \(place)")
        default: .unreachable(what: place, reason: NetworkingError.text(of: number))
        }
    }
}

/// Lets a connector that nobody waits for any more go while the resolver still works.
private final class WeakConnector {
    private(set) weak var connector: Connector?

    init(_ connector: Connector) { self.connector = connector }
}
