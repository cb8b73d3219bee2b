// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

/// The connection of one call to its far end.
@MainActor final class EchoLeg {
    /// What comes from the far end unasked.
    enum Event: Hashable {
        case happened(EchoEvent)
        /// The connection is gone.
        case lost
    }

    /// Whether silence is sent in place of sound.
    var isMuted = false

    private var connection: LineConnection?
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var lastNumber = 0
    private var invitation: Int?
    private let onEvent: (Event) -> Void
    /// Called at the first echo; nil where there is no sound, or it has come back already.
    private var onEcho: (() -> Void)?
    private var hasSound = false
    private var sentCount = 0

    /// 20 ms at 8 kHz: a tone in G.711 μ-law, and silence.
    private static let tone = Data((0..<160).map { $0 % 16 < 8 ? 0x9F : 0x1F })
    private static let silence = Data(repeating: 0xFF, count: 160)

    /// Connects.
    ///
    /// - Throws: ``EchoError/unreachable(_:)``, or `CancellationError`.
    init(_ address: EchoAddress, onEvent: @escaping (Event) -> Void) async throws {
        self.onEvent = onEvent
        connection = try await LineConnection.connect(to: address) { [weak self] in
            self?.take($0)
        }
    }

    /// Asks for something, and waits for the answer.
    ///
    /// - Throws: ``EchoError``, or `CancellationError` where the task is cancelled first.
    func ask(_ request: EchoRequest) async throws {
        lastNumber += 1
        let number = lastNumber
        if case .invite = request { invitation = number }
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            guard let connection else { throw EchoError.connectionLost }
            try await withCheckedThrowingContinuation { continuation in
                waiting[number] = continuation
                connection.send(.request(number: number, what: request))
            }
        } onCancel: {
            Task { @MainActor in
                self.waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
            }
        }
    }

    /// Sends sound: each piece when the one before has come back, so that the far end sets the
    /// pace.
    func startSound(onEcho: @escaping () -> Void) {
        self.onEcho = onEcho
        hasSound = true
        sendSound()
    }

    func stopSound() {
        hasSound = false
        onEcho = nil
    }

    /// Closes the connection; nothing is told any more.
    func close() {
        connection?.close()
        end()
    }

    private func take(_ event: LineConnection.Event) {
        switch event {
        case .line(.answer(let number, let refusal)):
            let result: Result<Void, any Error> =
                refusal.map { .failure(EchoError.refused($0)) } ?? .success(())
            waiting.removeValue(forKey: number)?.resume(with: result)
            // There is no call that could be lost, only one that was refused.
            if number == invitation, refusal != nil { close() }
        case .line(.event(let event)):
            // What was said while it rang, nobody has heard.
            if event == .connected, hasSound { sendSound() }
            onEvent(.happened(event))
        case .line(.media(let number, _)):
            // One of before a pause is none of this sound's.
            guard hasSound, number == sentCount else { return }
            onEcho?()
            onEcho = nil
            sendSound()
        case .line(.request): close()
        case .closed:
            end()
            onEvent(.lost)
        }
    }

    private func sendSound() {
        sentCount += 1
        let sound = isMuted ? Self.silence : Self.tone
        connection?.send(.media(number: sentCount, sound: sound))
    }

    private func end() {
        connection = nil
        stopSound()
        let unanswered = waiting
        waiting = [:]
        for number in unanswered.keys.sorted() {
            unanswered[number]?.resume(throwing: EchoError.connectionLost)
        }
    }
}
