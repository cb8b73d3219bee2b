// SPDX-License-Identifier: Apache-2.0
import OpenFoundation

extension NSCoder {
    /// The object under that key, nil where there is none.
    ///
    /// Foundation takes asking for a key that is not there for a failure of the whole archive.
    func object<Object: NSObject & NSCoding>(_ type: Object.Type, _ key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    /// The objects under that key, nil where there are none.
    func objects<Object: NSObject & NSCoding>(_ type: Object.Type, _ key: String) -> [Object]? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: [NSArray.self, type], forKey: key) as? [Object]
    }

    /// The text under that key, nil where there is none.
    func text(_ key: String) -> String? {
        object(NSString.self, key).map { String(describing: $0) }
    }

    /// Given name and family name, nil where there is neither.
    func names() -> PersonNameComponents? {
        let given = text("givenName"), family = text("familyName")
        guard given != nil || family != nil else { return nil }
        var names = PersonNameComponents()
        names.givenName = given
        names.familyName = family
        return names
    }
}

extension NSCoder {
    /// The intent under that key, nil where there is none.
    func intent(_ key: String) -> INIntent? {
        guard containsValue(forKey: key) else { return nil }
        let classes: [AnyClass] = [
            INIntent.self, INStartCallIntent.self, INStartAudioCallIntent.self,
            INStartVideoCallIntent.self,
        ]
        return decodeObject(of: classes, forKey: key) as? INIntent
    }

    /// The answer under that key, nil where there is none.
    func response(_ key: String) -> INIntentResponse? {
        guard containsValue(forKey: key) else { return nil }
        let classes: [AnyClass] = [INIntentResponse.self, INStartCallIntentResponse.self]
        return decodeObject(of: classes, forKey: key) as? INIntentResponse
    }
}
