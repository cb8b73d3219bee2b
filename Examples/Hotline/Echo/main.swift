// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

func fail(_ words: String, code: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("HotlineEcho: \(words)\n".utf8))
    exit(code)
}

let options: EchoOptions
do {
    options = try EchoOptions(CommandLine.arguments.dropFirst())
} catch {
    fail("\(error.words)\n\n\(EchoOptions.usage)", code: 64)
}
guard let server = EchoServer(port: options.port, ringSeconds: options.ringSeconds) else {
    fail("port \(options.port) is taken; give another with --port, or 0 for any", code: 69)
}
// Whoever started it reads this line for the port.
print("HotlineEcho: listens on 127.0.0.1:\(server.port)")
fflush(nil)
if options.endsWithInput {
    DispatchQueue.global().async {
        while let bytes = try? FileHandle.standardInput.read(upToCount: 4096), !bytes.isEmpty {}
        exit(0)
    }
}
dispatchMain()
