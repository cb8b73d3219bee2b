// SPDX-License-Identifier: Apache-2.0
import Foundation

extension NSCoder {
    /// The object under that key, nil where there is none or one of another kind.
    ///
    /// Foundation takes asking for a key that is not there for a failure of the whole archive.
    func value<Object: NSObject & NSCoding>(_ type: Object.Type, _ key: String) -> Object? {
        containsValue(forKey: key)
            ? decodeObject(of: Self.harmlessClasses + [type], forKey: key) as? Object : nil
    }

    /// What may be read in the place of something else, to be refused then.
    ///
    /// Outside Apple's systems Foundation ends the process for an object of a class that was not
    /// asked for, so those are asked for that do nothing when they are made; an archive with any
    /// other ends the process still, which is better than to make what it names.
    static let harmlessClasses: [AnyClass] = [
        NSString.self, NSNumber.self, NSData.self, NSDate.self, NSUUID.self, NSArray.self,
        NSDictionary.self, CXHandle.self, CXAction.self, CXTransaction.self,
    ]

    /// The text under that key, nil where there is none.
    func text(_ key: String) -> String? {
        value(NSString.self, key).map { String(describing: $0) }
    }

    /// The UUID under that key, nil where there is none.
    func uuid(_ key: String) -> UUID? { value(NSUUID.self, key).map { $0 as UUID } }
}
