// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Names a provider's request until it is answered: its connection, and its stream in that.
package struct RequestKey: Hashable, Sendable {
    package var connection: UInt64
    package var stream: Int32

    package init(connection: UInt64, stream: Int32) {
        self.connection = connection
        self.stream = stream
    }
}

/// A header field of a request; the name in lower case, as HTTP/2 has it.
package struct PushHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A request's body, as far as it was read.
package enum PushBody: Hashable, Sendable {
    case bytes([UInt8])
    /// More than any push may have; none of it was kept.
    case tooLarge
}

/// Who a provider is, as its connection showed.
package enum ProviderIdentity: Hashable, Sendable {
    case none
    /// A verified client certificate: the topics that it lists, in its order, and the environments
    /// that it is for.
    case certificate(topics: [String], environments: [APNsEnvironment])
}

/// A provider's request, whole and unjudged.
package struct PushRequest: Hashable, Sendable {
    package var key: RequestKey
    /// The environment of the listener that took it.
    package var environment: APNsEnvironment
    package var provider: ProviderIdentity
    package var method: String
    package var path: String
    /// In the order of the request.
    package var headers: [PushHeader]
    package var body: PushBody

    package init(
        key: RequestKey,
        environment: APNsEnvironment,
        provider: ProviderIdentity,
        method: String,
        path: String,
        headers: [PushHeader],
        body: PushBody
    ) {
        self.key = key
        self.environment = environment
        self.provider = provider
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// The answer to a request.
///
/// A body is due where there is a reason: `{"reason":…}`.
package struct PushAnswer: Hashable, Sendable {
    /// Nil for 200.
    package var reason: APNsReason?
    /// As the provider wrote it, or made here, then in upper case as Apple's are.
    package var apnsID: String
    /// For 410 alone: since when the token is known to be of no use.
    package var timestamp: WallTime?

    package init(reason: APNsReason?, apnsID: String, timestamp: WallTime? = nil) {
        self.reason = reason
        self.apnsID = apnsID
        self.timestamp = timestamp
    }

    package var status: Int { reason?.status ?? 200 }
}
