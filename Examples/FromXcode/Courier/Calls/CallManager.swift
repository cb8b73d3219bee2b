// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit
import UIKit
import os.log

/// The one call that a courier may be on.
@objcMembers
class CallManager: NSObject {
    dynamic private(set) var isOnCall = false
    private var call: UUID?
    private let provider: CXProvider
    private let controller = CXCallController()
    private let log = OSLog(subsystem: "com.example.courier", category: "calls")

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.maximumCallGroups = 1
        configuration.iconTemplateImageData = UIImage(named: "CallIcon")?.pngData()
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
        NotificationCenter.default.addObserver(
            self, selector: #selector(audioWasInterrupted(_:)),
            name: AVAudioSession.interruptionNotification, object: nil)
    }

    func report(_ number: String, completion: @escaping () -> Void) {
        let call = UUID()
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        provider.reportNewIncomingCall(with: call, update: update) { error in
            if let error = error as NSError?, error.domain == CXErrorDomainIncomingCall {
                os_log("refused: %d", log: self.log, type: .info, error.code)
            } else {
                self.call = call
            }
            completion()
        }
    }

    func call(_ number: String) {
        let action = CXStartCallAction(
            call: UUID(), handle: CXHandle(type: .phoneNumber, value: number))
        request(action)
    }

    func hangUp() {
        guard let call = call else { return }
        request(CXEndCallAction(call: call))
    }

    private func request(_ action: CXAction) {
        controller.request(CXTransaction(action: action)) { error in
            if let error = error { Reporter.shared.report(error) }
        }
    }

    func audioWasInterrupted(_ notification: Notification) {
        os_log("interrupted", log: log, type: .info)
    }
}

extension CallManager: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { end() }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        call = action.callUUID
        isOnCall = true
        action.fulfill()
        provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        isOnCall = true
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        end()
        action.fulfill()
    }

    private func end() {
        call = nil
        isOnCall = false
    }
}
