// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import OpenAVFAudio
import OpenFoundation
package import PhoneLink

/// What the phone says to a provider.
extension CXProvider: ProviderReceiver {
    package func receive(_ event: ProviderEvent) {
        state.withLock { state in
            if let queue = state.queue {
                hand(event, to: queue)
            } else if state.early.count < Self.earlyCountMax {
                state.early.append(event)
            }
        }
    }

    func hand(_ event: ProviderEvent, to queue: DispatchQueue) {
        let step = step(for: event)
        session.deliver(on: queue) { [self] in
            step.value(self, state.withLock { $0.delegate })
        }
    }

    private typealias Step = (CXProvider, (any CXProviderDelegate)?) -> Void

    /// What to do on the delegate's queue.
    private func step(for event: ProviderEvent) -> Transfer<Step> {
        switch event {
        case .began: return Transfer { $1?.providerDidBegin($0) }
        case .reset:
            desk.reset(id)
            return Transfer { $1?.providerDidReset($0) }
        case .perform(let model):
            let transaction = session.bind { desk.take(model, for: id, in: session) }
            return Transfer { $0.perform(transaction, with: $1) }
        case .timedOut(let model):
            let action = desk.action(UUID(model.id))
            action?.markComplete()
            desk.settle(UUID(model.id))
            return Transfer { provider, delegate in
                if let action { delegate?.provider(provider, timedOutPerforming: action) }
            }
        case .audioActivated:
            return Transfer { $1?.provider($0, didActivate: $0.audioSession) }
        case .audioDeactivated:
            return Transfer { $1?.provider($0, didDeactivate: $0.audioSession) }
        }
    }

    /// The session that the system has raised or lowered, which tells so itself.
    private var audioSession: AVAudioSession {
        let audio = AVAudioSession.shared(of: session)
        audio.noteActivation(by: .system)
        return audio
    }

    /// The transaction first, then each of its actions in order (B45).
    private func perform(_ transaction: CXTransaction, with delegate: (any CXProviderDelegate)?) {
        guard let delegate else {
            transaction.actions.forEach { $0.complete(.unimplemented) }
            return
        }
        guard !delegate.provider(self, execute: transaction) else { return }
        for action in transaction.actions {
            switch action {
            case let action as CXStartCallAction: delegate.provider(self, perform: action)
            case let action as CXAnswerCallAction: delegate.provider(self, perform: action)
            case let action as CXEndCallAction: delegate.provider(self, perform: action)
            case let action as CXSetHeldCallAction: delegate.provider(self, perform: action)
            case let action as CXSetMutedCallAction: delegate.provider(self, perform: action)
            case let action as CXSetGroupCallAction: delegate.provider(self, perform: action)
            case let action as CXPlayDTMFCallAction: delegate.provider(self, perform: action)
            case let action as CXSetTranslatingCallAction: delegate.provider(self, perform: action)
            default: action.complete(.unimplemented)
            }
        }
    }
}
