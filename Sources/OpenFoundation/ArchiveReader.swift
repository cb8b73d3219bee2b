// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Reads values of an archive that others may have written: what is not there, or is something
/// else, is nil, and ends no process.
package struct ArchiveReader {
    private let coder: NSCoder
    private let harmless: [AnyClass]

    /// - Parameters:
    ///   - coder: The archive.
    ///   - harmless: Classes of the asking room that do nothing when they are made.
    package init(_ coder: NSCoder, harmless: [AnyClass] = []) {
        self.coder = coder
        self.harmless = Self.harmlessClasses + harmless
    }

    /// What may be read in the place of something else, to be refused then.
    ///
    /// Outside Apple's systems Foundation ends the process for an object of a class that was not
    /// asked for, so those are asked for that do nothing when they are made; an archive with any
    /// other ends the process still, which is better than to make what it names.
    private static let harmlessClasses: [AnyClass] = [
        NSString.self, NSNumber.self, NSData.self, NSDate.self, NSUUID.self, NSArray.self,
        NSDictionary.self,
    ]

    /// The object under that key, nil where there is none or one of another kind.
    ///
    /// - Parameters:
    ///   - type: What to take it for.
    ///   - subclasses: Those of `type` that it may be.
    ///   - key: Where it is.
    /// - Returns: It, or nil.
    package func value<Object: NSObject & NSCoding>(
        _ type: Object.Type, or subclasses: [AnyClass] = [], _ key: String
    ) -> Object? {
        // Foundation takes asking for a key that is not there for a failure of the whole archive.
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: harmless + [type] + subclasses, forKey: key) as? Object
    }

    /// The objects of the list under that key, without those of another kind; nil where there is no
    /// list.
    package func values<Object: NSObject & NSCoding>(
        _ type: Object.Type, or subclasses: [AnyClass] = [], _ key: String
    ) -> [Object]? {
        value(NSArray.self, or: [type] + subclasses, key)?.compactMap { $0 as? Object }
    }

    /// The text under that key, nil where there is none.
    package func text(_ key: String) -> String? {
        value(NSString.self, key).map { String(describing: $0) }
    }

    /// The UUID under that key, nil where there is none.
    package func uuid(_ key: String) -> UUID? { value(NSUUID.self, key).map { $0 as UUID } }
}
