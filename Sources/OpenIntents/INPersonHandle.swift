// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// What a person's handle is.
public enum INPersonHandleType: Int, Sendable {
    /// Something else, such as an app's own name for a person.
    case unknown = 0
    /// An email address.
    case emailAddress = 1
    /// A phone number.
    case phoneNumber = 2
}

/// How to reach a person.
///
/// Two handles are equal when value, type and label are.
open class INPersonHandle: NSObject, NSCopying, NSSecureCoding {
    /// The number, address or name.
    open var value: String? { handleValue }
    private let handleValue: String?

    /// What the value is.
    open var type: INPersonHandleType { handleType }
    private let handleType: INPersonHandleType

    /// Which of a person's it is, such as that at home.
    open var label: INPersonHandleLabel? { handleLabel }
    private let handleLabel: INPersonHandleLabel?

    /// Makes a handle with a label.
    public init(value: String?, type: INPersonHandleType, label: INPersonHandleLabel?) {
        handleValue = value
        handleType = type
        handleLabel = label
    }

    /// Makes a handle without a label.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    // MARK: NSObject

    /// Whether both name the same in the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPersonHandle else { return false }
        return value == other.value && type == other.type && label == other.label
    }

    /// A hash of the value and the type.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(value)
        hasher.combine(type)
        return hasher.finalize()
    }

    /// Itself: nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes value, type and label.
    open func encode(with coder: NSCoder) {
        coder.encode(value.map(NSString.init(string:)), forKey: "value")
        coder.encode(type.rawValue, forKey: "type")
        coder.encode((label?.rawValue).map(NSString.init(string:)), forKey: "label")
    }

    /// Reads a handle; nil where the archive's type is none.
    public required init?(coder: NSCoder) {
        guard let type = INPersonHandleType(rawValue: coder.decodeInteger(forKey: "type")) else {
            return nil
        }
        handleType = type
        handleValue = coder.archive.text("value")
        handleLabel = coder.archive.text("label").map(INPersonHandleLabel.init(rawValue:))
    }
}
