// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking
import Testing

@testable import PhoneServices

@Suite("SocketPeer")
struct SocketPeerTests {
    @Test("A process that was told to end and does not is killed, after what was sent has left")
    func killed() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            // The process is its own peer.
            let stage = try LoopStage()
            var ends: [Int32] = [0, 0]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let process = try PeerProcess(descriptor: ends[0])
            let peer = SocketPeer(
                Connection(descriptor: ends[0], on: stage.loop),
                process: process,
                loop: stage.loop,
                grace: .milliseconds(1)
            )
            peer.send([1, 2, 3])
            peer.terminate()
            stage.run("it lives on") { false }
        }
    }
}
