// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// To call someone.
open class CXStartCallAction: CXCallAction {
    private var callee: CXHandle

    /// Makes an action for a call that is to begin; `callUUID` is a fresh one.
    public init(call callUUID: UUID, handle: CXHandle) {
        callee = CXHandle(handle.model)
        super.init(call: callUUID)
    }

    /// Whom to call.
    ///
    /// The handle is copied in and out.
    open var handle: CXHandle {
        get { CXHandle(callee.model) }
        set { callee = CXHandle(newValue.model) }
    }

    /// The contact whom the handle belongs to, where the app knows it.
    open var contactIdentifier: String?

    /// Whether to call with video.
    open var isVideo = false

    /// Reports that the invitation was sent at that time (B41).
    open func fulfill(withDateStarted dateStarted: Date) {
        complete(.fulfilled(at: dateStarted.wallTime))
    }

    override class func allowedTime(_ timeouts: ActionTimeouts) -> Interval { timeouts.start }

    override var kind: CallAction.Kind? {
        .start(
            CallAction.Start(
                handle: handle.model,
                contactIdentifier: contactIdentifier,
                isVideo: isVideo
            )
        )
    }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXStartCallAction(call: callUUID, handle: handle)
        copy.contactIdentifier = contactIdentifier
        copy.isVideo = isVideo
        return copyState(to: copy)
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(handle, forKey: "handle")
        coder.encode(contactIdentifier.map { $0 as NSString }, forKey: "contactIdentifier")
        coder.encode(isVideo, forKey: "isVideo")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        guard let handle = aDecoder.archive.value(CXHandle.self, "handle") else {
            return nil
        }
        callee = handle
        contactIdentifier = aDecoder.archive.text("contactIdentifier")
        isVideo = aDecoder.decodeBool(forKey: "isVideo")
        super.init(coder: aDecoder)
    }
}
