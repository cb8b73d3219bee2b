// SPDX-License-Identifier: Apache-2.0
@_exported public import OpenFoundation
import CallModel

/// How to reach someone: a phone number, an address, or whatever the app calls its people.
///
/// Two handles are equal when type and value are.
open class CXHandle: NSObject, NSCopying, NSSecureCoding {
    /// What a handle's value is.
    public enum HandleType: Int, Sendable {
        /// The app's own way of naming people.
        case generic = 1
        /// A phone number.
        case phoneNumber = 2
        /// An email address.
        case emailAddress = 3
    }

    private let handle: Handle

    /// Makes a handle.
    ///
    /// One of more than 256 bytes fails the request that it is used in.
    public init(type: CXHandle.HandleType, value: String) {
        handle = Handle(kind: Handle.Kind(rawValue: type.rawValue) ?? .generic, value: value)
    }

    /// What the value is.
    open var type: CXHandle.HandleType { HandleType(rawValue: handle.kind.rawValue) ?? .generic }

    /// The number, address or name.
    open var value: String { handle.value }

    /// The handle as a message carries it.
    final var model: Handle {
        Handle(kind: Handle.Kind(rawValue: type.rawValue) ?? .generic, value: value)
    }

    convenience init(_ model: Handle) {
        self.init(type: HandleType(rawValue: model.kind.rawValue) ?? .generic, value: model.value)
    }

    // MARK: NSObject

    /// Whether both name the same in the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CXHandle else { return false }
        return model == other.model
    }

    /// A hash of type and value.
    open override var hash: Int { model.hashValue }

    /// An equal, distinct handle (B44).
    open func copy(with zone: NSZone? = nil) -> Any { CXHandle(type: type, value: value) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes type and value.
    open func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "type")
        coder.encode(value as NSString, forKey: "value")
    }

    /// Reads a handle; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        let kind = Handle.Kind(rawValue: aDecoder.decodeInteger(forKey: "type"))
        let value = aDecoder.archive.text("value")
        guard let kind, let value else { return nil }
        handle = Handle(kind: kind, value: value)
    }
}
