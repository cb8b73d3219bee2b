// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Which token the server is told, and when: a value without clock, tasks or network.
///
/// One order runs at a time. One that outlives its cancellation is abandoned; when it ends after
/// all, what it may have done to the server is mended. So the last order to end is of the newest
/// token, whatever the network does.
///
///     idle ──order──▶ running ──late, outdated──▶ cancelling ──still not done──▶ (abandoned)
///       ▲               │ done                        │ done                         │
///       ├───────────────┴─────────────────────────────┘                              │
///       └──time── waiting ◀──failed───────────────────────────────────────────◀──────┘
struct TokenDelivery: Equatable {
    enum Kind: Hashable { case upload, withdrawal }

    struct Order: Hashable {
        let number: Int
        let kind: Kind
        let token: VoIPToken
    }

    enum Event: Hashable {
        /// The system has given a token.
        case tokenGiven(VoIPToken)
        /// There is none that may be used: it was invalidated, or pushes are not allowed.
        case tokenGone
        /// Now is a better time: the network is back.
        case retryAsked
        /// Send it even if the server has it: another person has signed in.
        case uploadAsked
        /// An order has ended.
        case ended(Int, succeeded: Bool)
        case timePassed
    }

    enum Effect: Hashable {
        case run(Order)
        case cancel(Int)
        /// In place of an earlier wake.
        case wake(after: TimeInterval)
        case stopWaking
        case save(VoIPTokenRecord)
    }

    struct Rules: Equatable {
        var canWithdraw: Bool
        var firstRetry: TimeInterval
        var longestRetry: TimeInterval
        var patience: TimeInterval
        var resendAfter: TimeInterval
    }

    private enum Wish: Equatable {
        /// Nothing may be withdrawn yet: the system may be about to give the same token again.
        case unknown
        case none
        case token(VoIPToken)
    }

    private enum Activity: Equatable {
        case idle
        case waiting
        case running(Order)
        case cancelling(Order, isOutdated: Bool)
    }

    private static let recordedTokensMax = 8
    private static let abandonedMax = 8

    private let rules: Rules
    private var record: VoIPTokenRecord
    private var wish = Wish.unknown
    private(set) var isUploaded = false
    private var activity = Activity.idle
    private var abandoned: [Order] = []
    /// Withdrawn while an abandoned upload of them may yet arrive: to be withdrawn again then, or
    /// in the next life.
    private var withdrawnEarly: [VoIPToken] = []
    private var failures = 0
    private var orders = 0

    init(_ rules: Rules, record: VoIPTokenRecord) {
        self.rules = rules
        self.record = record
    }

    mutating func apply(_ event: Event, at now: Date) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .tokenGiven(let token):
            guard wish != .token(token) else { break }
            wish = .token(token)
            isUploaded = isFresh(token, now)
            reconsider(&effects)
        case .tokenGone:
            wish = .none
            isUploaded = false
            reconsider(&effects)
        case .retryAsked:
            reconsider(&effects)
        case .uploadAsked:
            startOver(&effects)
        case .ended(let number, let succeeded):
            ended(number, succeeded, now, &effects)
        case .timePassed:
            timePassed(&effects)
        }
        return effects
    }

    // MARK: What is to be done

    private var needsUpload: VoIPToken? {
        if case .token(let token) = wish, !isUploaded { token } else { nil }
    }

    private var needsWithdrawal: VoIPToken? {
        guard rules.canWithdraw, wish != .unknown else { return nil }
        return record.tokens.lazy.compactMap(VoIPToken.init(hex:)).first {
            wish != .token($0) && !withdrawnEarly.contains($0)
        }
    }

    private func isFresh(_ token: VoIPToken, _ now: Date) -> Bool {
        guard record.uploaded == token.hex, let date = record.uploadedAt else { return false }
        let age = now.timeIntervalSince(date)
        return age >= 0 && age < rules.resendAfter
    }

    /// A withdrawal gives way to an upload: a server that has the wrong token rings nobody.
    private func isOutdated(_ order: Order) -> Bool {
        switch order.kind {
        case .upload: wish != .token(order.token)
        case .withdrawal: needsUpload != nil || wish == .token(order.token)
        }
    }

    private mutating func reconsider(_ effects: inout [Effect]) {
        failures = 0
        switch activity {
        case .idle:
            proceed(&effects)
        case .waiting:
            effects.append(.stopWaking)
            activity = .idle
            proceed(&effects)
        case .running(let order) where isOutdated(order):
            cancel(order, isOutdated: true, &effects)
        case .cancelling(let order, _):
            activity = .cancelling(order, isOutdated: true)
        case .running:
            break
        }
    }

    private mutating func proceed(_ effects: inout [Effect]) {
        guard activity == .idle else { return }
        if let token = needsUpload {
            // It counts from the beginning: an upload that seems to fail may have arrived.
            remember(token)
            withdrawnEarly.removeAll { $0 == token }
            effects.append(.save(record))
            run(.upload, token, &effects)
        } else if let token = needsWithdrawal {
            run(.withdrawal, token, &effects)
        }
    }

    private mutating func run(_ kind: Kind, _ token: VoIPToken, _ effects: inout [Effect]) {
        orders += 1
        let order = Order(number: orders, kind: kind, token: token)
        activity = .running(order)
        effects += [.run(order), .wake(after: rules.patience)]
    }

    private mutating func cancel(
        _ order: Order, isOutdated: Bool, _ effects: inout [Effect]
    ) {
        activity = .cancelling(order, isOutdated: isOutdated)
        effects += [.cancel(order.number), .wake(after: rules.patience / 2)]
    }

    // MARK: What came of it

    private mutating func ended(
        _ number: Int, _ succeeded: Bool, _ now: Date, _ effects: inout [Effect]
    ) {
        switch activity {
        case .running(let order) where order.number == number:
            effects.append(.stopWaking)
            if succeeded { settle(order, isOutdated: false, now, &effects) }
            goOn(afterFailure: !succeeded, &effects)
        case .cancelling(let order, let isOutdated) where order.number == number:
            effects.append(.stopWaking)
            if succeeded { settle(order, isOutdated: isOutdated, now, &effects) }
            goOn(afterFailure: !succeeded && !isOutdated, &effects)
        case .idle, .waiting, .running, .cancelling:
            guard let index = abandoned.firstIndex(where: { $0.number == number }) else { return }
            mend(abandoned.remove(at: index), &effects)
        }
    }

    private mutating func settle(
        _ order: Order, isOutdated: Bool, _ now: Date, _ effects: inout [Effect]
    ) {
        switch order.kind {
        case .upload:
            if wish == .token(order.token), !isOutdated { isUploaded = true }
            record.uploaded = order.token.hex
            record.uploadedAt = now
            if !rules.canWithdraw { record.tokens = [order.token.hex] }
        case .withdrawal where abandoned.contains { $0.kind == .upload && $0.token == order.token }:
            withdrawnEarly.append(order.token)
        case .withdrawal:
            forget(order.token)
        }
        effects.append(.save(record))
    }

    private mutating func goOn(afterFailure isFailure: Bool, _ effects: inout [Effect]) {
        guard isFailure else {
            failures = 0
            activity = .idle
            return proceed(&effects)
        }
        // Doubled at most so often that the number stays one.
        let delay = rules.firstRetry * pow(2, Double(min(failures, 62)))
        failures += 1
        activity = .waiting
        effects.append(.wake(after: min(delay, rules.longestRetry)))
    }

    /// An abandoned order has ended: the server may now have its token in place of the newest, or
    /// have lost the newest.
    private mutating func mend(_ order: Order, _ effects: inout [Effect]) {
        let isCurrent = wish == .token(order.token)
        switch order.kind {
        case .upload where !isCurrent:
            withdrawnEarly.removeAll { $0 == order.token }
            remember(order.token)
            effects.append(.save(record))
        case .withdrawal where isCurrent:
            break
        case .upload, .withdrawal:
            return
        }
        startOver(&effects)
    }

    /// Uploads the token that stands once more, also where its upload is under way: that may have
    /// arrived already.
    private mutating func startOver(_ effects: inout [Effect]) {
        isUploaded = false
        if case .running(let order) = activity, order.kind == .upload {
            cancel(order, isOutdated: true, &effects)
        } else {
            reconsider(&effects)
        }
    }

    private mutating func timePassed(_ effects: inout [Effect]) {
        switch activity {
        case .idle:
            break
        case .waiting:
            activity = .idle
            proceed(&effects)
        case .running(let order):
            cancel(order, isOutdated: false, &effects)
        case .cancelling(let order, let isOutdated):
            // With so many that never ended, waiting is all that keeps the order.
            guard abandoned.count < Self.abandonedMax else { return }
            abandoned.append(order)
            goOn(afterFailure: !isOutdated, &effects)
        }
    }

    // MARK: The record

    private mutating func remember(_ token: VoIPToken) {
        record.tokens.removeAll { $0 == token.hex }
        record.tokens.append(token.hex)
        if record.tokens.count > Self.recordedTokensMax { record.tokens.removeFirst() }
    }

    private mutating func forget(_ token: VoIPToken) {
        record.tokens.removeAll { $0 == token.hex }
        guard record.uploaded == token.hex else { return }
        record.uploaded = nil
        record.uploadedAt = nil
    }
}
