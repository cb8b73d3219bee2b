// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the phone's person does, and which desk it goes to.
extension Phone {
    mutating func handle(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        switch action {
        case .answer(let id): answer(id, nil, turn: &turn)
        case .endAndAnswer(let id): answer(id, .endAndAccept, turn: &turn)
        case .holdAndAnswer(let id): answer(id, .holdAndAccept, turn: &turn)
        case .endHeldAndAnswer(let id): answer(id, .endHeldAndAccept, turn: &turn)
        case .end(let id): center.end(id, turn: &turn)
        case .headset(let press): headset(press, turn: &turn)
        case .setHeld, .swap, .merge, .split, .setMuted, .keypad, .sendPausedDigits,
            .setTranslating:
            onScreen(action, turn: &turn)
        case .setSpeaker(let isOn): audio.setSpeaker(isOn, turn: &turn)
        case .muteInput(let isMuted): audio.muteInput(isMuted, turn: &turn)
        case .startCall, .openCallApp, .openApp, .closeApp, .goHome:
            withApps(action, turn: &turn)
        case .lock, .unlock, .setDoNotDisturb, .setBlocked, .setProtected, .setContacts,
            .setIncomingCallStyle:
            onDevice(action, turn: &turn)
        case .setDirectoryEnabled(let id, let isOn):
            directories.setEnabled(id, isOn, turn: &turn)
        case .orderDirectories(let ids): directories.setOrder(ids, turn: &turn)
        case .reloadDirectory(let id): directories.reload(id, turn: &turn)
        }
    }

    // MARK: Calls

    /// An answer on an unlocked phone brings the app to the front; a video call on a locked one
    /// does once it is unlocked (B28).
    private mutating func answer(
        _ id: CallID?, _ choice: AnswerChoice?, turn: inout Turn
    ) -> UserAnswer {
        let call = center.ringing(id)
        let answer = center.answer(id, choice, turn: &turn)
        guard answer == .done, let call, !call.isCellular else { return answer }
        if !device.isLocked {
            turn.post(.appInFront(call.key.bundle))
        } else if call.update.hasVideo == true {
            device.appAfterUnlock = call.key.bundle
        }
        return answer
    }

    /// Answers what rings, else ends what is heard; a long press declines (B93: with three calls
    /// iPhones are odd, and we are not).
    private mutating func headset(_ press: HeadsetPress, turn: inout Turn) -> UserAnswer {
        switch press {
        case .long: center.decline(turn: &turn)
        case .short where center.shownRinging != nil: answer(nil, nil, turn: &turn)
        case .short: center.end(nil, turn: &turn)
        }
    }

    private mutating func onScreen(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        do {
            switch action {
            case .setHeld(let id, true): try center.hold(id, turn: &turn)
            case .setHeld(let id, false): try center.resume(id, turn: &turn)
            case .swap: try center.swap(turn: &turn)
            case .merge: try center.merge(turn: &turn)
            case .split(let id): try center.split(id, turn: &turn)
            case .setMuted(let id, let isMuted): try center.mute(id, isMuted, turn: &turn)
            case .keypad(let id, let keys): try center.keypad(id, keys, turn: &turn)
            case .sendPausedDigits(let id): try center.sendPausedDigits(id, turn: &turn)
            case .setTranslating(let id, let translation):
                try center.translate(id, translation, turn: &turn)
            default: preconditionFailure("no action of the call screen")
            }
            return .done
        } catch {
            return .failed(error.words)
        }
    }

    // MARK: Apps

    private mutating func withApps(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        switch action {
        case .startCall(let bundle, let intent): return call(intent, with: bundle, turn: &turn)
        case .openCallApp(let id): return openCallApp(id, turn: &turn)
        case .openApp(let bundle):
            guard apps[bundle] != nil else { return .failed(notInstalled(bundle)) }
            if device.isLocked {
                device.appAfterUnlock = bundle
                return .failed(Self.isLocked)
            }
            apps.bringToFront(bundle, turn: &turn)
            apps.launch(bundle, turn: &turn)
            return .done
        case .closeApp(let bundle):
            guard let app = apps[bundle] else { return .failed(notInstalled(bundle)) }
            guard let session = app.session else { return .failed("\(bundle) is not running") }
            let isAtWork =
                apps.front == bundle || center.hasCalls(of: bundle) || pushes.isHandling(bundle)
            apps.close(app, session, isAtWork: isAtWork, turn: &turn)
            return .done
        case .goHome:
            apps.bringToFront(nil, turn: &turn)
            return .done
        default: preconditionFailure("no action about apps")
        }
    }

    /// Only an app that names the kind of handle is asked to call it (B112).
    ///
    /// On a locked phone it does so in the background, as at Siri's word.
    private mutating func call(
        _ wish: StartCallIntent, with bundle: BundleID, turn: inout Turn
    ) -> UserAnswer {
        guard let app = apps[bundle] else { return .failed(notInstalled(bundle)) }
        if let words = refusal(of: wish, app) { return .failed(words) }
        var intent = wish
        intent.contactName =
            wish.contactName?.withoutControls ?? device.name(of: wish.handle)
        intent.activity =
            turn.rules.hasStartCallIntent
            ? .startCall : wish.isVideo ? .startVideoCall : .startAudioCall
        turn.note(.userActed, by: .user, to: .app, bundle: bundle, "calls back")
        bringToFront(bundle, turn: &turn)
        if let session = app.session, app.isGreeted {
            turn.tell(session, .startCall(intent))
        } else {
            apps.update(bundle) { $0.waitingIntents.append(intent) }
            apps.launch(bundle, turn: &turn)
        }
        return .done
    }

    /// Why an app is not asked to call someone, in words; nil where it is.
    private func refusal(of wish: StartCallIntent, _ app: App) -> String? {
        let bundle = app.installed.bundle
        if wish.handle.value.isEmpty { return "there is no handle to call" }
        guard wish.handle.value.utf8.count <= Limits.handleByteCount else {
            return "a handle has at most \(Limits.handleByteCount) bytes"
        }
        guard wish.contactName?.utf8.count ?? 0 <= Limits.nameByteCount else {
            return "a name has at most \(Limits.nameByteCount) bytes"
        }
        guard app.waitingIntents.count < App.waitingIntentsMax else {
            return "\(App.waitingIntentsMax) calls wait already for \(bundle) to start"
        }
        guard let kinds = apps.handleKinds[bundle] else {
            return "\(bundle) has made no provider since it was installed, so it is not known "
                + "whom it can call; open it once: opencallkit app open \(bundle)"
        }
        guard kinds.contains(wish.handle.kind) else {
            let name = wish.handle.kind.name
            return "\(bundle) takes no calls to a handle of kind \(name): add .\(name) to "
                + "supportedHandleTypes of its CXProviderConfiguration (B112)"
        }
        return nil
    }

    /// The button of the call screen (B28); iOS 26 does nothing for a call without a handle (B30).
    private mutating func openCallApp(_ id: CallID?, turn: inout Turn) -> UserAnswer {
        let shown = center.calls.filter { $0.engagesApp && !$0.isCellular }
        guard let call = id == nil ? shown.first : shown.first(where: { $0.key.id == id }) else {
            return .failed("no call of an app is answered")
        }
        if turn.rules.callScreenNeedsHandle, call.update.remoteHandle?.value.isEmpty ?? true {
            return .failed("the button does nothing: the call has no handle (B30)")
        }
        if device.isLocked {
            device.appAfterUnlock = call.key.bundle
            return .failed(Self.isLocked)
        }
        apps.bringToFront(call.key.bundle, turn: &turn)
        return .done
    }

    private static let isLocked = "the phone is locked; unlock it, and the app comes to the front"

    private func notInstalled(_ bundle: BundleID) -> String {
        "\(bundle) is not installed; see: opencallkit app list"
    }

    // MARK: The device

    private mutating func onDevice(_ action: UserAction, turn: inout Turn) -> UserAnswer {
        switch action {
        case .lock: lock(turn: &turn)
        case .unlock: unlock(turn: &turn)
        case .setDoNotDisturb(let setting):
            if let words = excess(setting.allowed, "people who are let through") {
                return .failed(words)
            }
            device.doNotDisturb = setting
        case .setBlocked(let handle, true):
            let isFull = device.blocked.count >= Limits.settingCount
            if let words = excess([handle], "handles")
                ?? (isFull && !device.isBlocked(handle)
                    ? "the block list holds \(Limits.settingCount) handles already" : nil)
            {
                return .failed(words)
            }
            device.block(handle)
            turn.hasChangedSettings = true
        case .setBlocked(let handle, false):
            device.unblock(handle)
            turn.hasChangedSettings = true
        case .setProtected(let bundle, true):
            guard turn.rules.hasProtectedApps else {
                return .failed("this system has no locked or hidden apps; iOS 18 has")
            }
            guard apps[bundle] != nil else { return .failed(notInstalled(bundle)) }
            device.protected.insert(bundle)
        case .setProtected(let bundle, false): device.protected.remove(bundle)
        case .setContacts(let contacts):
            if let words = excess(contacts) { return .failed(words) }
            device.setContacts(contacts)
        case .setIncomingCallStyle(let style):
            guard turn.rules.hasBanners || style == .fullScreen else {
                return .failed("this system shows every call in full; iOS 14 has banners")
            }
            device.incomingCallStyle = style
        default: preconditionFailure("no setting of the device")
        }
        return .done
    }

    /// The app in front waits behind the lock.
    private mutating func lock(turn: inout Turn) {
        guard !device.isLocked else { return }
        device.isLocked = true
        device.appAfterUnlock = apps.front
        apps.bringToFront(nil, turn: &turn)
    }

    /// What was promised to come to the front does (B28), else what was there.
    private mutating func unlock(turn: inout Turn) {
        device.isLocked = false
        if let bundle = device.appAfterUnlock {
            device.appAfterUnlock = nil
            apps.bringToFront(bundle, turn: &turn)
            apps.launch(bundle, turn: &turn)
        }
        guard device.isBeforeFirstUnlock else { return }
        device.isBeforeFirstUnlock = false
        pushes.unlocked({ apps[$0] }, turn: &turn)
    }

    /// What is over a limit in a list of handles, in words; nil where all is well.
    private func excess(_ handles: [Handle], _ what: String) -> String? {
        if handles.count > Limits.settingCount {
            return "\(handles.count) \(what) are over the limit of \(Limits.settingCount)"
        }
        return handles.contains { $0.value.utf8.count > Limits.handleByteCount }
            ? "a handle has at most \(Limits.handleByteCount) bytes" : nil
    }

    private func excess(_ contacts: [Contact]) -> String? {
        if contacts.count > Limits.settingCount {
            return "\(contacts.count) people are over the limit of \(Limits.settingCount)"
        }
        if contacts.contains(where: { $0.name.utf8.count > Limits.nameByteCount }) {
            return "a name has at most \(Limits.nameByteCount) bytes"
        }
        return contacts.lazy.compactMap { excess($0.handles, "handles of one person") }.first
    }
}
