// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// A call, by its app's place in the list of apps and its UUID.
struct SeenKey: Hashable {
    var app: Int
    var id: CallID
}

/// An action that an app was given and has not completed.
struct SeenAction {
    var id: ActionID
    var call: CallID
    var kind: CallAction.Kind
    var provider: ProviderID
    var transaction: TransactionID
    var due: MonotonicTime
    /// Its call has ended, and may have begun anew under the same UUID.
    var isOver = false

    /// Its call will be heard once it is fulfilled.
    var letsHear: Bool { kind == .answer || kind == .setHeld(false) }
}

/// A process of an app, as far as it can be known from outside the phone.
struct SeenProcess {
    let session: SessionID
    let app: Int
    var isGreeted = false
    /// The phone has refused it or wants it gone.
    var isCondemned = false
    var providers: [ProviderID] = []
    var lastProvider = 0
    var actions: [SeenAction] = []
    /// Every action that it was ever given.
    var given: Set<ActionID> = []
    /// What it asked and was not answered.
    var requests: [RequestID] = []
    var pushes: [PushID] = []
    var isObserving = false
    /// Where it stands, as it was told last.
    var life: AppLife?
    /// When its delegate must have finished launching; nil where none is launching.
    var launchDue: MonotonicTime?
    var hasLaunched = false
    var hasFinishedLaunching = false
    /// When it must have said that it has heard of its end; nil where it was not told.
    var closingDue: MonotonicTime?
    /// It has said so.
    var hasClosed = false
    /// The calls that its observer knows of.
    var view: [ObservedCall] = []
    /// Whose audio is up.
    var raised: ProviderID?

    mutating func change(_ call: ObservedCall) {
        if let index = view.firstIndex(where: { $0.id == call.id }) {
            if call.hasEnded { view.remove(at: index) } else { view[index] = call }
        } else if !call.hasEnded {
            view.append(call)
        }
    }
}

/// A call that has begun and not ended.
struct SeenCall {
    let key: SeenKey
    /// Its Start or Answer was fulfilled.
    var hasStarted = false
    /// As observers were told.
    var isHeld = false
    /// As its app has it: by what it fulfilled.
    var isHeldByApp = false
    var isMutedByApp = false
    /// The question about its caller that it waited for.
    var ticket: IdentifyTicket?
    /// Its first process has died: whoever has it now does not know it.
    var isOrphan = false

    init(_ key: SeenKey, ticket: IdentifyTicket? = nil) {
        self.key = key
        self.ticket = ticket
    }

    var isHeard: Bool { hasStarted && !isHeld }
}

/// A promise that was broken.
struct Broken: Equatable {
    /// Which one, in words that are the same for every way to break it.
    var promise: String
    var detail: String

    var words: String { "\(promise): \(detail)" }
}
