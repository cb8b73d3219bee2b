// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What persons, the network and the rest of the world do.
extension PhoneSimulation {
    mutating func happen() {
        let isStoreFast = random.next(below: 1000) >= swarm.storeDelayPerMille
        if isStoreFast, let ticket = stages[stage].checker.tickets.first {
            let isStored = random.next(below: 1000) >= swarm.storeFailurePerMille
            apply(.recorded(ticket, isStored))
            return
        }
        if chance(2), answerDirectories() { return }
        let app = Int(random.next(below: 3))
        if chance(4), finishLaunching(app) || finishClosing(app) { return }
        switch swarm.next(&random) {
        case .push: pushArrives(app, call: nil)
        case .start: start(app)
        case .kill: if let process = process(app) { apply(.appDisconnected(process.session)) }
        case .ring: ring()
        case .screen: useScreen()
        case .device: useDevice(app)
        case .report: chance(12) ? handlePush(app) : report(app)
        case .update: update(app)
        case .complete: complete(app)
        case .request: request(app)
        case .audio: useAudio(app)
        case .cellular: useCellular()
        case .sound: changeSound()
        case .reset: if chance(4) { apply(.world(.callServiceReset)) }
        case .junk: sayJunk(app)
        case .jump: jump()
        case .network: deliverMessage()
        case .install: install()
        case .providers: changeProviders(app)
        case .directories: useDirectories(app)
        }
    }

    private mutating func jump() {
        let next = stages[stage].phone.nextDeadline
        let target = chance(2) ? next : now.monotonic + .seconds(700)
        guard let target, target > now.monotonic else { return }
        now.wall.milliseconds += (target - now.monotonic).nanoseconds / 1_000_000
        now.monotonic = target
        passTime()
    }

    // MARK: The network

    mutating func pushArrives(_ app: Int, call: CallID?) {
        let isRepeated = call == nil && chance(10) && pushNumber > 0
        if !isRepeated { pushNumber += 1 }
        let id = PushID(high: 2, low: pushNumber)
        if let call { invitations.append((id, app, call)) }
        if invitations.count > 64 { invitations.removeFirst(32) }
        // A provider may use an apns-id again.
        let number: UInt64 = isRepeated && pushNumber & 1 == 0 ? pushNumber : 0
        apply(
            .push(
                ArrivedPush(
                    id: id, number: number, bundle: PhoneChecker.bundles[app],
                    payload: Bytes([1]))))
    }

    private mutating func deliverMessage() {
        guard !messages.isEmpty else { return }
        let message = messages.remove(at: Int(random.next(below: UInt64(messages.count))))
        stage = message.stage
        switch message.kind {
        case .invite: pushArrives(message.app, call: message.call)
        case .accept, .bye:
            guard let process = process(message.app), let provider = process.providers.last else {
                return
            }
            apply(
                .app(
                    process.session,
                    message.kind == .accept
                        ? .reportConnected(provider, message.call, at: nil)
                        : .reportEnded(provider, message.call, at: nil, .remoteEnded)))
        }
    }

    // MARK: The person

    mutating func act(_ action: UserAction) {
        ticketNumber += 1
        apply(.user(UserTicket(ticketNumber), action))
    }

    private mutating func someCall() -> CallID? {
        chance(2) ? nil : pick(stages[stage].checker.calls)?.key.id ?? CallID(high: 9, low: 1)
    }

    private mutating func ring() {
        let call = someCall()
        switch random.next(below: 9) {
        case 0, 1, 2: act(.answer(call))
        case 3: act(.endAndAnswer(call))
        case 4: act(.holdAndAnswer(call))
        case 5: act(.endHeldAndAnswer(call))
        case 6: act(.headset(chance(4) ? .long : .short))
        default: act(.end(call))
        }
    }

    private mutating func useScreen() {
        let call = someCall()
        switch random.next(below: 12) {
        case 0, 1: act(.setHeld(call, chance(2)))
        case 2, 3: act(.swap)
        case 4, 5, 6: act(.merge)
        case 7: act(.split(call ?? CallID(high: 9, low: 1)))
        case 8: act(.setMuted(call, chance(2)))
        case 9: act(.keypad(call, chance(4) ? "x" : "12#"))
        case 10: act(.sendPausedDigits(call))
        default:
            act(
                .setTranslating(
                    call, .init(isOn: chance(2), localLanguage: "en", remoteLanguage: "zh")))
        }
    }

    private mutating func useDevice(_ app: Int) {
        let bundle = PhoneChecker.bundles[app]
        let handle = chance(4) ? someNumber() : Handle(kind: .generic, value: "a")
        switch random.next(below: 18) {
        case 0: act(.lock)
        case 1, 2: act(.unlock)
        case 3: act(.openApp(bundle))
        case 4: act(.closeApp(bundle))
        case 5: act(.goHome)
        case 6:
            wishNumber += 1
            act(
                .startCall(
                    bundle,
                    StartCallIntent(
                        handle: handle, isVideo: chance(2), contactName: "wish \(wishNumber)")))
        case 7: act(.openCallApp(someCall()))
        case 8:
            act(
                .setDoNotDisturb(
                    DoNotDisturb(
                        chance(3) ? .on : chance(2) ? .whileLocked : .off, allowed: [handle])))
        case 9: act(.setBlocked(handle, chance(4)))
        case 10: act(.setProtected(bundle, chance(4)))
        case 11: act(.setContacts([Contact(name: "Ana", handles: [handle])]))
        case 12: act(.setIncomingCallStyle(chance(2) ? .banner : .fullScreen))
        case 13: act(.setSpeaker(chance(2)))
        case 14: act(.muteInput(chance(2)))
        case 15, 16: act(.closeApp(inFront ?? bundle))
        default: act(.setBlocked(handle, false))
        }
    }

    private var inFront: BundleID? {
        stages[stage].checker.processes
            .first { $0?.life.map { $0.stage != .background } ?? false }?
            .map { PhoneChecker.bundles[$0.app] }
    }

    // MARK: The rest

    private mutating func useCellular() {
        let theirs = stages[stage].checker.calls.filter { $0.key.app == PhoneChecker.cellular }
        if let call = pick(theirs)?.key.id, !chance(3) {
            apply(.world(chance(2) ? .cellularConnected(call) : .cellularEnded(call)))
            return
        }
        callNumber += 1
        let call = CallID(high: 5, low: callNumber)
        let handle = someNumber()
        apply(
            .world(
                chance(2)
                    ? .cellularRang(call, handle, name: nil) : .cellularDialled(call, handle)))
    }

    private mutating func changeSound() {
        let accessory = pick(AudioAccessory.allCases) ?? .headphones
        let event: WorldEvent =
            switch random.next(below: 8) {
            case 0, 1: .accessoryConnected(accessory)
            case 2, 3: .accessoryDisconnected(accessory)
            case 4: .audioInterruptionBegan
            case 5: .audioInterruptionEnded(shouldResume: chance(2))
            case 6: .mediaServicesReset
            default: .otherAudioPlaying(chance(2))
            }
        apply(.world(event))
    }

    private mutating func install() {
        let bundle = PhoneChecker.bundles[Int(random.next(below: 3))]
        switch random.next(below: 4) {
        case 0: apply(.tokenIssued(bundle, Bytes([UInt8(random.next(below: 256))])))
        case 1: apply(.tokenInvalidated(bundle))
        case 2: apply(.world(.reportsRefused(chance(4) ? .unknown : nil)))
        default: apply(.world(.region(chance(4) ? "CN" : nil)))
        }
    }

    /// Ids that mean nothing, or that are another app's.
    private mutating func sayJunk(_ app: Int) {
        let other = (app + 1) % 3
        let stolen = knownCall(other)
        guard let process = process(app) else {
            apply(.app(SessionID(9_999_999), .ping(1)))
            return
        }
        let provider = ProviderID(1)
        let theirs = stages[stage].checker.processes[other]?.actions.first?.id
        let request: AppRequest
        switch random.next(below: 9) {
        case 7:
            request =
                chance(2) ? .beganLaunching : chance(2) ? .finishedLaunching : .finishedClosing
        case 0: request = .completeAction(theirs ?? random.identifier(), .fulfilled(at: nil))
        case 1: request = .reportEnded(provider, stolen, at: nil, .failed)
        case 2: request = .updateCall(provider, stolen, CallUpdate(localizedCallerName: "x"))
        case 3: request = .reportConnected(ProviderID(77), stolen, at: nil)
        case 4: request = .pushHandled(PushID(high: 2, low: pushNumber), isReported: false)
        case 5: request = .misused(.completedTwice(stolen, random.identifier()))
        case 6: request = .reportPushPayload(newRequest(), Bytes([1]))
        default:
            let action = CallAction(
                id: random.identifier(), call: stolen, kind: .end,
                timeout: WallTime(milliseconds: 0))
            request = .requestTransaction(
                newRequest(), CallTransaction(id: random.identifier(), actions: [action]))
        }
        apply(.app(process.session, request))
    }
}
