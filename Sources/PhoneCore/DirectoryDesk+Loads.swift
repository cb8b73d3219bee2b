// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Loads of extensions: asked for, run one after the other, ended once each.
extension DirectoryDesk {
    // MARK: Asked for

    /// `CXCallDirectoryManager.reloadExtension`: refused at once, or answered at the load's end.
    mutating func reload(
        _ id: ExtensionID, for app: BundleID, by asker: DirectoryLoads.Asker, turn: inout Turn
    ) {
        let refusal: CallDirectoryError?
        switch status(of: id, for: app) {
        case nil, .unknown: refusal = .noExtensionFound
        case .disabled: refusal = .extensionDisabled
        case .enabled: refusal = loads.isBusy(id) ? .currentlyLoading : nil
        }
        if let refusal {
            turn.answer(asker.session, asker.request, .callDirectory(refusal))
            return
        }
        enqueue(DirectoryLoads.Waiting(extensionID: id, asker: asker), turn: &turn)
    }

    /// The person asks for it, who sees how it goes.
    mutating func reload(_ id: ExtensionID, turn: inout Turn) -> UserAnswer {
        guard let entry = entries[id], entry.isInstalled else { return .failed(Self.unknown(id)) }
        guard entry.isEnabled else {
            return .failed(
                "\(id) is switched off; switch it on, which loads it: opencallkit directory "
                    + "enable \(id)")
        }
        guard !loads.isBusy(id) else { return .failed("\(id) is loading already; wait for that") }
        enqueue(DirectoryLoads.Waiting(extensionID: id), turn: &turn)
        return .done
    }

    mutating func enqueue(_ load: DirectoryLoads.Waiting, turn: inout Turn) {
        loads.append(load)
        startNext(turn: &turn)
    }

    // MARK: Run

    private mutating func startNext(turn: inout Turn) {
        while let load = loads.takeNext() {
            guard let entry = entries[load.extensionID] else { continue }
            let running = DirectoryLoads.Running(
                id: loads.makeID(), load: load, app: entry.app,
                isIncremental: entry.isIncremental, began: turn.now.monotonic)
            turn.note(
                .directoryLoadStarted, bundle: entry.app,
                load.extensionID + (entry.isIncremental ? ", incremental" : ""))
            if let code = loads.injectedCode {
                let words = "a fault that was asked for fails every load"
                ended(running, .failed(DirectoryFailure(code: code, words: words)), turn: &turn)
                continue
            }
            loads.start(running)
            turn.set(.directoryLoad(running.id), after: turn.rules.directoryTimeLimit)
            turn.effects.append(.loadDirectory(order(running, rules: turn.rules)))
        }
    }

    private func order(
        _ load: DirectoryLoads.Running, rules: SystemRules
    ) -> DirectoryLoadOrder {
        DirectoryLoadOrder(
            id: load.id, extensionID: load.load.extensionID, app: load.app,
            isIncremental: load.isIncremental, entryLimit: rules.directoryEntryLimit,
            memoryLimit: rules.directoryMemoryLimit, memoryWarning: rules.directoryMemoryWarning)
    }

    /// The time limit is over (B153).
    mutating func loadTimedOut(_ id: DirectoryLoadID, turn: inout Turn) {
        guard loads.running?.id == id else { return }
        let limit = turn.rules.directoryTimeLimit.components.seconds
        giveUp(
            DirectoryFailure(
                .loadingInterrupted,
                "it was not complete after \(limit) s; load a part of the entries, and the rest "
                    + "by reloadExtension"),
            turn: &turn)
    }

    /// Ends the loads of an extension, wherever they stand.
    mutating func cancel(_ id: ExtensionID, _ failure: DirectoryFailure, turn: inout Turn) {
        if let load = loads.takeWaiting(of: id) {
            answer(load.asker, .callDirectory(failure.code), turn: &turn)
        }
        if loads.running?.load.extensionID == id { giveUp(failure, turn: &turn) }
    }

    private mutating func giveUp(_ failure: DirectoryFailure, turn: inout Turn) {
        guard let id = loads.running?.id, loads.giveUp(failure) else { return }
        turn.deadlines.remove(.directoryLoad(id))
        turn.effects.append(.cancelDirectoryLoad(id))
    }

    // MARK: Ended

    /// A load has ended; one that is not known changes nothing.
    mutating func loaded(
        _ id: DirectoryLoadID, _ outcome: DirectoryLoadOutcome, turn: inout Turn
    ) {
        guard let load = loads.end(id) else { return }
        turn.deadlines.remove(.directoryLoad(id))
        ended(load, outcome, turn: &turn)
        startNext(turn: &turn)
    }

    private mutating func ended(
        _ load: DirectoryLoads.Running, _ outcome: DirectoryLoadOutcome, turn: inout Turn
    ) {
        switch outcome {
        case .loaded(let counts, let remarks): succeeded(load, counts, remarks, turn: &turn)
        case .failed(let failure): failed(load, load.failure ?? failure, turn: &turn)
        }
    }

    /// New data stands, also where it was ready before its end was heard of.
    private mutating func succeeded(
        _ load: DirectoryLoads.Running, _ counts: DirectoryCounts, _ remarks: [String],
        turn: inout Turn
    ) {
        let id = load.load.extensionID
        guard entries[id]?.app == load.app else {
            // It was forgotten meanwhile, or is another app's.
            turn.effects.append(.removeDirectoryData(id))
            answer(load.load.asker, .callDirectory(.noExtensionFound), turn: &turn)
            return
        }
        var advice = remarks.map { String($0.prefix(500)).withoutControls }
        if load.load.isSwitchOn, !load.isIncremental, counts.total > turn.rules.switchOnAdviceCount
        {
            advice.append(
                "it loaded \(counts.total) entries while it was switched on: load the first "
                    + "\(turn.rules.switchOnAdviceCount) then, and the rest by reloadExtension")
        }
        update(id) {
            $0.counts = counts
            $0.isLastLoadGood = true
            $0.lastLoad = load.end(at: turn.now, nil)
            $0.advice = advice
        }
        turn.note(
            .directoryLoaded, bundle: load.app,
            "\(id): \(counts.blocking) to block, \(counts.identification) to identify")
        answer(load.load.asker, nil, turn: &turn)
    }

    /// What stood before stands (B148).
    private mutating func failed(
        _ load: DirectoryLoads.Running, _ failure: DirectoryFailure, turn: inout Turn
    ) {
        let id = load.load.extensionID
        var failure = failure
        failure.words = String(failure.words.prefix(2000)).withoutControls
        update(id) {
            guard $0.app == load.app else { return }
            $0.isLastLoadGood = false
            $0.lastLoad = load.end(at: turn.now, failure)
        }
        // The words may name a number, which is for the extension's developer alone.
        let name = CallDirectoryError(rawValue: failure.code).map { ", \($0)" } ?? ""
        turn.note(.directoryLoadFailed, bundle: load.app, "\(id): code \(failure.code)\(name)")
        answer(load.load.asker, .callDirectory(failure.code), turn: &turn)
    }

    private func answer(
        _ asker: DirectoryLoads.Asker?, _ error: RequestError?, turn: inout Turn
    ) {
        guard let asker else { return }
        turn.answer(asker.session, asker.request, error)
    }
}

extension DirectoryLoads.Running {
    fileprivate func end(
        at now: Moment, _ failure: DirectoryFailure?
    ) -> DirectorySummary.LastLoad {
        DirectorySummary.LastLoad(
            ended: now.wall, duration: now.monotonic - began, isIncremental: isIncremental,
            failure: failure)
    }
}
