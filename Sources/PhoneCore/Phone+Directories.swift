// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Call directories, and what the phone knows of numbers.
extension Phone {
    /// The call directory extensions, in the person's order.
    package var directories: [DirectorySummary] { [] }

    /// The person's own block list, in the order in which it grew.
    package var blockList: [Handle] { [] }

    /// What is known of a number in whatever form; nil where it is none.
    ///
    /// Of each extension with data there is a row, still without what the data says.
    package func lookUp(_ text: String) -> NumberLookUp? { nil }
}
