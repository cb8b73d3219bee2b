// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// The app's server, and what the app keeps about it: both outlive the app's process.
final class TokenDesk: @unchecked Sendable {
    // Sendable because `state` is only touched under `lock`.
    struct Down: Error {}

    private struct State {
        var log: [String] = []
        var token: String?
        var isDown = false
        var holdsUp = false
        var heldUp: [CheckedContinuation<Void, Never>] = []
    }

    let store = MemoryTokenStore()
    private let lock = NSLock()
    private var state = State()

    /// What has arrived, oldest first: `+` or `-` with the first digits of the token.
    var log: [String] { lock.withLock { state.log } }
    /// The token by which it rings.
    var token: String? { lock.withLock { state.token } }
    /// How many uploads are held up.
    var heldUpCount: Int { lock.withLock { state.heldUp.count } }
    /// Whether it refuses everything.
    var isDown: Bool {
        get { lock.withLock { state.isDown } }
        set { lock.withLock { state.isDown = newValue } }
    }
    /// Whether what comes now is held up until it is let go, cancelled or not.
    var holdsUp: Bool {
        get { lock.withLock { state.holdsUp } }
        set { lock.withLock { state.holdsUp = newValue } }
    }

    var server: VoIPTokenServer {
        VoIPTokenServer(
            withdraw: { try await self.take("-", $0) }, upload: { try await self.take("+", $0) })
    }

    func letGo() {
        let waiting = lock.withLock {
            defer { state.heldUp = [] }
            return state.heldUp
        }
        for continuation in waiting { continuation.resume() }
    }

    private func take(_ sign: String, _ token: VoIPToken) async throws {
        if holdsUp {
            await withCheckedContinuation { continuation in
                lock.withLock { state.heldUp.append(continuation) }
            }
        }
        let isDown = lock.withLock {
            state.log.append((state.isDown ? "refused " : "") + sign + token.hex.prefix(8))
            guard !state.isDown else { return true }
            if sign == "+" {
                state.token = token.hex
            } else if state.token == token.hex {
                state.token = nil
            }
            return false
        }
        if isDown { throw Down() }
    }
}

/// Keeps the record for as long as the test runs.
@MainActor final class MemoryTokenStore: VoIPTokenStore {
    private var record: VoIPTokenRecord?

    nonisolated init() {}

    func load() -> VoIPTokenRecord? { record }

    func save(_ record: VoIPTokenRecord) { self.record = record }
}
