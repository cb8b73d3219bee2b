// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallModel
import ClientsSwift6
import Intents
import OpenFoundation
import Testing

/// Apps in Swift 6 mode that are called from Recents, and write of it.
struct ClientTests6 {
    @Test("An app finds handle and video in the activity, whichever intent the system has")
    func startCall() {
        let handle = Handle(kind: .phoneNumber, value: "+14085550100")
        for kind in StartCallIntent.Activity.allCases {
            let intent = StartCallIntent(
                handle: handle, isVideo: kind != .startAudioCall, activity: kind)
            let activity = StartCallActivity(intent)
            #expect(activity.startCallHandle == "+14085550100")
            #expect(activity.video == intent.isVideo)
        }
        #expect(NSUserActivity(activityType: "a.b").startCallHandle == nil)
        #expect(URL(string: "hotline://ada")?.startCallHandle == "ada")
    }

    @Test("An app donates what it did, and logs how a call went")
    func donatesAndLogs() async throws {
        try await CallDonor().donate(
            handle: CXHandle(type: .generic, value: "ada"), name: "Ada", isVideo: true)
        #expect(CallLogging().ended(UUID(), after: 65, error: nil) == "1:05")
    }
}
