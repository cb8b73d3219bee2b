// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

/// What an app's log says where it will get no pushes.
@Suite struct LinkingTests {
    @Test("B133: an app that is not linked with CallKit is told to link it, once")
    func withoutCallKit() throws {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appendingPathComponent("PushOnlyApp")
        process.environment = ["OPENCALLKIT_APP_SOCKET": "/nowhere/app.sock"]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.components(separatedBy: "must link CallKit").count == 2, "\(text)")
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "B117: an app that gets no token is told why, once, and no word of CallKit",
        arguments: [
            (PushTokenRefusal.backgroundMode, "UIBackgroundModes"),
            (.entitlement, "aps-environment"),
        ])
    func refused(refusal: PushTokenRefusal, word: String) async throws {
        let bench = try Bench { request in
            if case .desirePushTypes = request { return [.pushTokenRefused(refusal)] }
            return FakePhone.admitting(request)
        }
        let registry = bench.make { PKPushRegistry(queue: nil) }
        registry.desiredPushTypes = [.voIP]
        await bench.settle()
        registry.desiredPushTypes = [.voIP, .fileProvider]
        await bench.settle()
        #expect(bench.complaints.count == 1)
        #expect(bench.complaints.first?.contains(word) == true)
        #expect(registry.pushToken(for: .voIP) == nil)
    }
}
