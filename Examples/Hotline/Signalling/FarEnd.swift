// SPDX-License-Identifier: Apache-2.0

/// The other side of one call, which says back what it hears: a value without clock or socket.
public struct FarEnd: Hashable, Sendable {
    /// What its driver has to do, in order.
    public enum Effect: Hashable, Sendable {
        /// Sends a line.
        case send(EchoLine)
        /// Calls ``FarEnd/pickUp()`` when it has rung long enough.
        case pickUpLater
        /// Calls ``FarEnd/echo(_:)`` with the line a moment later, as an echo comes.
        case echoLater(EchoLine)
        /// Closes the connection.
        case close
    }

    private enum State: Hashable, Sendable {
        /// Nothing has been asked yet.
        case idle
        /// The app has called.
        case ringing
        /// The app was called, and rings.
        case calling
        case talking
        case held
        case over
    }

    private var state = State.idle
    private var echoCount = 0

    /// How many pieces of sound may be on their way back; more are lost, as in a network.
    public static let echoCountMax = 8
    /// Whom nobody ever picks up.
    public static let absent = "nobody"
    /// Who refuses each call.
    public static let busy = "busy"

    /// Makes the other side of a new connection.
    public init() {}

    /// Takes a line of the app's.
    ///
    /// - Parameter line: The line.
    /// - Returns: What is to be done.
    public mutating func take(_ line: EchoLine) -> [Effect] {
        guard state != .over else { return [] }
        switch line {
        case .request(let number, let what): return take(what, number)
        case .media:
            guard state == .talking, echoCount < Self.echoCountMax else { return [] }
            echoCount += 1
            return [.echoLater(line)]
        case .answer, .event:
            // Only this side says such things.
            return hangUp()
        }
    }

    /// It has rung long enough.
    ///
    /// - Returns: What is to be done; nothing where it rings no more.
    public mutating func pickUp() -> [Effect] {
        guard state == .ringing else { return [] }
        state = .talking
        return [.send(.event(.connected))]
    }

    /// A piece of sound comes back.
    ///
    /// - Parameter line: The line of ``Effect/echoLater(_:)``.
    /// - Returns: What is to be done; nothing where nobody is to hear it any more.
    public mutating func echo(_ line: EchoLine) -> [Effect] {
        echoCount = max(0, echoCount - 1)
        return state == .talking ? [.send(line)] : []
    }

    private mutating func take(_ request: EchoRequest, _ number: Int) -> [Effect] {
        let done = Effect.send(.answer(number: number, refusal: nil))
        switch (request, state) {
        case (.invite(Self.busy), .idle):
            state = .over
            return [.send(.answer(number: number, refusal: "it is busy")), .close]
        case (.invite(let handle), .idle):
            state = .ringing
            return handle == Self.absent ? [done] : [done, .pickUpLater]
        case (.ring, .idle):
            state = .calling
            return [done]
        case (.accept, .idle), (.accept, .calling):
            state = .talking
            return [done]
        case (.hold(let isOnHold), .talking), (.hold(let isOnHold), .held):
            state = isOnHold ? .held : .talking
            return [done]
        case (.keys(let digits), .talking):
            return [done, .send(.event(.keys(digits: digits)))]
        case (.hangUp, _):
            state = .over
            return [done, .close]
        case (.invite, _), (.ring, _), (.accept, _), (.hold, _), (.keys, _):
            return [.send(.answer(number: number, refusal: refusal))]
        }
    }

    private var refusal: String {
        switch state {
        case .idle: "nobody has called yet"
        case .ringing, .calling: "it still rings"
        case .talking: "the call is on already"
        case .held: "the call is on hold"
        case .over: "the call is over"
        }
    }

    private mutating func hangUp() -> [Effect] {
        state = .over
        return [.send(.event(.ended)), .close]
    }
}
