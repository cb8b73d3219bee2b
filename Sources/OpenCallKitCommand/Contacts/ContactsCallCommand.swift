// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit contacts call`.
enum ContactsCallCommand {
    private static let name = Argument("NAME", "of the person, or a part that nobody else has")
    private static let number = Option(
        "number", value: "N", "which of the person's numbers: its place in the list, or itself")

    static let command = Command(
        "contacts call",
        "call somebody of Contacts with an app",
        arguments: [name],
        options: [number, .app, .video, .json],
        details: [
            """
            The app starts, or comes to the front, and gets the activity of an INStartCallIntent
            with the number and the name, as from a card of Contacts (B112). Only an app that lists
            the kind of number in its provider's supportedHandleTypes can be chosen.
            """
        ],
        examples: [
            "opencallkit contacts call Ann",
            "opencallkit contacts call Ann --number 2 --app com.example.hotline --video",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let door = try PhoneDoor(invocation)
        let people = try rows(of: 1_000_000) { count, offset throws(CommandFailure) -> [Contact] in
            let reply = try door.ask(.contacts(limit: count, offset: offset))
            guard case .contacts(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        let contact = try ContactChoice.contact(invocation.required(name), among: people, command)
        let apps = try CallingApps(door)
        let handle: Handle
        do {
            handle = try ContactChoice.handle(
                of: contact, saying: invocation[number],
                canCall: { apps.canCall($0, with: invocation[.app]) }, command)
        } catch {
            for line in ContactChoice.table(contact).lines(indent: 2) { Output.note(line) }
            throw error
        }
        let app = try apps.app(for: handle.kind, named: invocation[.app], command)
        let intent = StartCallIntent(
            handle: handle, isVideo: invocation.has(.video), contactName: contact.name)
        try door.act(.startCall(app.bundle, intent))
        try StartedCall(app, intent, name: contact.name).tell(invocation)
    }
}

extension Option {
    static let app = Option(
        "app", value: "BUNDLE-ID", "the app to call with (the only one that can)")
    static let video = Option("video", "a video call")
}

/// A call that an app has been asked for.
struct StartedCall: Encodable {
    let did = "call"
    let bundle: BundleID
    let handle: Handle
    let isVideo: Bool
    let name: String?

    private enum CodingKeys: CodingKey { case did, bundle, handle, isVideo, name }

    init(_ app: AppSummary, _ intent: StartCallIntent, name: String?) {
        bundle = app.bundle
        handle = intent.handle
        isVideo = intent.isVideo
        self.name = name
    }

    func tell(_ invocation: Invocation) throws(CommandFailure) {
        if invocation.has(.json) { return try Output.json(self) }
        let kind = isVideo ? "a video call" : "a call"
        Output.line("Asked \(bundle) for \(kind) to \(partyText(name, handle)).")
    }
}
