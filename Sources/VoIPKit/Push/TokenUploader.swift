// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Carries out what a ``TokenDelivery`` decides, with the app's closures and a clock.
@MainActor final class TokenUploader {
    private let server: VoIPTokenServer
    private let store: any VoIPTokenStore
    private let clock: any CallClock
    private var delivery: TokenDelivery
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var timer: (any CallTimer)?
    private(set) var lastError: (any Error)?

    init(_ server: VoIPTokenServer, store: any VoIPTokenStore, clock: any CallClock) {
        self.server = server
        self.store = store
        self.clock = clock
        let rules = TokenDelivery.Rules(
            canWithdraw: server.withdraw != nil, firstRetry: server.firstRetry,
            longestRetry: server.longestRetry, patience: server.patience,
            resendAfter: server.resendAfter)
        delivery = TokenDelivery(rules, record: store.load() ?? VoIPTokenRecord())
    }

    var isUploaded: Bool { delivery.isUploaded }

    func apply(_ event: TokenDelivery.Event) {
        for effect in delivery.apply(event, at: clock.now) { carryOut(effect) }
    }

    private func carryOut(_ effect: TokenDelivery.Effect) {
        switch effect {
        case .run(let order):
            run(order)
        case .cancel(let number):
            tasks[number]?.cancel()
        case .wake(let seconds):
            timer?.cancel()
            timer = clock.schedule(after: seconds) { [weak self] in self?.apply(.timePassed) }
        case .stopWaking:
            timer?.cancel()
            timer = nil
        case .save(let record):
            store.save(record)
        }
    }

    private func run(_ order: TokenDelivery.Order) {
        let body = order.kind == .upload ? server.upload : server.withdraw
        tasks[order.number] = Task { [weak self] in
            do {
                try await body?(order.token)
                self?.end(order, error: nil)
            } catch {
                self?.end(order, error: error)
            }
        }
    }

    private func end(_ order: TokenDelivery.Order, error: (any Error)?) {
        tasks[order.number] = nil
        if order.kind == .upload, !(error is CancellationError) { lastError = error }
        apply(.ended(order.number, succeeded: error == nil))
    }
}
