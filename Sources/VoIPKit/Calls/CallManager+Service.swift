// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One thing that the service was asked for.
struct ServiceRun {
    /// Tells it from another run under the same identifier.
    let number: Int
    let task: Task<Void, Never>
}

extension CallManager {
    /// Asks the service, in a task of its own that has the app's binding; what comes of it is an
    /// event, unless it was cancelled before.
    func serve(_ task: ServiceTask, as id: UUID) {
        runCount += 1
        let number = runCount
        let service = service
        let run = Task { [weak self] in
            var failure: CallError?
            do {
                try await Self.run(task, by: service)
            } catch {
                failure = CallError(service: error)
            }
            guard let self, tasks[id]?.number == number else { return }
            tasks[id] = nil
            handle(.served(id, failure))
        }
        tasks.updateValue(ServiceRun(number: number, task: run), forKey: id)?.task.cancel()
    }

    private static func run(_ task: ServiceTask, by service: any CallService) async throws {
        switch task {
        case .start(let call, let deadline): try await service.start(call, deadline: deadline)
        case .ring(let call): await service.ring(call)
        case .accept(let call, let deadline): try await service.accept(call, deadline: deadline)
        case .hangUp(let call, let deadline): try await service.hangUp(call, deadline: deadline)
        case .setHeld(let isOnHold, let call, let deadline):
            try await service.setHeld(isOnHold, of: call, deadline: deadline)
        case .setMuted(let isMuted, let call, let deadline):
            try await service.setMuted(isMuted, of: call, deadline: deadline)
        case .setGroup(let other, let call, let deadline):
            try await service.setGroup(with: other, of: call, deadline: deadline)
        case .play(let digits, let call, let deadline):
            try await service.play(digits, in: call, deadline: deadline)
        case .startMedia(let call): await service.startMedia(for: call)
        case .stopMedia(let call): await service.stopMedia(for: call)
        }
    }
}

extension CallError {
    /// What a service threw: its own error where it is one of these, else in words.
    init(service error: any Error) {
        switch error {
        case let error as CallError: self = error
        case is CancellationError: self = .cancelled
        case let error as any LocalizedError:
            self = .service(error.errorDescription ?? String(describing: error))
        default: self = .service(String(describing: error))
        }
    }
}
