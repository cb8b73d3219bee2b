// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OCKWire
import OCKStorage

/// What a phone wants to know from an `Info.plist`, each key by itself, so that each can be named.
struct InfoPropertyList: Decodable {
    var identifier: Field<String>
    var executable: Field<String>
    var displayName: Field<String>
    var name: Field<String>
    var backgroundModes: Field<[String]>
    var sdkName: Field<String>
    var activityTypes: Field<[String]>
    /// Whether it is an extension's: the dictionary `NSExtension`.
    var isOfExtension: Bool

    enum CodingKeys: String, CodingKey {
        case identifier = "CFBundleIdentifier"
        case executable = "CFBundleExecutable"
        case displayName = "CFBundleDisplayName"
        case name = "CFBundleName"
        case backgroundModes = "UIBackgroundModes"
        case sdkName = "DTSDKName"
        case activityTypes = "NSUserActivityTypes"
        case attributes = "NSExtension"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = Field(container, .identifier)
        executable = Field(container, .executable)
        displayName = Field(container, .displayName)
        name = Field(container, .name)
        backgroundModes = Field(container, .backgroundModes)
        sdkName = Field(container, .sdkName)
        activityTypes = Field(container, .activityTypes)
        isOfExtension = container.contains(.attributes)
    }
}

/// What a phone wants to know from the `Info.plist` of an extension.
struct ExtensionPropertyList: Decodable {
    var identifier: Field<String>
    var executable: Field<String>
    var displayName: Field<String>
    var name: Field<String>
    var attributes: Field<Attributes>

    /// The dictionary `NSExtension`.
    struct Attributes: Decodable, Equatable {
        var point: String?
        var principalClass: Field<String>

        enum CodingKeys: String, CodingKey {
            case point = "NSExtensionPointIdentifier"
            case principalClass = "NSExtensionPrincipalClass"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            point = try container.decodeIfPresent(String.self, forKey: .point)
            principalClass = Field(container, .principalClass)
        }
    }

    enum CodingKeys: String, CodingKey {
        case identifier = "CFBundleIdentifier"
        case executable = "CFBundleExecutable"
        case displayName = "CFBundleDisplayName"
        case name = "CFBundleName"
        case attributes = "NSExtension"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = Field(container, .identifier)
        executable = Field(container, .executable)
        displayName = Field(container, .displayName)
        name = Field(container, .name)
        attributes = Field(container, .attributes)
    }
}

/// What a phone wants to know from an `Entitlements.plist`.
struct EntitlementsPropertyList: Decodable {
    var environment: Field<String>
    /// Of a notification service extension (B136).
    var filtering: Field<Bool>
    var groups: Field<[String]>

    enum CodingKeys: String, CodingKey {
        case environment = "aps-environment"
        case filtering = "com.apple.developer.usernotifications.filtering"
        case groups = "com.apple.security.application-groups"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        environment = Field(container, .environment)
        filtering = Field(container, .filtering)
        groups = Field(container, .groups)
    }
}

/// The value of one key.
enum Field<Value: Decodable & Equatable>: Equatable {
    case absent
    case ofOtherType
    case value(Value)

    init<Key>(_ container: KeyedDecodingContainer<Key>, _ key: Key) {
        do {
            self =
                try container.decodeIfPresent(Value.self, forKey: key).map(Field.value) ?? .absent
        } catch {
            self = .ofOtherType
        }
    }
}

/// Reads property lists of bounded size and depth.
enum PropertyListFile {
    static func read<List: Decodable>(
        _ type: List.Type,
        _ path: String
    ) throws(BundleProblem) -> List {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: PropertyListCheck.byteLimit)
        } catch {
            throw .unreadable(file: path, reason: "\(error)")
        }
        if let problem = PropertyListCheck.problem(bytes) {
            throw .malformed(file: path, reason: problem)
        }
        do {
            return try PropertyListDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .malformed(file: path, reason: "it is no dictionary with text for keys")
        }
    }
}
