// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit recents call`.
enum RecentsCallCommand {
    private static let row = Argument("N", "the row, as `recents` numbers them; 1 is the newest")
    private static let rowMax = 100_000

    static let command = Command(
        "recents call",
        "call again whom a row of Recents is about",
        arguments: [row],
        options: [.app, .video, .json],
        details: [
            """
            The app of the row starts, or comes to the front, and gets the activity of an
            INStartCallIntent with the row's handle (B112). A row of a video call makes a video call
            again. --app calls the same handle with another app.
            """
        ],
        examples: [
            "opencallkit recents call 1", "opencallkit recents call 3 --video --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let word = invocation.required(row)
        guard let number = Int(word), (1...rowMax).contains(number) else {
            throw .usage(
                "N is the number of a row of 'opencallkit recents', from 1, not '\(word)'", command)
        }
        let door = try PhoneDoor(invocation)
        let calls = try RecentsCommand.newest(number, door)
        guard calls.count == number, let call = calls.last else {
            throw CommandFailure(.failed, missing(number, of: calls.count))
        }
        let apps = try CallingApps(door)
        let choice = try choice(
            number, call, apps, named: invocation[.app], isVideo: invocation.has(.video))
        try door.act(.startCall(choice.app.bundle, choice.intent))
        try StartedCall(choice.app, choice.intent, name: call.name).tell(invocation)
    }

    private static func missing(_ number: Int, of count: Int) -> String {
        switch count {
        case 0: "Recents is empty: there is no call to repeat yet"
        case 1: "there is no row \(number): Recents has one row"
        default: "there is no row \(number): Recents has \(count) rows"
        }
    }

    /// Which app is asked for what.
    ///
    /// - Throws: Where the row cannot be called; says what to do instead.
    static func choice(
        _ number: Int, _ call: RecentCall, _ apps: CallingApps, named bundle: BundleID?,
        isVideo: Bool
    ) throws(CommandFailure) -> (app: AppSummary, intent: StartCallIntent) {
        guard let handle = call.handle, !handle.value.isEmpty else {
            throw CommandFailure(
                .failed,
                "row \(number) has no handle: the caller withheld it, or the app named none "
                    + "(CXCallUpdate.remoteHandle); nobody can be called back")
        }
        guard bundle != nil || call.bundle != cellularBundle else {
            throw CommandFailure(
                .failed,
                "row \(number) was a call of the cellular network, and this phone dials none: "
                    + "choose an app that calls \(handle.kind.words) with --app")
        }
        let wanted = bundle ?? call.bundle
        if bundle == nil, !apps.apps.contains(where: { $0.bundle == wanted }) {
            throw CommandFailure(
                .failed,
                "\(wanted), the app of row \(number), is not installed any more: install it again, "
                    + "or choose another app with --app")
        }
        let app = try apps.app(for: handle.kind, named: wanted, command)
        return (app, StartCallIntent(handle: handle, isVideo: isVideo || call.hasVideo))
    }
}
