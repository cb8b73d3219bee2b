// SPDX-License-Identifier: Apache-2.0

/// What a provider's server is asked to be.
package struct ProviderServerOptions: Sendable, Hashable {
    /// The TCP port on 127.0.0.1; 0 takes any free one.
    package var port: UInt16 = 8080
    /// Calls whose pushes have no answer yet; one more gets 503.
    package var maximumCallCount = 1_000
    /// How many tokens `GET /tokens` shows.
    package var maximumListCount = 1_000

    package init() {}
}
