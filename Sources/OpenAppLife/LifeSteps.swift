// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What an app is to hear as its place on the phone changes, worked out without an app: events in,
/// steps out, in the order in which they are to be performed.
///
/// - A call that the person wishes reaches the app once, behind the launch or the way to the front,
///   before the app becomes active (B112); in the background on a locked phone alone, where nothing
///   comes to the front.
/// - An app with scenes gets its first wishes as its scene connects; any other app gets the first
///   among its launch options as well.
/// - An app that is closed hears nothing behind it.
/// - What is left, from the front to the back, is told before the phone's data goes; what is won,
///   after it is there.
struct LifeSteps: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// Launch without waiting for the phone's word, in the background.
        case launch
        case lifeChanged(AppLife)
        case startCall(StartCallIntent)
        /// There is no phone, or none any more: where the app is, it stays.
        case linkLost
        /// The process is about to end at the person's wish.
        case closing
    }

    enum Step: Hashable, Sendable {
        /// What the app reads of its place from now on.
        case place(AppLife)
        /// With the wish for which the phone has started the process.
        case launch(StartCallIntent?)
        case connectScene([StartCallIntent])
        /// One that is the launch's is left out where the launch has returned false.
        case `continue`(StartCallIntent, isOfLaunch: Bool)
        case willEnterForeground
        case didBecomeActive
        case willResignActive
        case didEnterBackground
        case protectedDataWillBecomeUnavailable
        case protectedDataDidBecomeAvailable
        case willTerminate
    }

    /// Wishes that wait for the app to come to the front; past it the oldest goes.
    static let waitingCountMax = 16

    private let hasScenes: Bool
    private(set) var isLaunched = false
    private var isClosed = false
    private var isSceneConnected = false
    private var life = AppLife(stage: .background, isProtectedDataAvailable: true)
    private var waiting: [StartCallIntent] = []

    /// - Parameter hasScenes: Whether the app's Info.plist has a scene manifest.
    init(hasScenes: Bool) { self.hasScenes = hasScenes }

    mutating func take(_ event: Event) -> [Step] {
        var steps: [Step] = []
        guard !isClosed else { return steps }
        switch event {
        case .launch, .linkLost:
            launch(at: life, into: &steps)
        case .lifeChanged(let next):
            if isLaunched { move(to: next, into: &steps) } else { launch(at: next, into: &steps) }
        case .startCall(let intent):
            waiting.append(intent)
            waiting.removeFirst(max(0, waiting.count - Self.waitingCountMax))
            if isLaunched, life.takesWishes { takeWishes(into: &steps) }
        case .closing:
            isClosed = true
            guard isLaunched else { break }
            var last = life
            last.stage = .background
            move(to: last, into: &steps)
            steps.append(.willTerminate)
        }
        return steps
    }

    private mutating func launch(at next: AppLife, into steps: inout [Step]) {
        guard !isLaunched else { return }
        isLaunched = true
        life.isProtectedDataAvailable = next.isProtectedDataAvailable
        if next.stage != .background { life.stage = .inactive }
        let takesWishes = life.takesWishes
        steps += [.place(life), .launch(takesWishes && !hasScenes ? waiting.first : nil)]
        if hasScenes, next.stage != .background {
            connectScene(into: &steps)
            steps.append(.willEnterForeground)
        }
        if takesWishes { takeWishes(isLaunching: true, into: &steps) }
        activate(if: next, into: &steps)
    }

    private mutating func move(to next: AppLife, into steps: inout [Step]) {
        leave(for: next, into: &steps)
        if life.isProtectedDataAvailable != next.isProtectedDataAvailable {
            life.isProtectedDataAvailable = next.isProtectedDataAvailable
            steps +=
                next.isProtectedDataAvailable
                ? [.place(life), .protectedDataDidBecomeAvailable]
                : [.protectedDataWillBecomeUnavailable, .place(life)]
        }
        if life.stage == .background, next.stage != .background {
            if hasScenes, !isSceneConnected { connectScene(into: &steps) }
            life.stage = .inactive
            steps += [.willEnterForeground, .place(life)]
        }
        if life.takesWishes { takeWishes(into: &steps) }
        activate(if: next, into: &steps)
    }

    private mutating func leave(for next: AppLife, into steps: inout [Step]) {
        if life.stage == .active, next.stage != .active {
            life.stage = .inactive
            steps += [.willResignActive, .place(life)]
        }
        if life.stage == .inactive, next.stage == .background {
            life.stage = .background
            steps += [.place(life), .didEnterBackground]
        }
    }

    private mutating func activate(if next: AppLife, into steps: inout [Step]) {
        guard life.stage == .inactive, next.stage == .active else { return }
        life.stage = .active
        steps += [.place(life), .didBecomeActive]
    }

    private mutating func connectScene(into steps: inout [Step]) {
        isSceneConnected = true
        steps.append(.connectScene(waiting))
        waiting = []
    }

    private mutating func takeWishes(isLaunching: Bool = false, into steps: inout [Step]) {
        guard !waiting.isEmpty else { return }
        if hasScenes, !isSceneConnected { return connectScene(into: &steps) }
        for (index, intent) in waiting.enumerated() {
            steps.append(.continue(intent, isOfLaunch: isLaunching && index == 0))
        }
        waiting = []
    }
}

extension AppLife {
    /// In front, or where nothing comes to the front since the phone is locked.
    fileprivate var takesWishes: Bool { stage != .background || !isProtectedDataAvailable }
}
