// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling
import UIKit
import VoIPKit

/// Puts the parts of the app together: VoIPKit has the calls, the pushes and the audio session, and
/// the app its far end and its console.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    let manager: CallManager
    let pushes: VoIPPushService
    /// What has been said of calls, sound and pushes goes here.
    let calls: CallLog

    private let service: EchoCallService
    private let callerID = CallerID()
    private let isProgram: Bool
    private var observation: CallObservation?
    private var screen: CallScreen?
    private var script: ScriptInput?

    override convenience init() {
        self.init(
            echo: Settings.echo, store: UserDefaultsCallStore(), clock: SystemClock(),
            isProgram: true
        ) { log($0) }
    }

    /// - Parameters:
    ///   - echo: Where the far end of all calls listens, nil where there is none.
    ///   - store: Keeps which calls there are for the next launch.
    ///   - clock: What deadlines are told by.
    ///   - isProgram: Whether standard input is this app's.
    ///   - say: Takes what there is to say, in lines.
    init(
        echo: EchoAddress?, store: any LiveCallStore, clock: any CallClock,
        isProgram: Bool = false, say: @escaping (String) -> Void
    ) {
        self.isProgram = isProgram
        calls = CallLog(say)
        service = EchoCallService(address: echo)
        manager = CallManager(
            configuration: CallConfiguration(), service: service, audio: CallAudio(), store: store,
            clock: clock)
        pushes = VoIPPushService(
            reporter: manager, server: isProgram ? TokenService.server(Settings.server) : nil,
            clock: clock)
        super.init()
        service.report = { [weak manager] in manager?.report($0, of: $1) }
        service.onSound = { [weak self] in self?.take($0, of: $1) }
        pushes.onOutcome = { [calls] in calls.take($0) }
        observation = manager.observe { [calls] in calls.take($0) }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        pushes.start()
        if isProgram { startProgram() }
        return true
    }

    private func startProgram() {
        Task { [callerID] in await callerID.update() }
        let words = CommandLine.arguments
        if words.contains("--ui") || Terminal.isThere { screen = CallScreen(manager) }
        if words.contains("--commands") {
            script = ScriptInput(CallCommands(manager: manager))
        }
        log("ready")
    }

    /// Somebody is to be called, from Recents, Contacts or Siri.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        manager.redial(userActivity) { [calls] in calls.take($0) }
    }

    private func take(_ sound: EchoCallService.Sound, of call: Call) {
        calls.take(sound)
        if case .keys(let digits) = sound { screen?.show(digits: digits, of: call) }
    }
}
