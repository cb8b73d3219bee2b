// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the JSON of a request, and says which field is not what it should be.
package enum RequestBody {
    static let byteCountMax = 16 * 1024

    package static func read<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], contentType: String?
    ) throws(RequestFault) -> Value {
        // A web page cannot send this type elsewhere without being asked (the Fetch standard's
        // safelist), which keeps strangers' pages from ringing phones.
        let sent = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard sent == "application/json" else {
            throw RequestFault(
                415, "send JSON with the header content-type: application/json (curl: --json)")
        }
        guard bytes.count <= byteCountMax else {
            throw RequestFault(413, "the body has over \(byteCountMax) bytes; send less")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let DecodingError.keyNotFound(key, _) {
            throw RequestFault(400, "\(key.stringValue) is missing", field: key.stringValue)
        } catch let DecodingError.typeMismatch(wanted, context) {
            throw fault(context, "must be \(name(of: wanted))")
        } catch let DecodingError.valueNotFound(wanted, context) {
            throw fault(context, "must be \(name(of: wanted)), not null")
        } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
            throw fault(context, rule(context))
        } catch {
            throw RequestFault(400, "the body is not JSON; check its quotes and commas")
        }
    }

    private static func fault(_ context: DecodingError.Context, _ rule: String) -> RequestFault {
        guard let key = context.codingPath.first?.stringValue else {
            return RequestFault(400, "the body must be a JSON object")
        }
        return RequestFault(400, "\(key) \(rule)", field: key)
    }

    /// Of a field whose type is right and whose value is not.
    private static func rule(_ context: DecodingError.Context) -> String {
        guard context.codingPath.first?.stringValue == "environment" else {
            return "is not a value that it can have"
        }
        let names = TokenEnvironment.allCases.map(\.rawValue)
        return "must be \(names.joined(separator: " or "))"
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Double.Type: "a number"
        default: "an object"
        }
    }

    /// A text with some bytes and no control characters.
    static func check(
        _ text: String, _ field: String, byteCountMax: Int
    ) throws(RequestFault) {
        guard (1...byteCountMax).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw RequestFault(
                400,
                "\(field) must be a text of 1 to \(byteCountMax) bytes without control "
                    + "characters", field: field)
        }
    }

    /// Apple's rule for bundle identifiers (CFBundleIdentifier).
    static func checkBundle(_ text: String) throws(RequestFault) {
        let isRight = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard (1...155).contains(text.utf8.count), isRight, !text.hasSuffix(".voip") else {
            throw RequestFault(
                400,
                "bundle must be a bundle identifier of at most 155 letters, digits, hyphens "
                    + "and periods, without .voip", field: "bundle")
        }
    }
}
