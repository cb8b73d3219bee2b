// SPDX-License-Identifier: Apache-2.0
// GatewayPhones: many phones in one process, for the benchmarks of the push service.
//
//     register  makes phones known to a gateway, and writes a line for each: device, secret, token
//     hold      connects the phones of such a file and keeps them connected
//     deliver   does that, and sends them pushes: a line `push COUNT EXPIRATION IN-FLIGHT` on
//               standard input is answered with `done COUNT SECONDS`
//
// With `--floor` the other side is the C program of GatewayFloor, which knows no protocol. Each
// prints `ready COUNT` when it can be used, and ends when standard input does.
import Glibc
import OCKNetworking

/// Why there is no measurement.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func giveUp(_ trouble: any Error) -> Never {
    let words = Array("GatewayPhones: \(trouble)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(EXIT_FAILURE)
}

func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func run() throws {
    let options = try Options(CommandLine.arguments)
    let loop = try EventLoop()
    switch options.verb {
    case "register":
        let registration = try Registration(options, loop)
        registration.start()
        loop.run()
        try registration.write(to: options.text("file"))
        say("ready \(registration.phones.count)")
    case "hold":
        let crowd = try Crowd(options, loop)
        crowd.connect { say("ready \(crowd.count)") }
        let input = InputLines(loop)
        withExtendedLifetime(input) { loop.run() }
    case "deliver":
        let crowd = try Crowd(options, loop)
        let pushes = try Pushes(options, crowd, loop)
        let input = InputLines(loop) { pushes.obey($0) }
        crowd.connect { pushes.connect { say("ready \(crowd.count)") } }
        withExtendedLifetime(input) { loop.run() }
    default: throw Trouble("there is no '\(options.verb)', only register, hold and deliver")
    }
}

do {
    try run()
} catch {
    giveUp(error)
}
