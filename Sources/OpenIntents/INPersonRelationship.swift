// SPDX-License-Identifier: Apache-2.0

/// What a person is to the one whose phone it is.
///
/// Unconfirmed: the values, taken for those that Contacts stores.
public struct INPersonRelationship: Hashable, RawRepresentable, Sendable {
    /// The text that stands for it.
    public var rawValue: String

    /// Makes the relationship of that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes the relationship of that text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The father.
    public static let father = INPersonRelationship("_$!<Father>!$_")
    /// The mother.
    public static let mother = INPersonRelationship("_$!<Mother>!$_")
    /// A parent.
    public static let parent = INPersonRelationship("_$!<Parent>!$_")
    /// A brother.
    public static let brother = INPersonRelationship("_$!<Brother>!$_")
    /// A sister.
    public static let sister = INPersonRelationship("_$!<Sister>!$_")
    /// A child.
    public static let child = INPersonRelationship("_$!<Child>!$_")
    /// A friend.
    public static let friend = INPersonRelationship("_$!<Friend>!$_")
    /// The spouse.
    public static let spouse = INPersonRelationship("_$!<Spouse>!$_")
    /// The partner.
    public static let partner = INPersonRelationship("_$!<Partner>!$_")
    /// An assistant.
    public static let assistant = INPersonRelationship("_$!<Assistant>!$_")
    /// A manager.
    public static let manager = INPersonRelationship("_$!<Manager>!$_")
    /// A son.
    public static let son = INPersonRelationship("_$!<Son>!$_")
    /// A daughter.
    public static let daughter = INPersonRelationship("_$!<Daughter>!$_")
}
