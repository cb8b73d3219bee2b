// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

/// A bench whose phone says yes to everything that is asked of its audio, and how it stands.
func audioBench(
    _ environment: AudioEnvironment = .onACall,
    answer: @escaping @Sendable (AppRequest) -> RequestError? = { _ in nil }
) throws -> Bench {
    var welcome = FakePhone.welcome
    welcome.audio = environment
    return try Bench { [welcome] request in
        switch request {
        case .hello: [.welcome(welcome)]
        case .setAudioSessionActive(let id, _), .overrideAudioPort(let id, _),
            .setPreferredInput(let id, _):
            [.answered(id, answer(request))]
        default: FakePhone.admitting(request)
        }
    }
}

extension Bench {
    /// The app's audio session, once the phone has told how its audio stands.
    func audio() async -> AVAudioSession {
        let audio = make { AVAudioSession.sharedInstance() }
        _ = session.setPreferredInput(nil)
        await settle()
        return audio
    }
}

extension AudioEnvironment {
    static let onACall = AudioEnvironment(
        route: AudioRoute(inputs: [.builtInMicrophone], outputs: [.receiver]),
        inputs: [.builtInMicrophone, .headset]
    )
    static let handsFree = AudioEnvironment(
        route: AudioRoute(inputs: [.headset], outputs: [.headset]),
        inputs: [.builtInMicrophone, .headset]
    )
    static let silent = AudioEnvironment(route: AudioRoute(inputs: [], outputs: []), inputs: [])
}

extension AudioPort {
    static let headset = AudioPort(type: "BluetoothHFP", name: "Headset", uid: "00:11")
}

/// Expects an error of the audio session.
func expect(
    _ code: AVAudioSession.ErrorCode,
    at location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: NSError.self, sourceLocation: location) { try body() }
    #expect(error?.domain == NSOSStatusErrorDomain, sourceLocation: location)
    #expect(error?.code == code.rawValue, sourceLocation: location)
}
