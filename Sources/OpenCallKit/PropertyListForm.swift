// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a property list can hold, of the values that an app may put in a dictionary.
enum PropertyListForm {
    /// Deeper is no data of a person's, and a reader of property lists calls itself for each level.
    private static let depthMax = 64

    /// The dictionary as a binary property list.
    ///
    /// Nil where it has a key that is no string, or a value other than a string, number, date,
    /// data, array or dictionary.
    static func data(_ dictionary: [AnyHashable: Any]) -> Data? {
        guard let form = form(dictionary, depth: 0) else { return nil }
        return try? PropertyListSerialization.data(
            fromPropertyList: form, format: .binary, options: 0)
    }

    private static func form(_ value: Any, depth: Int) -> Any? {
        guard depth < depthMax else { return nil }
        switch value {
        case let text as String: return text
        case let date as Date: return date
        case let data as Data: return data
        case let number as NSNumber: return number
        case let list as [Any]:
            var forms: [Any] = []
            for element in list {
                guard let form = form(element, depth: depth + 1) else { return nil }
                forms.append(form)
            }
            return forms
        case let dictionary as [AnyHashable: Any]:
            var forms: [String: Any] = [:]
            for (key, element) in dictionary {
                guard let key = key as? String, let form = form(element, depth: depth + 1)
                else { return nil }
                forms[key] = form
            }
            return forms
        default: return nil
        }
    }
}
