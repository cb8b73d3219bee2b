// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What happens to call directories: apps and persons ask, loads end in every way or never, and
/// numbers are looked up in time or late.
extension PhoneSimulation {
    private var directories: SeenDirectories { stages[stage].checker.directories }

    mutating func useDirectories(_ app: Int) {
        let own = pick(SeenDirectories.extensions[app]) ?? ""
        let id = chance(8) ? pick(SeenDirectories.all) ?? "" : chance(12) ? "nobody" : own
        switch random.next(below: 12) {
        case 0, 1, 2, 3: askForDirectory(app, id)
        case 4, 5, 6: act(.setDirectoryEnabled(id, true))
        case 7: act(.setDirectoryEnabled(id, false))
        case 8: act(.orderDirectories(chance(4) ? [id, id] : [id]))
        case 9: act(.reloadDirectory(id))
        case 10: changeExtensions(own)
        default: sayDirectoryJunk()
        }
    }

    private mutating func askForDirectory(_ app: Int, _ id: ExtensionID) {
        guard let process = process(app) else { return }
        let request: AppRequest =
            switch random.next(below: 8) {
            case 0: .directoryStatus(newRequest(), id)
            case 1: .openDirectorySettings(newRequest())
            default: .reloadDirectory(newRequest(), id)
            }
        apply(.app(process.session, request))
    }

    /// An app is installed anew, with one extension more or less.
    private mutating func changeExtensions(_ id: ExtensionID) {
        var installed = directories.installed
        if installed.remove(id) == nil { installed.insert(id) }
        apply(.appsInstalled(Self.apps(with: installed)))
    }

    static func apps(with installed: Set<ExtensionID>) -> [InstalledApp] {
        zip(PhoneChecker.bundles, SeenDirectories.extensions).map { bundle, ids in
            InstalledApp(
                bundle: bundle, name: bundle,
                directoryExtensions: ids.filter(installed.contains).map {
                    DirectoryExtension(id: $0, app: bundle, name: $0)
                })
        }
    }

    private mutating func sayDirectoryJunk() {
        switch random.next(below: 3) {
        case 0: apply(.directoryLoaded(DirectoryLoadID(Int(random.next(below: 8))), loadOutcome()))
        case 1:
            apply(.identified(IdentifyTicket(Int(random.next(below: 64))), identification()))
        default: apply(.world(.directoryLoadsFail(code: chance(4) ? 11 : nil)))
        }
    }

    // MARK: Answers

    /// What the driver owes: false where there is nothing, or it takes its time.
    mutating func answerDirectories() -> Bool {
        let isQuick = random.next(below: 1000) >= swarm.lookUpDelayPerMille
        if isQuick, let lookUp = pick(directories.lookUps) {
            apply(.identified(lookUp.ticket, identification()))
            return true
        }
        guard let load = directories.running, chance(swarm.loadsEndOneIn) else { return false }
        if chance(2) {
            apply(.directoryProgress(load.id, entries: Int(random.next(below: 1000))))
        } else {
            apply(.directoryLoaded(load.id, loadOutcome()))
        }
        return true
    }

    mutating func loadOutcome() -> DirectoryLoadOutcome {
        guard !chance(3) else {
            let code = Int(random.next(below: 12))
            return .failed(DirectoryFailure(code: code, words: "so it was"))
        }
        return .loaded(
            DirectoryCounts(
                blocking: Int(random.next(below: 3)), identification: Int(random.next(below: 3))))
    }

    private mutating func identification() -> CallerIdentification {
        CallerIdentification(
            blockedBy: chance(3) ? pick(SeenDirectories.all) : nil,
            label: chance(2) ? CallerLabel(text: "Label", source: SeenDirectories.all[0]) : nil)
    }

    /// One of a few numbers, in one of the forms that it may come in.
    mutating func someNumber() -> Handle {
        let form = chance(2) ? "+44 20 7946 000" : "+4420794600"
        let digit = random.next(below: 4)
        return Handle(
            kind: .phoneNumber, value: form + (form.hasPrefix("+44 ") ? "" : "0") + "\(digit)")
    }
}
