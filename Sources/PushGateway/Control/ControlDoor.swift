// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKNetworking
import OCKWire

/// What users may ask, as the control door passes it on.
protocol ControlDelegate: AnyObject {
    var statusReport: GatewayStatusReport { get }
    var faultReports: [FaultReport] { get }
    var deviceReports: [DeviceReport] { get }
    /// What the query asks for, oldest first.
    func pushReports(_ query: JournalQuery) -> [PushReport]
    /// Stores a code; the answer comes to ``ControlDoor/settle(_:failure:)``.
    func issueActivation(_ key: ControlKey, codeHash: [UInt8])
    func addFault(_ form: FaultForm) throws(FaultFormError) -> FaultReport
    /// - Returns: Whether there was such a fault.
    func removeFault(_ number: Int) -> Bool
    func removeAllFaults()
    /// Takes up the keys and revocations of the state folder, and says what there is.
    func reload(then body: @escaping (Result<String, GatewayError>) -> Void)
    /// Forgets a phone; the answer comes to ``ControlDoor/settle(_:failure:)``.
    func removeDevice(_ id: DeviceID, for key: ControlKey)
}

/// The users' connections: a Unix socket of mode 0600, and frames.
final class ControlDoor {
    /// An object, so that what waits is never copied as it grows.
    private final class Client {
        let link: FrameLink
        var isWelcome = false
        /// What it follows.
        var query: JournalQuery?
        /// What it has not been sent, for what it was sent has not left.
        private var waiting: [GatewayControlReply] = []
        /// How many of ``waiting`` have been sent after all.
        private var sentCount = 0

        init(_ link: FrameLink) { self.link = link }

        var waitingCount: Int { waiting.count - sentCount }
        private var isFull: Bool { link.connection.pendingByteCount > pendingByteCountMax }

        /// Sends a reply, or lets it wait its turn.
        func send(_ reply: GatewayControlReply) {
            if waitingCount == 0, !isFull { return link.send(reply) }
            waiting.append(reply)
        }

        /// Sends what waits as far as it may.
        func sendWaiting() {
            while waitingCount > 0, !isFull {
                link.send(waiting[sentCount])
                sentCount += 1
            }
            // What was sent is let go by halves, so that each reply is moved once or twice at most.
            guard sentCount * 2 >= waiting.count else { return }
            waiting.removeFirst(sentCount)
            sentCount = 0
        }
    }

    /// With so many bytes on their way to a user, the next answers wait.
    private static let pendingByteCountMax = 256 << 10
    /// A user who follows, and reads so much more slowly than pushes come, is let go.
    private static let waitingCountMax = 50_000

    private let loop: EventLoop
    private let handler = FrameLinkHandler()
    private unowned let delegate: any ControlDelegate
    private var listener: Listener?
    private var clients: [UInt64: Client] = [:]
    /// What is being stored, for whom, and what to answer then.
    private var orders: [ControlKey: (client: UInt64, reply: GatewayControlReply)] = [:]
    private var nextNumber: UInt64 = 1
    private var followerCount = 0

    init(loop: EventLoop, delegate: any ControlDelegate) {
        self.loop = loop
        self.delegate = delegate
        handler.onBody = { [unowned self] in take($1, from: $0) }
        handler.onBroken = { [unowned self] in refuse($0, $1.description) }
        handler.onClosed = { [weak self] number, _ in self?.forget(number) }
    }

    func listen(path: String) throws(NetworkingError) {
        listener = try Listener.unix(path: path, on: loop) { [unowned self] in accept($0) }
    }

    private func accept(_ connection: Connection) {
        let number = newNumber()
        let link = FrameLink(connection, number: number, limit: 4096, handler: handler)
        clients[number] = Client(link)
        connection.onDrained = { [weak self] in self?.sendWaiting(to: number) }
    }

    private func forget(_ number: UInt64) {
        guard let client = clients.removeValue(forKey: number) else { return }
        if client.query != nil { followerCount -= 1 }
    }

    private func newNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    // MARK: What users ask

    private func take(_ body: [UInt8], from number: UInt64) {
        guard let client = clients[number] else { return }
        let request: GatewayControlRequest
        do throws(FrameError) {
            request = try MessageCoder.decode(GatewayControlRequest.self, from: body)
        } catch {
            return refuse(number, error.description)
        }
        switch request {
        case .hello(GatewayControlRequest.version) where !client.isWelcome:
            client.isWelcome = true
            send(.welcome(version: GatewayControlRequest.version), to: number)
        case .hello:
            refuseDialogue(number)
        default:
            guard client.isWelcome else { return refuseDialogue(number) }
            answer(request, from: number)
        }
    }

    private func answer(_ request: GatewayControlRequest, from number: UInt64) {
        switch request {
        case .hello: break
        case .status: send(.status(delegate.statusReport), to: number)
        case .issueActivation:
            let code = ActivationCode.make()
            let key = ControlKey(number: newNumber())
            orders[key] = (number, .activation(code: code))
            delegate.issueActivation(key, codeHash: ActivationCode.hash(code))
        case .journal(let query): tell(query, to: number)
        case .addFault(let form):
            do {
                send(.fault(try delegate.addFault(form)), to: number)
            } catch {
                refuse(number, error.words)
            }
        case .faults: sendAll(delegate.faultReports.map(GatewayControlReply.fault), to: number)
        case .removeFault(let fault):
            guard delegate.removeFault(fault) else {
                return refuse(
                    number, "there is no fault \(fault); see 'opencallkit gateway fault list'")
            }
            send(.done("Fault \(fault) is taken back."), to: number)
        case .removeAllFaults:
            delegate.removeAllFaults()
            send(.done("No faults are left."), to: number)
        case .reload:
            delegate.reload { [weak self] outcome in
                switch outcome {
                case .success(let words): self?.send(.done(words), to: number)
                case .failure(let error): self?.refuse(number, error.description)
                }
            }
        case .devices: sendAll(delegate.deviceReports.map(GatewayControlReply.device), to: number)
        case .removeDevice(let id):
            guard let device = DeviceID(id) else {
                return refuse(
                    number, "'\(id)' names no phone; see 'opencallkit gateway device list'")
            }
            let key = ControlKey(number: newNumber())
            orders[key] = (number, .done("The phone \(device) is forgotten."))
            delegate.removeDevice(device, for: key)
        }
    }

    private func tell(_ query: JournalQuery, to number: UInt64) {
        sendAll(delegate.pushReports(query).map(GatewayControlReply.push), to: number)
        guard query.follows, let client = clients[number], client.query == nil else { return }
        client.query = query
        followerCount += 1
    }

    private func sendAll(_ replies: [GatewayControlReply], to number: UInt64) {
        for reply in replies { send(reply, to: number) }
        send(.end, to: number)
    }

    private func send(_ reply: GatewayControlReply, to number: UInt64) {
        guard let client = clients[number] else { return }
        guard client.waitingCount < Self.waitingCountMax else {
            return client.link.connection.close()
        }
        client.send(reply)
    }

    private func sendWaiting(to number: UInt64) { clients[number]?.sendWaiting() }

    private func refuseDialogue(_ number: UInt64) {
        let version = GatewayControlRequest.version
        refuse(
            number,
            "say hello once, with version \(version); use the same release on both sides"
        )
    }

    private func refuse(_ number: UInt64, _ words: String) {
        guard let client = clients[number] else { return }
        client.link.send(GatewayControlReply.refused(words))
        client.link.connection.closeAfterFlush()
    }

    // MARK: What users are told

    func settle(_ key: ControlKey, failure: String?) {
        guard let (number, reply) = orders.removeValue(forKey: key) else { return }
        send(failure.map(GatewayControlReply.refused) ?? reply, to: number)
    }

    /// Whether anyone wants to be told of pushes as they happen.
    var isFollowed: Bool { followerCount > 0 }

    /// Tells those who follow it.
    func tell(_ report: PushReport) {
        for (number, client) in clients where client.query?.fits(report) == true {
            send(.push(report), to: number)
        }
    }

    /// Accepts nobody any more, and lets go of those who are there when they have their answers.
    func close() {
        listener?.close()
        listener = nil
        for client in clients.values { client.link.connection.closeAfterFlush() }
    }
}
