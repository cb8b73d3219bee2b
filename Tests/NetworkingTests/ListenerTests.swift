// SPDX-License-Identifier: Apache-2.0
import Glibc
import LoopTesting
import OCKNetworking
import Testing

@Suite struct ListenerTests {
    /// A folder of the test's own, removed with what is in it.
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/opencallkit-test-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink(path + "/s")
            rmdir(path)
        }
        try body(path)
    }

    @Test("A port in use is refused in words that name it and the way out")
    func portTaken() throws {
        let test = try TestLoop()
        let first = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop) { _ in }
        let port = first.port
        #expect(throws: NetworkingError.portTaken(host: "127.0.0.1", port: port)) {
            try Listener.tcp(host: "127.0.0.1", port: port, on: test.loop) { _ in }
        }
        let words = NetworkingError.portTaken(host: "127.0.0.1", port: port).description
        #expect(words.contains("\(port)"))
        #expect(words.contains("another port"))
    }

    @Test("Beyond the most connections that may live, a new one is closed at once, and counted")
    func connectionCount() throws {
        let test = try TestLoop()
        var accepted: [Connection] = []
        let listener = try Listener.tcp(
            host: "127.0.0.1", port: 0, on: test.loop, maximumConnectionCount: 2
        ) { accepted.append($0) }
        var troubles: [String] = []
        listener.onTrouble = { troubles.append($0) }
        let clients = (0..<3).map { _ in
            Connection.connect(host: "127.0.0.1", port: listener.port, on: test.loop)
        }
        var ends = 0
        for client in clients {
            client.onClosed = { _ in
                ends += 1
                test.stop()
            }
        }
        try test.run()
        #expect(ends == 1)
        #expect(accepted.count == 2)
        #expect(listener.connectionCount == 2)
        #expect(listener.refusedConnectionCount == 1)
        #expect(troubles.count == 1)
        #expect(troubles[0].contains("from 127.0.0.1:"))
        #expect(troubles[0].contains("2 live, the most"))

        // A place that is given back is taken again.
        accepted[0].close()
        try test.run()
        let next = Connection.connect(host: "127.0.0.1", port: listener.port, on: test.loop)
        next.onReady = { next.closeAfterFlush() }
        next.onClosed = { _ in test.stop() }
        try test.run()
        #expect(accepted.count == 3)
        #expect(listener.refusedConnectionCount == 1)
    }

    @Test("A Unix socket's path of 107 bytes is taken, one of 108 refused in words")
    func pathLength() throws {
        let test = try TestLoop()
        try withFolder { folder in
            let path = folder + "/" + String(repeating: "x", count: 107 - folder.utf8.count - 1)
            let listener = try Listener.unix(path: path, on: test.loop) { _ in }
            listener.close()
            #expect(throws: NetworkingError.pathTooLong(path: path + "x", limit: 107)) {
                try Listener.unix(path: path + "x", on: test.loop) { _ in }
            }
        }
    }

    @Test("A Unix socket has mode 0600, carries bytes, and its file goes with the listener")
    func unixSocket() throws {
        let test = try TestLoop()
        try withFolder { folder in
            let path = folder + "/s"
            var accepted: [Connection] = []
            let listener = try Listener.unix(path: path, on: test.loop) { connection in
                #expect(connection.descriptor >= 0)
                connection.onBytes = { [unowned connection] in connection.send(Array($0)) }
                accepted.append(connection)
            }
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let client = Connection.connect(unixPath: path, on: test.loop)
            client.onReady = { client.send([7]) }
            client.onBytes = {
                #expect(Array($0) == [7])
                test.stop()
            }
            try test.run()
            listener.close()
            #expect(lstat(path, &status) == -1)
        }
    }

    @Test("A socket file left by a dead process is replaced; a living one and a plain file are not")
    func staleSocket() throws {
        let test = try TestLoop()
        try withFolder { folder in
            let path = folder + "/s"
            let living = try Listener.unix(path: path, on: test.loop) { _ in }
            #expect(throws: NetworkingError.alreadyRunning(path: path)) {
                try Listener.unix(path: path, on: test.loop) { _ in }
            }
            living.close()
            // Bound and never listening, it refuses like a dead process's, also while another
            // test's child, between fork and exec, still holds the descriptor.
            try bindOnly(path)
            let next = try Listener.unix(path: path, on: test.loop) { _ in }
            next.close()

            close(creat(path, 0o600))
            #expect(throws: NetworkingError.notASocket(path: path)) {
                try Listener.unix(path: path, on: test.loop) { _ in }
            }
        }
    }

    private func bindOnly(_ path: String) throws {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let outcome = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(outcome == 0)
    }

    @Test("A folder that does not exist is an error in words")
    func missingFolder() throws {
        let test = try TestLoop()
        let error = #expect(throws: NetworkingError.self) {
            try Listener.unix(path: "/tmp/opencallkit-no-such-folder/s", on: test.loop) { _ in }
        }
        #expect(error?.description.contains("No such file") == true)
    }

    @Test("A listener that runs out of descriptors rests, and goes on when there are some again")
    func outOfDescriptors() async {
        await #expect(processExitsWith: .success) {
            let test = try TestLoop()
            var accepted: [Connection] = []
            let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop) {
                accepted.append($0)
                if accepted.count == 2 { test.stop() }
            }
            let clients = (0..<2).map { _ in
                Connection.connect(host: "127.0.0.1", port: listener.port, on: test.loop)
            }
            // The clients get their sockets; then none is left for the server's side.
            var fillers: [Int32] = []
            let release = test.loop.timer { fillers.forEach { close($0) } }
            test.loop.later {
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(7), &limit)
                // The process may have inherited any number of descriptors.
                let next = dup(0)
                close(next)
                limit.rlim_cur = rlim_t(next + 8)
                setrlimit(__rlimit_resource_t(7), &limit)
                while case let filler = dup(0), filler >= 0 { fillers.append(filler) }
                release.arm(after: .milliseconds(50))
            }
            try test.run()
            guard accepted.count == 2, !fillers.isEmpty, clients.allSatisfy({ !$0.isClosed }) else {
                exit(1)
            }
        }
    }
}
