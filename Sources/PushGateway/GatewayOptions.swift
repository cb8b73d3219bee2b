// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What a gateway is asked to be.
package struct GatewayOptions: Sendable, Hashable {
    /// A number, or "localhost".
    ///
    /// Anything but loopback opens the service to the network.
    package var host = "127.0.0.1"
    /// Port 0 takes any free one.
    package var providerPort: UInt16 = 8443
    /// The port that stands for Apple's development service; nil for none.
    package var sandboxPort: UInt16?
    package var devicePort: UInt16 = 5223
    /// Steps that are made to fail, for tests: with ``TimelineStep/pushAccepted`` every request
    /// gets 503.
    package var faults: Set<TimelineStep> = []

    package init() {}
}

/// Where a gateway listens.
package struct GatewayPorts: Sendable, Hashable, Codable {
    package var provider: UInt16
    package var sandbox: UInt16?
    package var device: UInt16
}
