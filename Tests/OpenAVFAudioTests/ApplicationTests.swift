// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct ApplicationTests {
    @Test("A person lets an app record from the start; both ways of asking say so")
    func granted() async throws {
        let bench = try audioBench()
        let application = bench.make { AVAudioApplication.shared }
        #expect(application === bench.make { AVAudioApplication.shared })
        #expect(application.recordPermission == .granted)
        let audio = bench.make { AVAudioSession.sharedInstance() }
        #expect(audio.recordPermission == .granted)
        let history = History()
        audio.requestRecordPermission { history.note("session \($0)") }
        bench.make {
            AVAudioApplication.requestRecordPermission { history.note("application \($0)") }
        }
        await bench.settle()
        #expect(history.all == ["session true", "application true"])
    }

    @Test("A test may decide for the person, who is asked only once", arguments: [true, false])
    func decided(answer: Bool) async throws {
        let bench = try audioBench()
        let application = bench.make { AVAudioApplication.shared }
        let audio = bench.make { AVAudioSession.sharedInstance() }
        application.decideRecordPermission(.undetermined, answer: answer)
        #expect(audio.recordPermission == .undetermined)
        let isGranted = await bench.session.bind {
            await AVAudioApplication.requestRecordPermission()
        }
        #expect(isGranted == answer)
        #expect(application.recordPermission == (answer ? .granted : .denied))
        #expect(audio.recordPermission == (answer ? .granted : .denied))
        application.decideRecordPermission(.denied, answer: true)
        #expect(
            await bench.session.bind { await AVAudioApplication.requestRecordPermission() } == false
        )
    }

    @Test("The permissions of two phones' apps are their own")
    func apart() throws {
        let benches = try [audioBench(), audioBench()]
        benches[0].make { AVAudioApplication.shared }.decideRecordPermission(.denied)
        #expect(benches[1].make { AVAudioApplication.shared }.recordPermission == .granted)
    }

    @Test("B96: a mute goes to the phone, which tells of it and of gestures")
    func mute() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let application = bench.make { AVAudioApplication.shared }
        let history = History()
        let token = Transfer(
            NotificationCenter.default.addObserver(
                forName: AVAudioApplication.inputMuteStateChangeNotification,
                object: application,
                queue: nil
            ) {
                let isMuted = $0.userInfo?[AVAudioApplication.muteStateKey] as? Bool
                history.note(isMuted.map { "\($0)" } ?? "-")
            }
        )
        defer { NotificationCenter.default.removeObserver(token.value) }
        #expect(!application.isInputMuted)
        try application.setInputMuted(true)
        #expect(application.isInputMuted)
        await bench.settle()
        #expect(bench.phone.requests.contains(.setInputMuted(true)))
        // A phone tells of it while the app records alone.
        #expect(history.all == [])
        bench.phone.say(.inputMuted(false))
        await bench.settle()
        #expect(history.all == ["false"])
        #expect(!application.isInputMuted && audio.category == .soloAmbient)
    }
}
