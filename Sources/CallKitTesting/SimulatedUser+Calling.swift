// SPDX-License-Identifier: Apache-2.0
import CallModel
public import OpenCallKit
import PhoneCore
import PhoneHost

/// The person calls somebody with an app, from Contacts or Recents.
extension SimulatedUser {
    /// Calls someone with an app from Contacts: the app gets a start-call intent (B112).
    ///
    /// An app that was given as an app delegate gets it as an `NSUserActivity`, another in
    /// ``SimulatedApp/onStartCall``.
    @discardableResult
    public func call(
        _ handle: CXHandle,
        with app: SimulatedApp,
        isVideo: Bool = false
    ) -> UserOutcome {
        let intent = StartCallIntent(handle: Handle(handle), isVideo: isVideo)
        return phone.perform(.startCall(app.bundle, intent), with: app)
    }

    /// Calls somebody with an app from their card in Contacts, which offers those of their numbers
    /// and addresses that the app takes (B112).
    ///
    /// - Parameters:
    ///   - name: As in ``contacts(_:)``.
    ///   - handle: Which of their numbers and addresses; nil is the only one that the app takes.
    ///   - app: With which app, which lists the kind in `supportedHandleTypes`.
    ///   - isVideo: Whether they tap the card's video button.
    /// - Returns: Whether the card offers it. Where it offers several, the words list them.
    @discardableResult
    public func call(
        contact name: String,
        at handle: CXHandle? = nil,
        with app: SimulatedApp,
        isVideo: Bool = false
    ) -> UserOutcome {
        let (contacts, kinds) = phone.withStage {
            ($0.contacts, $0.host.handleKinds(of: app.bundle))
        }
        let card = ContactCard(name: name, in: contacts, kinds: kinds, app: app.bundle)
        switch card.choose(handle.map { Handle($0) }) {
        case .success(let chosen): return call(CXHandle(chosen), with: app, isVideo: isVideo)
        case .failure(let refusal): return phone.refuse(refusal.words, "call")
        }
    }

    /// Taps a row of Recents: its app gets a start-call intent (B112).
    @discardableResult
    public func redial(_ recent: RecentCallEntry) -> UserOutcome {
        guard let handle = recent.handle else {
            return phone.refuse("that row of Recents has no handle to call")
        }
        let intent = StartCallIntent(handle: Handle(handle), isVideo: recent.isVideo)
        return phone.perform(.startCall(recent.app, intent))
    }
}
