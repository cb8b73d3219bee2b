// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The fields of a payload, found by name in it and in the objects within.
///
/// An outer object goes before an inner one. Bounded, since the payload comes from outside: so many
/// fields an object, so deep, so many objects.
struct PushFields {
    static let fieldsMax = 256
    private static let depthMax = 5
    private static let objectsMax = 16

    /// The objects that may hold fields, each by its spelling in ``PushFieldTable``.
    private var objects: [[String: PushValue]] = []
    /// Those that describe the caller.
    private var persons: [[String: PushValue]] = []

    /// - Throws: ``VoIPPushFault`` where there is nothing, or too much.
    init(_ payload: [AnyHashable: Any]) throws {
        guard !payload.isEmpty else { throw VoIPPushFault.empty }
        var level = [payload]
        for _ in 0..<Self.depthMax where !level.isEmpty {
            var next: [[AnyHashable: Any]] = []
            for object in level where objects.count < Self.objectsMax {
                let fields = try Self.spelled(object)
                objects.append(fields)
                persons += try Self.objects(PushFieldTable.persons, of: fields)
                    .map(Self.spelled)
                next += Self.objects(PushFieldTable.containers, of: fields)
            }
            level = next
        }
    }

    private static func objects(
        _ names: [String], of fields: [String: PushValue]
    ) -> [[AnyHashable: Any]] {
        names.compactMap { fields[$0]?.object }
    }

    /// Of two keys that are spelled alike, `callId` and `call_id`, the one that sorts first counts.
    private static func spelled(_ object: [AnyHashable: Any]) throws -> [String: PushValue] {
        guard object.count <= fieldsMax else {
            throw VoIPPushFault.tooManyFields(limit: fieldsMax)
        }
        let fields = object.compactMap { key, value in
            (key as? String).map { ($0, value) }
        }
        var result: [String: PushValue] = [:]
        for (key, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            let name = spelled(key)
            if result[name] == nil, let value = PushValue(value) { result[name] = value }
        }
        return result
    }

    private static func spelled(_ key: String) -> String {
        // No name in the table is as long.
        key.prefix(64).lowercased().filter { !"_-. ".contains($0) }
    }

    /// The first field of one of the names that `read` can make something of.
    ///
    /// All names are looked for in an object before the next object is.
    func first<Value>(
        _ names: [String], _ read: (PushValue) -> Value?
    ) -> Value? {
        Self.first(names, of: objects, read)
    }

    /// Likewise among what is said of the caller.
    func firstOfPerson<Value>(
        _ names: [String], _ read: (PushValue) -> Value?
    ) -> Value? {
        Self.first(names, of: persons, read)
    }

    private static func first<Value>(
        _ names: [String], of objects: [[String: PushValue]], _ read: (PushValue) -> Value?
    ) -> Value? {
        for object in objects {
            for name in names {
                if let value = object[name].flatMap(read) { return value }
            }
        }
        return nil
    }
}
