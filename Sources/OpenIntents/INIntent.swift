// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// What a person wants an app to do.
open class INIntent: NSObject, NSCopying, NSSecureCoding {
    /// What the system calls it; nil for all that a phone here hands out.
    open var identifier: String? { nil }

    /// What it is, in words of the system's; nil for those that the system knows.
    open var intentDescription: String? { nil }

    /// What the app suggests that the person say; nobody is told.
    open var suggestedInvocationPhrase: String?

    /// Makes an intent that says nothing.
    public override init() {}

    /// Itself but for ``suggestedInvocationPhrase``, nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the phrase.
    open func encode(with coder: NSCoder) {
        coder.encode(suggestedInvocationPhrase.map(NSString.init(string:)), forKey: "phrase")
    }

    /// Reads the phrase.
    public required init?(coder: NSCoder) {
        suggestedInvocationPhrase = coder.archive.text("phrase")
    }
}
