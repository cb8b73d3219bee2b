// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// Actions that belong together.
open class CXTransaction: NSObject, NSCopying, NSSecureCoding {
    private var identity = UUID()
    private var list: [CXAction]

    /// Makes a transaction of these actions.
    public init(actions: [CXAction]) { list = actions }

    /// Makes a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// Makes a transaction without actions.
    public override convenience init() { self.init(actions: []) }

    /// Names the transaction.
    open var uuid: UUID { identity }

    /// Whether all of its actions are complete (B14, B58).
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// What is to be done, in order.
    open var actions: [CXAction] { list }

    /// Adds an action at the end.
    open func addAction(_ action: CXAction) { list.append(action) }

    /// The transaction as a message carries it; nil where one of its actions cannot be carried.
    final var model: CallTransaction? {
        var models: [CallAction] = []
        for action in actions {
            guard let model = (action as? CXCallAction)?.model else { return nil }
            models.append(model)
        }
        return CallTransaction(id: uuid.identifier(), actions: models)
    }

    /// Gives it the identity of a transaction that was made elsewhere.
    final func become(_ uuid: UUID) { identity = uuid }

    /// A transaction of the same identity, of copies of the actions (B44).
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXTransaction(actions: actions.compactMap { $0.copy() as? CXAction })
        copy.become(identity)
        return copy
    }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the transaction.
    open func encode(with coder: NSCoder) {
        coder.encode(identity as NSUUID, forKey: "UUID")
        coder.encode(actions as NSArray, forKey: "actions")
    }

    /// Reads a transaction; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        let kinds: [AnyClass] = [
            CXStartCallAction.self, CXAnswerCallAction.self, CXEndCallAction.self,
            CXSetHeldCallAction.self, CXSetMutedCallAction.self, CXSetGroupCallAction.self,
            CXPlayDTMFCallAction.self, CXSetTranslatingCallAction.self, CXCallAction.self,
        ]
        guard let identity = aDecoder.archive.uuid("UUID"),
            let actions = aDecoder.archive.values(CXAction.self, or: kinds, "actions")
        else { return nil }
        list = actions
        super.init()
        become(identity)
    }
}
