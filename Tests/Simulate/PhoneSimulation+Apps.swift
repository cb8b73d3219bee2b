// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What apps do.
extension PhoneSimulation {
    // MARK: Processes

    mutating func start(_ app: Int) {
        guard process(app) == nil else { return }
        if let launch = stages[stage].checker.launches.first(where: { $0.app == app }) {
            guard random.next(below: 1000) >= swarm.lossPerMille else {
                apply(.launched(launch.id, .failed("lost")))
                return
            }
            apply(.launched(launch.id, .started))
        }
        connect(app)
    }

    mutating func connect(_ app: Int) {
        sessionNumber += 1
        let session = SessionID(sessionNumber)
        apply(.appConnected(session, PhoneChecker.bundles[app]))
        apply(.app(session, .hello(version: protocolVersion)))
        if chance(2) { apply(.app(session, .beganLaunching)) }
        if !chance(8) { apply(.app(session, .observeCalls)) }
        registerProvider(app)
        if !chance(4) { apply(.app(session, .desirePushTypes([voipPushType]))) }
        let category = AudioSessionSettings(category: "AVAudioSessionCategoryPlayAndRecord")
        if chance(2) { apply(.app(session, .setAudioSession(category))) }
    }

    /// An app delegate that is launching comes to its end, where it is not one that hangs.
    mutating func finishLaunching(_ app: Int) -> Bool {
        guard let process = process(app), process.hasLaunched, !process.hasFinishedLaunching,
            swarm.manners[stage][app] != .never
        else { return false }
        apply(.app(process.session, .finishedLaunching))
        return true
    }

    /// One that was told of its end says that it has heard, where it is not one that hangs.
    mutating func finishClosing(_ app: Int) -> Bool {
        guard let process = process(app), process.closingDue != nil,
            swarm.manners[stage][app] != .never
        else { return false }
        apply(.app(process.session, .finishedClosing))
        return true
    }

    mutating func registerProvider(_ app: Int) {
        guard let process = process(app), process.lastProvider < 900 else { return }
        stages[stage].checker.processes[app]?.lastProvider += 1
        let id = ProviderID(process.lastProvider + 1)
        apply(.app(process.session, .registerProvider(id, configuration(app))))
    }

    func configuration(_ app: Int) -> ProviderConfiguration {
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = swarm.groups[app]
        configuration.maximumCallsPerCallGroup = swarm.callsPerGroup[app]
        configuration.supportedHandleKinds = [.generic, .phoneNumber]
        configuration.supportsAudioTranslation = app == 0
        configuration.includesCallsInRecents = app != 2
        return configuration
    }

    /// Providers come and go.
    mutating func changeProviders(_ app: Int) {
        guard let process = process(app) else { return }
        switch random.next(below: 3) {
        case 0: registerProvider(app)
        case 1:
            guard let id = pick(process.providers) else { return }
            apply(.app(process.session, .invalidateProvider(id)))
        default:
            guard let id = pick(process.providers) else { return }
            apply(.app(process.session, .configureProvider(id, configuration(app))))
        }
    }

    // MARK: Reports

    mutating func report(_ app: Int) {
        guard let process = process(app), let provider = process.providers.last else { return }
        let push = process.pushes.first
        var call: CallID?
        let invitation = invitations.first { $0.push == push && $0.app == app }
        if let invited = invitation {
            call = invited.call
            remember(invited.call, app)
        } else if chance(8) {
            call = knownCall(app)
        }
        let update = CallUpdate(
            remoteHandle: chance(3)
                ? nil : chance(2) ? someNumber() : Handle(kind: .generic, value: "a"),
            supportsHolding: chance(5) ? nil : !chance(4), supportsGrouping: !chance(4),
            supportsUngrouping: !chance(4), supportsDTMF: !chance(4), hasVideo: chance(4))
        let report = IncomingCallReport(
            request: newRequest(), provider: provider, call: call ?? newCall(app), update: update,
            push: push)
        apply(.app(process.session, .reportIncomingCall(report)))
        guard let push, !chance(6) else { return }
        apply(.app(process.session, .pushHandled(push, isReported: true)))
    }

    mutating func update(_ app: Int) {
        guard let process = process(app), let provider = pick(process.providers) else { return }
        let call = knownCall(app)
        let time = chance(4) ? WallTime(milliseconds: Int64(random.next(below: 1 << 40))) : nil
        let request: AppRequest =
            switch random.next(below: 8) {
            case 0, 1:
                .updateCall(
                    provider, call,
                    CallUpdate(
                        remoteHandle: chance(4) ? someNumber() : nil, localizedCallerName: "Name",
                        supportsHolding: chance(2)))
            case 2:
                .reportEnded(
                    provider, call, at: time,
                    EndedReason(rawValue: 1 + Int(random.next(below: 5))) ?? .failed)
            case 3: .reportStartedConnecting(provider, call, at: time)
            default: .reportConnected(provider, call, at: time)
            }
        apply(.app(process.session, request))
    }

    /// A push in hand is dealt with, with or without a report.
    mutating func handlePush(_ app: Int) {
        guard let process = process(app), let push = pick(process.pushes) else { return }
        if chance(2) { apply(.app(process.session, .pushReceived(push, at: now.monotonic))) }
        apply(.app(process.session, .pushHandled(push, isReported: false)))
    }

    // MARK: Actions

    /// Completes something, in the app's manner.
    mutating func complete(_ app: Int) {
        guard let process = process(app), let first = process.actions.first else { return }
        switch swarm.manners[stage][app] {
        case .prompt, .slow: complete([first.id], process.session)
        case .never: if chance(20) { complete([first.id], process.session) }
        case .failing:
            let outcome: ActionOutcome = chance(2) ? .failed : .fulfilled(at: nil)
            apply(.app(process.session, .completeAction(first.id, outcome)))
        case .double: complete([first.id, first.id], process.session)
        case .odd:
            guard let action = pick(process.actions) else { return }
            complete([action.id], process.session)
        case .whole:
            let whole = process.actions.filter { $0.transaction == first.transaction }
            complete(whole.map(\.id), process.session)
        }
    }

    private mutating func complete(_ actions: [ActionID], _ session: SessionID) {
        for action in actions {
            let outcome: ActionOutcome =
                switch random.next(below: 40) {
                case 0: .failed
                case 1: .unimplemented
                case 2: .fulfilledTranslating(.custom)
                case 3: .fulfilled(at: WallTime(milliseconds: 0))
                default: .fulfilled(at: nil)
                }
            apply(.app(session, .completeAction(action, outcome)))
        }
    }

    // MARK: Requests

    mutating func request(_ app: Int) {
        guard let process = process(app) else { return }
        let count = chance(40) ? 70 : 1 + random.next(below: chance(3) ? 4 : 1)
        let actions = (0..<count).map { _ in
            let (call, kind) = wish(app)
            return CallAction(
                id: random.identifier(), call: call, kind: kind, timeout: WallTime(milliseconds: 0))
        }
        let transaction = CallTransaction(
            id: random.identifier(), actions: chance(100) ? [] : actions)
        apply(.app(process.session, .requestTransaction(newRequest(), transaction)))
    }

    private mutating func wish(_ app: Int) -> (CallID, CallAction.Kind) {
        let call = knownCall(app)
        switch random.next(below: 16) {
        case 0, 1: return (call, .end)
        case 2, 3: return (call, .answer)
        case 4, 5: return (call, .setHeld(chance(2)))
        case 6: return (call, .setMuted(chance(2)))
        case 7, 8, 9: return (call, .setGroup(with: chance(4) ? nil : knownCall(app)))
        case 10: return (call, .playDTMF(digits: "1", .singleTone))
        case 11:
            return (
                call,
                .setTranslating(.init(isOn: chance(2), localLanguage: "en", remoteLanguage: "zh"))
            )
        default:
            let number = chance(3) ? "1,2;3" : "12"
            let start = CallAction.Start(handle: Handle(kind: .phoneNumber, value: number))
            return (chance(10) ? call : newCall(app), .start(start))
        }
    }

    mutating func useAudio(_ app: Int) {
        guard let process = process(app) else { return }
        let request: AppRequest =
            switch random.next(below: 7) {
            case 0: .setAudioSessionActive(newRequest(), true)
            case 1: .setAudioSessionActive(newRequest(), false)
            case 2: .overrideAudioPort(newRequest(), toSpeaker: chance(2))
            case 3: .setPreferredInput(newRequest(), chance(2) ? nil : "Built-In Microphone")
            case 4: .setInputMuted(chance(2))
            case 5: .setAudioSession(AudioSessionSettings())
            default:
                .setAudioSession(
                    AudioSessionSettings(category: "AVAudioSessionCategoryPlayAndRecord"))
            }
        apply(.app(process.session, request))
    }
}
