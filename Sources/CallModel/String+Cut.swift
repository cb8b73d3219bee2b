// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The longest beginning of at most so many bytes in UTF-8 that ends with a whole character; of
    /// a first character that is longer by itself, its scalars that fit.
    package func cut(toUTF8Count limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let whole = Self.beginning(of: self, limit) { $0.utf8.count }
        let end =
            whole > startIndex
            ? whole : Self.beginning(of: unicodeScalars, limit) { UTF8.width($0) }
        return String(self[..<end])
    }

    private static func beginning<Units: Collection<Unit>, Unit>(
        of units: Units, _ limit: Int, _ width: (Unit) -> Int
    ) -> Units.Index {
        var count = 0
        var end = units.startIndex
        while end < units.endIndex {
            count += width(units[end])
            guard count <= limit else { break }
            units.formIndex(after: &end)
        }
        return end
    }
}
