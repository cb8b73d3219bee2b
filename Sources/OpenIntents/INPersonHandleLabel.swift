// SPDX-License-Identifier: Apache-2.0

/// Which of a person's numbers or addresses one is.
///
/// Unconfirmed: the values, taken for those that Contacts stores.
public struct INPersonHandleLabel: Hashable, RawRepresentable, Sendable {
    /// The text that stands for it.
    public var rawValue: String

    /// Makes the label of that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes the label of that text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// At home.
    public static let home = INPersonHandleLabel("_$!<Home>!$_")
    /// At work.
    public static let work = INPersonHandleLabel("_$!<Work>!$_")
    /// An iPhone.
    public static let iPhone = INPersonHandleLabel("iPhone")
    /// A mobile phone.
    public static let mobile = INPersonHandleLabel("_$!<Mobile>!$_")
    /// The main number.
    public static let main = INPersonHandleLabel("_$!<Main>!$_")
    /// A fax machine at home.
    public static let homeFax = INPersonHandleLabel("_$!<HomeFAX>!$_")
    /// A fax machine at work.
    public static let workFax = INPersonHandleLabel("_$!<WorkFAX>!$_")
    /// A pager.
    public static let pager = INPersonHandleLabel("_$!<Pager>!$_")
    /// Another.
    public static let other = INPersonHandleLabel("_$!<Other>!$_")
    /// At school.
    public static let school = INPersonHandleLabel("_$!<School>!$_")
}
