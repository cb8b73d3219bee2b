// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import PhoneHost
import Synchronization
import Testing
import OCKWire

@testable import PhoneServices

@Suite("PhoneService")
struct PhoneServiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func service(home: String? = nil) throws(ServiceFailure) -> PhoneService {
        var options = PhoneOptions()
        options.home = home ?? folder.path
        return try PhoneService(options: options, log: { _ in }, timeline: { _ in })
    }

    @Test("A second phone on the same folder is refused, and after the first has ended it starts")
    func second() throws {
        do {
            let first = try service()
            let error = #expect(throws: ServiceFailure.self) { try service() }
            #expect(error.map { "\($0)" }?.contains("already running") == true)
            first.stop()
        }
        try service().stop()
    }

    @Test("A socket path that is too long is refused before anything is made")
    func longPath() throws {
        let home = "\(folder.path)/" + String(repeating: "long", count: 25)
        let error = #expect(throws: ServiceFailure.self) { try service(home: home) }
        #expect(error.map { "\($0)" }?.contains("107") == true)
        #expect(access(home, F_OK) != 0)
    }

    @Test("A damaged store or a home that is no folder is refused in words")
    func broken() throws {
        try folder.write("", "file")
        #expect(throws: ServiceFailure.self) { try service(home: "\(folder.path)/file") }
        try folder.makeFolder("state")
        try folder.write(String(repeating: "no database ", count: 99), "state/phone.sqlite")
        let error = #expect(throws: ServiceFailure.self) { try service() }
        #expect(error.map { "\($0)" }?.contains("damaged") == true)
    }

    @Test("A phone knows its contacts from the start, by the numbers of its home region")
    func contacts() throws {
        try folder.makeFolder("state")
        let cards = "BEGIN:VCARD\r\nFN:Ann\r\nTEL:020 7946 0018\r\nEND:VCARD\r\n"
        try folder.write(cards, "state/contacts.vcf")
        var options = PhoneOptions()
        options.home = folder.path
        options.region = "GB"
        let phone = try PhoneService(options: options, log: { _ in }, timeline: { _ in })
        #expect(phone.host.lookUp("+44 20 7946 0018")?.contact == "Ann")
        #expect(phone.host.lookUp("+44 20 7946 0019")?.contact == nil)
        phone.stop()
        try folder.write("damaged", "state/contacts.vcf")
        #expect(throws: ServiceFailure.self) { try service() }
    }

    @Test("An authority file that is not there is named")
    func authority() {
        var options = PhoneOptions()
        options.home = folder.path
        options.gateway = PhoneOptions.Gateway(host: "localhost", authorityFile: "/none/ca.pem")
        let error = #expect(throws: ServiceFailure.self) {
            try PhoneService(options: options, log: { _ in }, timeline: { _ in })
        }
        #expect(error.map { "\($0)" }?.contains("/none/ca.pem") == true)
    }

    @Test("A tool gets the status, and SIGTERM ends the phone in order")
    func run() async {
        await #expect(processExitsWith: .success) { [home = folder.path as String] in
            var options = PhoneOptions()
            options.home = home
            let service = try PhoneService(options: options, log: { _ in }, timeline: { _ in })
            try service.start()
            let client = Tool(path: service.paths.controlSocket)
            client.start()
            service.run()
            exit(client.isAnswered ? 0 : 1)
        }
    }
}

/// A tool on a thread of its own, with plain system calls: it asks for the status, then sends
/// SIGTERM.
private final class Tool: Sendable {
    private let path: String
    private let answered = Atomic(false)

    init(path: String) { self.path = path }

    var isAnswered: Bool { answered.load(ordering: .acquiring) }

    func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Tool>.fromOpaque(context).takeRetainedValue().talk()
                return nil
            },
            context
        )
        pthread_detach(thread)
    }

    private func talk() {
        defer { kill(getpid(), SIGTERM) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        let messages = [
            UserMessage(id: RequestID(0), request: .hello(version: protocolVersion)),
            UserMessage(id: RequestID(1), request: .status),
        ]
        guard isConnected else { return }
        for message in messages {
            guard let frame = try? MessageCoder.frame(message) else { return }
            _ = write(descriptor, frame, frame.count)
        }
        var reader = FrameReader()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return }
            reader.append(chunk[..<count])
            while let body = try? reader.next() {
                let notice = try? MessageCoder.decode(UserNotice.self, from: body)
                if case .reply(RequestID(1), .status(let status)) = notice {
                    answered.store(status.processID == Int(getpid()), ordering: .releasing)
                    return
                }
            }
        }
    }
}
