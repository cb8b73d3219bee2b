// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Writes whatever a test says, to be read as another class.
package final class Forger: NSObject, NSSecureCoding {
    private let values: [(String, Any)]

    /// - Parameter values: Each with its key, in the order in which they are written.
    package init(_ values: [(String, Any)]) { self.values = values }

    package static var supportsSecureCoding: Bool { true }

    package func encode(with coder: NSCoder) {
        for (key, value) in values {
            switch value {
            case let value as Int: coder.encode(value, forKey: key)
            case let value as String: coder.encode(value as NSString, forKey: key)
            case let value as UUID: coder.encode(value as NSUUID, forKey: key)
            case let value as Bool: coder.encode(value, forKey: key)
            default: coder.encode(value, forKey: key)
            }
        }
    }

    package required init?(coder: NSCoder) { nil }

    /// What an archive of those values is read as; nil where the class refuses them.
    package static func object<Object: NSObject & NSSecureCoding>(
        _ type: Object.Type, of values: [(String, Any)]
    ) -> Object? {
        try? archived(Forger(values), as: type)
    }

    /// What an archive of `object` is read as.
    package static func archived<Object: NSObject & NSSecureCoding>(
        _ object: NSObject, as type: Object.Type
    ) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object, requiringSecureCoding: true)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        unarchiver.setClass(type, forClassName: NSStringFromClass(Forger.self))
        return unarchiver.decodeObject(of: type, forKey: NSKeyedArchiveRootObjectKey)
    }
}
