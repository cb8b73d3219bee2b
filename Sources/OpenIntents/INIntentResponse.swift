// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// What an app answers to an intent.
open class INIntentResponse: NSObject, NSCopying, NSSecureCoding {
    /// What the app is to go on with.
    open var userActivity: NSUserActivity?

    /// Makes an answer that says nothing.
    public override init() {}

    /// An answer that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = INIntentResponse()
        copy.userActivity = userActivity
        return copy
    }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes nothing: an activity is no part of an archive.
    open func encode(with coder: NSCoder) {}

    /// Reads an answer.
    public required init?(coder: NSCoder) {}
}
