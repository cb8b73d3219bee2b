// SPDX-License-Identifier: Apache-2.0
import CallModel

/// People who are known, and what a file adds to them.
///
/// A name is one person. A number or address that the file gives to somebody is theirs from then
/// on, and nobody's else: it has moved. Who is left without any is forgotten.
struct ContactMerge {
    private var people: [Contact]
    /// People whom there was no room for.
    private(set) var excess = 0

    init(_ people: [Contact]) { self.people = people }

    /// In order of their names.
    var contacts: [Contact] { Self.sorted(people) }

    static func sorted(_ people: [Contact]) -> [Contact] { people.sorted { $0.name < $1.name } }

    /// Adds people of one file, each name once.
    mutating func add(_ added: [Contact]) {
        var owners: [Handle: Set<String>] = [:]
        for one in added {
            for handle in one.handles { owners[handle, default: []].insert(one.name) }
        }
        for index in people.indices {
            let name = people[index].name
            people[index].handles.removeAll { owners[$0].map { !$0.contains(name) } ?? false }
        }
        people.removeAll { $0.handles.isEmpty }
        var places: [String: Int] = [:]
        for (place, one) in people.enumerated() { places[one.name] = place }
        for one in added {
            if let place = places[one.name] {
                let known = people[place].handles
                people[place].handles += one.handles.filter { !known.contains($0) }
                    .prefix(VCardReader.handleLimit - known.count)
            } else if people.count < Limits.settingCount {
                places[one.name] = people.count
                people.append(one)
            } else {
                excess += 1
            }
        }
    }
}
