// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation
import PhoneLink

/// Something to be done, that a provider's delegate completes by ``fulfill()`` or ``fail()``.
///
/// Completing is safe from any thread; the first completion counts (B39). All else belongs to one
/// thread at a time.
open class CXAction: NSObject, NSCopying, NSSecureCoding {
    /// Who waits for the action's completion.
    struct Holder {
        var session: Weak
        var desk: ActionDesk
    }

    private struct Completion {
        var isComplete = false
        var holder: Holder?
    }

    private var identity = UUID()
    private var deadline = Date.distantFuture
    private let completion = Locked(Completion())

    /// Makes an action.
    ///
    /// Its time runs from now on (B36).
    public override init() {
        super.init()
        deadline = newDeadline
    }

    /// Names the action, not its call.
    open var uuid: UUID { identity }

    /// Whether it was fulfilled or failed.
    open var isComplete: Bool { completion.withLock { $0.isComplete } }

    /// When it counts as failed if it is not complete (B35).
    open var timeoutDate: Date { deadline }

    /// Reports that it was done.
    ///
    /// Of no effect on an action that is complete (B39) or that no provider was given (B40).
    open func fulfill() { complete(.fulfilled(at: nil)) }

    /// Reports that it could not be done.
    ///
    /// Of no effect on an action that is complete (B39) or that no provider was given (B40).
    open func fail() { complete(.failed) }

    // MARK: Inside

    private var newDeadline: Date {
        let session = AppSession.current
        return Date(session.now.wall) + Self.allowedTime(session.timeouts).timeInterval
    }

    class func allowedTime(_ timeouts: ActionTimeouts) -> Interval { timeouts.other }

    /// What is to be done, as a message carries it; nil for what no message can carry.
    var kind: CallAction.Kind? { nil }

    /// From now on completing it tells the session.
    final func hand(to holder: Holder) { completion.withLock { $0.holder = holder } }

    /// Gives it the identity of an action that was made elsewhere.
    final func become(_ uuid: UUID, until deadline: Date) {
        identity = uuid
        self.deadline = deadline
    }

    final func complete(_ outcome: ActionOutcome) {
        // Also where it is complete: the session tells the phone of such a misuse (B39).
        let holder = completion.withLock { $0.holder }
        guard let holder, let session = holder.session.object as? AppSession,
            session.complete(uuid.identifier(), outcome)
        else { return }
        markComplete()
        holder.desk.settle(uuid)
    }

    /// It is complete by what the phone did.
    final func markComplete() { completion.withLock { $0.isComplete = true } }

    final func copyState(to copy: CXAction) -> CXAction {
        copy.become(identity, until: deadline)
        if isComplete { copy.markComplete() }
        return copy
    }

    // MARK: Copying and coding

    /// An action of the same identity, that no provider was given (B44).
    open func copy(with zone: NSZone? = nil) -> Any { copyState(to: CXAction()) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the action, under Apple's keys where those are known; ours is `timeoutDate` alone.
    open func encode(with coder: NSCoder) {
        coder.encode(identity as NSUUID, forKey: "UUID")
        coder.encode(deadline as NSDate, forKey: "timeoutDate")
        coder.encode(isComplete ? 1 : 0, forKey: "state")
    }

    /// Reads an action; nil where the archive holds none.
    ///
    /// One without a time-out gets a new one.
    public required init?(coder aDecoder: NSCoder) {
        guard let identity = aDecoder.archive.uuid("UUID") else {
            return nil
        }
        super.init()
        let deadline = aDecoder.archive.value(NSDate.self, "timeoutDate")
        become(identity, until: deadline.map { $0 as Date } ?? newDeadline)
        if aDecoder.decodeInteger(forKey: "state") != 0 { markComplete() }
    }
}

extension Interval {
    fileprivate var timeInterval: TimeInterval { Double(nanoseconds) / 1_000_000_000 }
}
