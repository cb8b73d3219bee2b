// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

/// All phones of this process, to find the one that an object belongs to which was made outside of
/// any app: on a queue, or in a detached task.
enum LivePhones {
    private static let phones = Locked<[Weak]>([])

    static func add(_ phone: SimulatedPhone) {
        phones.withLock { phones in
            phones.removeAll { $0.object == nil }
            phones.append(Weak(phone))
        }
        AppSession.fallback = { session() }
    }

    /// The session of the one app that runs, nil where there is no phone.
    private static func session() -> AppSession? {
        let bound = SimulatedPhone.bound
        if let bound, let session = only(in: [bound]) { return session }
        let living = living
        guard !living.isEmpty else { return nil }
        return only(in: living) ?? orphan(at: bound?.time)
    }

    private static func only(in phones: [SimulatedPhone]) -> AppSession? {
        let found = phones.flatMap(\.apps).compactMap(\.process).filter(\.isRunning)
            .compactMap(\.session)
        return found.count == 1 ? found[0] : nil
    }

    /// A session of no app: it tells the time, which is all that an action wants of it, and fails
    /// the test once something is asked of a phone.
    private static func orphan(at time: VirtualTime?) -> AppSession {
        // The connection is made elsewhere, where nothing tells which test it is.
        let place = Test.current?.sourceLocation ?? #_sourceLocation
        let address = PhoneAddress(name: "no phone") { () throws(LinkError) -> any Transport in
            complain(
                """
                A CallKit, PushKit or audio object was made outside of any app, and not just one \
                app runs in this process: whose it is cannot be told. Make it in the closure of \
                phone.launch(bundle) { … }, in a callback, or in app.run { … }; queues of the \
                app's own and detached tasks are outside.
                """, at: place)
            throw .noPhone(path: "no phone")
        }
        return AppSession(
            address: address, clock: { time?.now() ?? systemMoment() }, complain: { _ in })
    }

    /// Fails the test: by Swift Testing, or by the phones of a test that is none of its.
    private static func complain(_ words: String, at place: SourceLocation) {
        let unheard = Test.current == nil ? living.filter { $0.test == nil } : []
        guard unheard.isEmpty else {
            for phone in unheard { phone.misused(words) }
            return
        }
        Issue.record(Comment(rawValue: words), sourceLocation: place)
    }

    private static var living: [SimulatedPhone] {
        phones.withLock { $0.compactMap { $0.object as? SimulatedPhone } }
            .filter { !$0.isClosed }
    }
}
