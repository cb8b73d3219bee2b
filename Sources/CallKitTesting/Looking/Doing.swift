// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What a person or the world did, in words for a timeline that name no number and no one.
struct Doing {
    var words: String
    var call: CallID?
    var bundle: BundleID?

    private init(_ words: String, _ call: CallID? = nil, bundle: BundleID? = nil) {
        self.words = words
        self.call = call
        self.bundle = bundle
    }

    /// Nil where the phone tells of it itself.
    init?(_ action: UserAction) {
        switch action {
        case .answer, .endAndAnswer, .holdAndAnswer, .endHeldAndAnswer: return nil
        case .startCall, .openApp, .goHome, .openCallApp: return nil
        case .end(let call): self.init("hangs up or declines", call)
        case .setHeld(let call, true): self.init("holds", call)
        case .setHeld(let call, false): self.init("takes off hold", call)
        case .swap: self.init("swaps the calls")
        case .merge: self.init("merges the calls")
        case .split(let call): self.init("takes the call out of its conference", call)
        case .setMuted(let call, true): self.init("mutes", call)
        case .setMuted(let call, false): self.init("unmutes", call)
        case .keypad(let call, _): self.init("taps keys", call)
        case .sendPausedDigits(let call): self.init("sends the digits that wait", call)
        case .setTranslating(let call, let translation):
            self.init(translation.isOn ? "has it translated" : "ends the translation", call)
        case .setSpeaker(let isOn): self.init(isOn ? "turns the speaker on" : "turns it off")
        case .headset(.short): self.init("presses the headset's button")
        case .headset(.long): self.init("presses the headset's button long")
        case .muteInput(let isMuted):
            self.init(isMuted ? "mutes by a gesture" : "unmutes by a gesture")
        case .closeApp(let bundle): self.init("swipes the app away", bundle: bundle)
        case .lock: self.init("locks the phone")
        case .unlock: self.init("unlocks the phone")
        case .setDoNotDisturb(let setting):
            self.init("sets Do Not Disturb: \(setting.mode.rawValue)")
        case .setBlocked(_, let isBlocked):
            self.init(isBlocked ? "blocks a caller" : "unblocks a caller")
        case .setProtected(let bundle, let isProtected):
            self.init(isProtected ? "locks the app" : "unlocks the app", bundle: bundle)
        case .setDirectoryEnabled(let id, let isOn):
            self.init("switches \(id) \(isOn ? "on" : "off")")
        case .orderDirectories: self.init("orders the call directories")
        case .reloadDirectory(let id): self.init("reloads \(id)")
        case .setContacts: self.init("changes Contacts")
        case .setIncomingCallStyle(let style): self.init("has calls shown as \(style.rawValue)")
        }
    }

    /// Nil where the phone tells of it itself.
    init?(_ event: WorldEvent) {
        switch event {
        case .cellularRang, .cellularDialled, .callServiceReset, .mediaServicesReset: return nil
        case .cellularConnected(let call): self.init("the other side answers", call)
        case .cellularEnded(let call): self.init("the other side hangs up", call)
        case .accessoryConnected(let accessory): self.init("\(accessory.rawValue) connected")
        case .accessoryDisconnected(let accessory): self.init("\(accessory.rawValue) gone")
        case .audioInterruptionBegan: self.init("an alarm sounds")
        case .audioInterruptionEnded: self.init("the alarm is over")
        case .otherAudioPlaying(let plays): self.init(plays ? "music plays" : "music stops")
        case .reportsRefused(let error):
            self.init(error.map { "reports are refused: \($0)" } ?? "reports are taken again")
        case .directoryLoadsFail(let code):
            self.init(code.map { "loads of call directories fail: \($0)" } ?? "loads succeed again")
        case .switchedOn: self.init("the phone is switched on, and not unlocked yet")
        case .region(let code): self.init("the phone is in \(code ?? "no known region")")
        }
    }
}
