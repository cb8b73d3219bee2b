// SPDX-License-Identifier: Apache-2.0
@_exported public import OpenFoundation

/// Where the classes of an app's life begin.
@MainActor open class UIResponder: NSObject {
    /// A responder.
    public override init() { super.init() }
}
