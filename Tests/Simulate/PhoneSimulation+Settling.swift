// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Liveness: with the faults gone and time passing, all that was begun comes to its end.
extension PhoneSimulation {
    private static let roundsMax = 20_000

    mutating func settle() -> Broken? {
        for index in stages.indices {
            stage = index
            apply(.world(.reportsRefused(nil)))
            apply(.world(.directoryLoadsFail(code: nil)))
            for bundle in PhoneChecker.bundles {
                ticketNumber += 1
                apply(.user(UserTicket(ticketNumber), .setProtected(bundle, false)))
            }
            var rounds = 0
            while broken == nil, settleOnce() {
                rounds += 1
                guard rounds < Self.roundsMax else {
                    return Broken(
                        promise: "a phone comes to rest", detail: "not after \(rounds) rounds")
                }
            }
            stages[index].checker.checkRest(stages[index].phone)
            if let broken { return broken }
        }
        return nil
    }

    /// One thing that is due; false where nothing is.
    private mutating func settleOnce() -> Bool {
        if let ticket = stages[stage].checker.tickets.first {
            apply(.recorded(ticket, true))
        } else if let load = stages[stage].checker.directories.running {
            apply(.directoryLoaded(load.id, .loaded(DirectoryCounts(blocking: 1))))
        } else if let launch = stages[stage].checker.launches.first {
            apply(.launched(launch.id, .started))
            settleConnect(launch.app)
        } else if let (process, action) = openAction {
            apply(.app(process.session, .completeAction(action.id, .fulfilled(at: nil))))
        } else if let (process, push) = openPush {
            settlePush(process, push)
        } else if let call = stages[stage].phone.calls.first(where: { $0.state != .ending }) {
            ticketNumber += 1
            apply(.user(UserTicket(ticketNumber), .end(call.id)))
            if stages[stage].checker.lastAnswer != .done {
                stages[stage].checker.fail("every call can be ended", "\(call)")
            }
        } else if let deadline = stages[stage].phone.nextDeadline {
            now.monotonic = max(deadline, now.monotonic)
            apply(.timePassed)
        } else {
            return false
        }
        return true
    }

    private mutating func settleConnect(_ app: Int) {
        sessionNumber += 1
        let session = SessionID(sessionNumber)
        apply(.appConnected(session, PhoneChecker.bundles[app]))
        apply(.app(session, .hello(version: protocolVersion)))
        apply(.app(session, .observeCalls))
        apply(.app(session, .registerProvider(ProviderID(1), configuration(app))))
        apply(.app(session, .desirePushTypes([voipPushType])))
    }

    private mutating func settlePush(_ process: SeenProcess, _ push: PushID) {
        if let provider = process.providers.last {
            let report = IncomingCallReport(
                request: newRequest(), provider: provider, call: newCall(process.app),
                update: CallUpdate(), push: push)
            apply(.app(process.session, .reportIncomingCall(report)))
        }
        apply(.app(process.session, .pushHandled(push, isReported: true)))
    }

    private var openAction: (SeenProcess, SeenAction)? {
        for process in stages[stage].checker.processes {
            if let process, let action = process.actions.first { return (process, action) }
        }
        return nil
    }

    private var openPush: (SeenProcess, PushID)? {
        for process in stages[stage].checker.processes {
            if let process, let push = process.pushes.first { return (process, push) }
        }
        return nil
    }
}
