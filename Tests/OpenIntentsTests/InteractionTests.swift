// SPDX-License-Identifier: Apache-2.0
import CallModel
import Intents
import OpenFoundation
import Testing

/// What an app finds in the activity by which a person calls from Recents or Contacts (B112).
struct InteractionTests {
    private func activity(
        _ kind: Handle.Kind, _ value: String, isVideo: Bool = false, name: String? = nil,
        as activity: StartCallIntent.Activity = .startCall
    ) -> NSUserActivity {
        StartCallActivity(
            StartCallIntent(
                handle: Handle(kind: kind, value: value), isVideo: isVideo, contactName: name,
                activity: activity))
    }

    @Test(
        "The handle's value and type stand in the intent's only contact",
        arguments: [
            (Handle.Kind.phoneNumber, "+14085550100", INPersonHandleType.phoneNumber),
            (.emailAddress, "ada@example.com", .emailAddress), (.generic, "ada", .unknown),
        ])
    func handle(kind: Handle.Kind, value: String, type: INPersonHandleType) throws {
        let interaction = try #require(activity(kind, value).interaction)
        let intent = try #require(interaction.intent as? INStartCallIntent)
        #expect(intent.contacts?.count == 1)
        let handle = try #require(intent.contacts?.first?.personHandle)
        #expect(handle == INPersonHandle(value: value, type: type))
        #expect(interaction.direction == .outgoing)
    }

    @Test("The intent says whether the call is to have video", arguments: [true, false])
    func video(_ isVideo: Bool) throws {
        let interaction = try #require(activity(.generic, "ada", isVideo: isVideo).interaction)
        let intent = try #require(interaction.intent as? INStartCallIntent)
        #expect(intent.callCapability == (isVideo ? .videoCall : .audioCall))
    }

    @Test("The contact bears the name that Contacts knows, else the handle's value")
    func displayName() throws {
        let known = activity(.phoneNumber, "+14085550100", name: "Ada").interaction
        let intent = try #require(known?.intent as? INStartCallIntent)
        #expect(intent.contacts?.first?.displayName == "Ada")
        let unknown = activity(.phoneNumber, "+14085550100").interaction
        let other = try #require(unknown?.intent as? INStartCallIntent)
        #expect(other.contacts?.first?.displayName == "+14085550100")
    }

    @Test("A system before iOS 13 says it by an intent for audio and one for video")
    func olderIntents() throws {
        let audio = activity(.generic, "ada", as: .startAudioCall)
        #expect(audio.activityType == "INStartAudioCallIntent")
        let audioIntent = try #require(audio.interaction?.intent as? INStartAudioCallIntent)
        #expect(audioIntent.contacts?.first?.personHandle?.value == "ada")
        let video = activity(.generic, "ada", isVideo: true, as: .startVideoCall)
        #expect(video.activityType == "INStartVideoCallIntent")
        let videoIntent = try #require(video.interaction?.intent as? INStartVideoCallIntent)
        #expect(videoIntent.contacts?.first?.personHandle?.value == "ada")
    }

    @Test("An activity has the same interaction each time, and one of the app's own has none")
    func sameEachTime() {
        let activity = activity(.generic, "ada")
        #expect(activity.interaction === activity.interaction)
        #expect(NSUserActivity(activityType: "INStartCallIntent").interaction == nil)
    }
}
