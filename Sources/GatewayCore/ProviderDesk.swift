// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The providers' connections, and what each has shown.
struct ProviderDesk: Sendable {
    struct Provider: Sendable {
        let connection: ProviderConnection
        /// Of a certificate; nil for one that shows provider tokens.
        let topics: TopicList?
        /// What speaks against its certificate; passed for a good one, or none.
        let judgement: Authentication
        var streamLimit: Int
        /// The token that it showed last, and what it came to at `generation`.
        var shown: [UInt8] = []
        var finding: TokenFinding?
        var generation: UInt64 = 0
        /// The token that it works with, since when, and the key that it began with.
        var adopted: [UInt8] = []
        /// The token that it showed last is that one, and was concluded to be good.
        var isAdopted = false
        var adoptedAt = MonotonicTime(nanoseconds: .min)
        var firstKey: StoredKey?
        /// Until then it is of no use, since it changed its token too soon.
        var isBadUntil: MonotonicTime?
        /// Requests behind one whose token is being examined, in their order; that one is first.
        var waiting: [PushRequest] = []
        /// A bit for each remark that was made.
        private var remarked: UInt16 = 0

        init(_ connection: ProviderConnection, streamLimit: Int) {
            self.connection = connection
            self.streamLimit = streamLimit
            if case .certificate(let certificate) = connection.identity {
                topics = TopicList(certificate.topics)
                judgement = Self.judge(certificate, in: connection.environment)
            } else {
                topics = nil
                judgement = .passed
            }
        }

        fileprivate static let blank = Provider(
            ProviderConnection(
                id: ProviderConnectionID(number: 0),
                environment: .production,
                identity: .none
            ),
            streamLimit: 0
        )

        /// Whether it is to be told: each time, or the first time.
        mutating func isNew(_ remark: Remark) -> Bool {
            guard let bit = remark.onceBit else { return true }
            defer { remarked |= 1 << bit }
            return remarked >> bit & 1 == 0
        }
    }

    private var providers = SlotTable(blank: Provider.blank)
    private var places: [ProviderConnectionID: Int] = [:]
    /// The one that was asked for last: requests come many at a time.
    private var last: (id: ProviderConnectionID, place: Int)?

    var count: Int { places.count }
    /// In the order of their places.
    var all: [ProviderConnectionID] { providers.places.map { providers[$0].connection.id } }

    mutating func place(of id: ProviderConnectionID) -> Int? {
        if let last, last.id == id { return last.place }
        last = places[id].map { (id, $0) }
        return last?.place
    }

    /// The connection at a place in use.
    subscript(place: Int) -> Provider {
        _read { yield providers[place] }
        _modify { yield &providers[place] }
    }

    /// Numbers are not used twice; one that is there already stays as it is.
    mutating func add(_ provider: Provider) {
        guard places[provider.connection.id] == nil else { return }
        places[provider.connection.id] = providers.add(provider)
    }

    mutating func remove(_ id: ProviderConnectionID) {
        guard let place = places.removeValue(forKey: id) else { return }
        last = nil
        providers.remove(place)
    }
}
