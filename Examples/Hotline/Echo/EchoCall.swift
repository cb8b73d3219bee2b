// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

/// One call: carries out what its ``FarEnd`` decides.
@MainActor final class EchoCall {
    private var farEnd = FarEnd()
    private let ringSeconds: Double
    private let onEnd: () -> Void
    private var connection: LineConnection?

    /// How much later an echo comes.
    private static let echoSeconds = 0.1

    init(descriptor: Int32, ringSeconds: Double, onEnd: @escaping () -> Void) {
        self.ringSeconds = ringSeconds
        self.onEnd = onEnd
        connection = LineConnection(descriptor: descriptor) { [weak self] in self?.take($0) }
    }

    /// Ends the call from this side.
    func hangUp() {
        connection?.send(.event(.ended))
        end()
    }

    private func take(_ event: LineConnection.Event) {
        switch event {
        case .line(let line): perform(farEnd.take(line))
        case .closed: end()
        }
    }

    private func perform(_ effects: [FarEnd.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let line): connection?.send(line)
            case .pickUpLater:
                later(ringSeconds) { $0.perform($0.farEnd.pickUp()) }
            case .echoLater(let line):
                later(Self.echoSeconds) { $0.perform($0.farEnd.echo(line)) }
            case .close: end()
            }
        }
    }

    private func later(_ seconds: Double, _ body: @escaping @MainActor (EchoCall) -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated {
                if let self { body(self) }
            }
        }
    }

    private func end() {
        guard let connection else { return }
        self.connection = nil
        connection.close()
        onEnd()
    }
}
