// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit
import PushKit

// Lines as apps have them. Foundation's names come with the imports above, as on Apple's systems.

/// Finds out the error of a request in the ways that apps use.
package func describe(_ error: Error) -> String {
    if let error = error as? CXErrorCodeRequestTransactionError {
        switch error.code {
        case .callUUIDAlreadyExists: return "exists"
        case .unknownCallUUID: return "unknown call"
        default: return "request \(error.errorCode)"
        }
    }
    do {
        throw error
    } catch CXErrorCodeIncomingCallError.filteredByDoNotDisturb {
        return "do not disturb"
    } catch let error as CXErrorCodeIncomingCallError where error.code == .callUUIDAlreadyExists {
        return "exists"
    } catch {
        return "\((error as NSError).domain) \((error as NSError).code)"
    }
}

package func configured() -> CXProviderConfiguration {
    let configuration = CXProviderConfiguration()
    configuration.supportsVideo = true
    configuration.maximumCallsPerCallGroup = 1
    configuration.supportedHandleTypes = [.phoneNumber, .generic]
    configuration.iconTemplateImageData = Data()
    configuration.ringtoneSound = "ring.caf"
    configuration.includesCallsInRecents = false
    return configuration
}

@available(*, deprecated)
package func configuredTheOldWay() throws -> CXProviderConfiguration {
    try AVAudioSession.sharedInstance().setCategory(.playAndRecord, options: [.allowBluetooth])
    return CXProviderConfiguration(localizedName: "Old")
}

package func configureAudio() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord)
    try session.setCategory(.playAndRecord, options: [.allowBluetoothHFP, .mixWithOthers])
    try session.setCategory(.playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
    try session.setCategory(.playback, mode: .default, policy: .default)
    try session.setMode(.videoChat)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
}

package func transaction(for call: UUID) -> CXTransaction {
    let transaction = CXTransaction()
    transaction.addAction(CXSetHeldCallAction(call: call, onHold: true))
    transaction.addAction(
        CXStartCallAction(call: UUID(), handle: CXHandle(type: .phoneNumber, value: "+14085555555"))
    )
    return transaction
}

package func registries() -> [PKPushRegistry] {
    [
        PKPushRegistry(queue: .main), PKPushRegistry(queue: nil),
        PKPushRegistry(queue: DispatchQueue.main),
    ]
}

package func codes() -> [Int] {
    [
        CXErrorCodeRequestTransactionError.Code.unknownCallUUID.rawValue,
        CXErrorCodeIncomingCallError.filteredByDoNotDisturb.rawValue,
        CXErrorCodeRequestTransactionError(.maximumCallGroupsReached).errorCode,
        CXErrorCodeRequestTransactionError(
            _nsError: NSError(domain: CXErrorDomainRequestTransaction, code: 5)
        ).code.rawValue,
    ]
}
