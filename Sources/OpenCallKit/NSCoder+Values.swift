// SPDX-License-Identifier: Apache-2.0
import Foundation

extension NSCoder {
    /// The object under that key, nil where there is none or one of another kind.
    ///
    /// Foundation takes asking for a key that is not there for a failure of the whole archive; and
    /// outside Apple's systems it ends the process for an object of a class that was not asked for,
    /// strings, numbers and data aside: what is no archive of ours must not be read.
    func value<Object: NSObject & NSCoding>(_ type: Object.Type, _ key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    /// The text under that key, nil where there is none.
    func text(_ key: String) -> String? {
        value(NSString.self, key).map { String(describing: $0) }
    }

    /// The UUID under that key, nil where there is none.
    func uuid(_ key: String) -> UUID? { value(NSUUID.self, key).map { $0 as UUID } }
}
