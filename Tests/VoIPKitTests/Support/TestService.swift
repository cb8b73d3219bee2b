// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import VoIPKit

/// Signalling and media that do what the test says, keep what they were asked, and note where the
/// contract of ``CallService`` was broken towards them.
///
/// On the main actor, so that a settled phone has seen to the end of what it does.
@MainActor final class TestService: CallService {
    /// What a service is asked.
    enum Method: String, Hashable, CaseIterable, Sendable {
        case start, ring, accept, hangUp, setHeld, setMuted, setGroup, play, startMedia, stopMedia
    }

    /// How a method behaves.
    enum Behaviour: Hashable, Sendable {
        /// It returns at once.
        case done
        /// It returns when so many seconds of the clock have passed, or throws when cancelled.
        case slow(TimeInterval)
        /// It throws ``Refusal``.
        case fails
        /// It returns when it is cancelled, and not before.
        case never
        /// It does not even return when it is cancelled: see ``TestService/letGo()``.
        case deaf
    }

    /// What a method throws that fails.
    struct Refusal: Error, CustomStringConvertible {
        let description = "the service refused"
    }

    /// One thing that was asked.
    struct Request: Hashable, Sendable {
        let method: Method
        /// The call as it was given.
        let call: Call
        /// What goes with it: `true`, the digits, the other call's identifier.
        let detail: String
        /// By when, where there is such a date.
        let deadline: Date?
    }

    /// How each method behaves; those that are not named return at once.
    var behaviours: [Method: Behaviour] = [:]
    /// Called with each request before the method behaves: a place to report progress from.
    var onAsked: ((Request) -> Void)?
    /// All that was asked, oldest first.
    private(set) var requests: [Request] = []
    /// Where VoIPKit broke its word; a test that looks at nothing else looks at this.
    private(set) var breaches: [String] = []
    /// The calls whose media runs.
    private(set) var heard: Set<UUID> = []
    /// How many methods have not returned.
    private(set) var openCount = 0

    private let clock: any CallClock
    private var open: [UUID: [Opened]] = [:]
    private var deaf: [CheckedContinuation<Void, Never>] = []

    init(clock: any CallClock) { self.clock = clock }

    /// The names of all that was asked, for one call or for all.
    func log(of call: UUID? = nil) -> [String] {
        requests.filter { call == nil || $0.call.id == call }.map {
            $0.detail.isEmpty ? $0.method.rawValue : "\($0.method.rawValue) \($0.detail)"
        }
    }

    /// How often a method was asked.
    func count(of method: Method) -> Int { requests.count { $0.method == method } }

    /// Lets the methods return that are deaf to being cancelled.
    func letGo() {
        let waiting = deaf
        deaf = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: CallService

    func start(_ call: Call, deadline: Date) async throws {
        try await perform(.start, call, deadline: deadline)
    }

    func ring(_ call: Call) async { try? await perform(.ring, call) }

    func accept(_ call: Call, deadline: Date) async throws {
        try await perform(.accept, call, deadline: deadline)
    }

    func hangUp(_ call: Call, deadline: Date) async throws {
        try await perform(.hangUp, call, deadline: deadline)
    }

    func setHeld(_ isOnHold: Bool, of call: Call, deadline: Date) async throws {
        try await perform(.setHeld, call, "\(isOnHold)", deadline: deadline)
    }

    func setMuted(_ isMuted: Bool, of call: Call, deadline: Date) async throws {
        try await perform(.setMuted, call, "\(isMuted)", deadline: deadline)
    }

    func setGroup(with other: Call?, of call: Call, deadline: Date) async throws {
        try await perform(.setGroup, call, other?.id.uuidString ?? "nil", deadline: deadline)
    }

    func play(_ digits: CallDigits, in call: Call, deadline: Date) async throws {
        try await perform(.play, call, digits.text, deadline: deadline)
    }

    func startMedia(for call: Call) async {
        if !heard.insert(call.id).inserted { note("media was started twice", call) }
        try? await perform(.startMedia, call)
    }

    func stopMedia(for call: Call) async {
        if heard.remove(call.id) == nil { note("media was stopped that did not run", call) }
        try? await perform(.stopMedia, call)
    }

    // MARK: Behaving

    private func perform(
        _ method: Method, _ call: Call, _ detail: String = "", deadline: Date? = nil
    ) async throws {
        let request = Request(method: method, call: call, detail: detail, deadline: deadline)
        check(request)
        requests.append(request)
        let opened = Opened(method, call)
        open[call.id, default: []].append(opened)
        openCount += 1
        defer {
            openCount -= 1
            open[call.id]?.removeAll { $0 === opened }
        }
        onAsked?(request)
        let behaviour = behaviours[method] ?? .done
        try await withTaskCancellationHandler {
            try await behave(behaviour)
        } onCancel: {
            opened.isCancelled.withLock { $0 = true }
        }
    }

    private func behave(_ behaviour: Behaviour) async throws {
        switch behaviour {
        case .done: return
        case .slow(let seconds): try await wait(seconds)
        case .fails: throw Refusal()
        case .never: try await wait(nil)
        case .deaf: await withCheckedContinuation { deaf.append($0) }
        }
    }

    /// One call is asked for once at a time, tasks that were cancelled not counting; hangUp may
    /// come whenever it likes.
    private func check(_ request: Request) {
        let isMedia = Self.isMedia(request.method)
        let overlapping = (open[request.call.id] ?? []).filter {
            // Not of an earlier call that had the same identifier.
            $0.created == request.call.dates.created && $0.method != .ring
                && Self.isMedia($0.method) == isMedia
                && !$0.isCancelled.withLock { $0 }
        }
        if request.method != .ring, request.method != .hangUp, let other = overlapping.first {
            note("\(request.method) was asked during \(other.method)", request.call)
        }
        if let deadline = request.deadline, deadline < clock.now {
            note("\(request.method) was asked after its deadline", request.call)
        }
        // A call that never began may be refused, and told of, any number of times.
        let begun = requests.last {
            $0.call.id == request.call.id && [.start, .ring, .accept, .hangUp].contains($0.method)
        }
        if request.method == .hangUp, let begun, begun.method == .hangUp,
            begun.call.dates.created == request.call.dates.created,
            requests.contains(where: { $0.method != .hangUp && $0.call.id == request.call.id })
        {
            note("hangUp was asked twice", request.call)
        }
    }

    private static func isMedia(_ method: Method) -> Bool {
        method == .startMedia || method == .stopMedia
    }

    private func note(_ words: String, _ call: Call) {
        breaches.append("\(words): call \(call.id)")
    }

    /// Waits on the clock, or for ever, and throws when cancelled.
    private func wait(_ seconds: TimeInterval?) async throws {
        let waiter = Waiter()
        let timer = seconds.map { clock.schedule(after: $0) { waiter.resume() } }
        await withTaskCancellationHandler {
            await waiter.value()
        } onCancel: {
            DispatchQueue.main.async { MainActor.assumeIsolated { waiter.resume() } }
        }
        timer?.cancel()
        try Task.checkCancellation()
    }
}

/// A request that has not returned.
private final class Opened: Sendable {
    let method: TestService.Method
    let created: Date
    let isCancelled = Mutex(false)

    init(_ method: TestService.Method, _ call: Call) {
        self.method = method
        created = call.dates.created
    }
}

/// One wait, ended once.
@MainActor private final class Waiter {
    private var continuation: CheckedContinuation<Void, Never>?
    private var isOver = false

    nonisolated init() {}

    func value() async {
        guard !isOver else { return }
        await withCheckedContinuation { continuation = $0 }
    }

    func resume() {
        isOver = true
        continuation?.resume()
        continuation = nil
    }
}
