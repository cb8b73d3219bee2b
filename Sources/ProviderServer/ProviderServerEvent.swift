// SPDX-License-Identifier: Apache-2.0

/// A step of a push's way that happens at the provider.
package enum ProviderServerEvent: Hashable, Sendable {
    /// An app's token is kept now, also if it was before.
    case tokenKept(bundle: String)
    /// A push to one of an app's tokens is about to be sent.
    case pushPosted(bundle: String)
}
