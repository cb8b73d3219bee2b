// SPDX-License-Identifier: Apache-2.0
import Intents
import Testing

/// Every declaration about calls, intents and interactions, as apps use it.
struct DeclarationTestsIntents {
    private let ada = INPerson(
        personHandle: INPersonHandle(value: "ada", type: .unknown), nameComponents: nil,
        displayName: "Ada", image: nil, contactIdentifier: nil, customIdentifier: nil)

    @Test("The kinds of calls have Apple's numbers")
    func kinds() {
        let capabilities: [INCallCapability] = [.unknown, .audioCall, .videoCall]
        #expect(capabilities.map(\.rawValue) == [0, 1, 2])
        let routes: [INCallAudioRoute] = [.unknown, .speakerphoneAudioRoute, .bluetoothAudioRoute]
        #expect(routes.map(\.rawValue) == [0, 1, 2])
        let destinations: [INCallDestinationType] = [
            .unknown, .normal, .emergency, .voicemail, .redial, .callBack,
        ]
        #expect(destinations.map(\.rawValue) == Array(0...5))
        let records: [INCallRecordType] = [
            .unknown, .outgoing, .missed, .received, .latest, .voicemail, .ringing, .inProgress,
            .onHold,
        ]
        #expect(records.map(\.rawValue) == Array(0...8))
    }

    @Test("The kinds of past calls that a filter lets pass are bits, in the order of the kinds")
    func recordOptions() {
        let options: [INCallRecordTypeOptions] = [
            .outgoing, .missed, .received, .latest, .voicemail, .ringing, .inProgress, .onHold,
        ]
        #expect(options.map(\.rawValue) == (0..<8).map { 1 << UInt($0) })
        #expect(INCallRecordTypeOptions(rawValue: 3) == [.outgoing, .missed])
    }

    @Test("A record and a filter have what they were made with")
    func records() {
        let date = Date(timeIntervalSince1970: 0)
        let record = INCallRecord(
            identifier: "1", dateCreated: date, caller: ada, callRecordType: .missed,
            callCapability: .audioCall, callDuration: 2, unseen: true, numberOfCalls: 3)
        #expect(record.identifier == "1" && record.dateCreated == date && record.caller == ada)
        #expect(record.callRecordType == .missed && record.callCapability == .audioCall)
        #expect(record.callDuration == 2 && record.unseen == true && record.numberOfCalls == 3)
        #expect(INCallRecord(identifier: "2").caller == nil)
        let filter = INCallRecordFilter(
            participants: [ada], callTypes: .missed, callCapability: .videoCall)
        #expect(filter.participants == [ada] && filter.callTypes == .missed)
        #expect(filter.callCapability == .videoCall)
    }

    @Test("An intent to call has what it was made with")
    func startCall() {
        let filter = INCallRecordFilter(participants: nil, callCapability: .unknown)
        let record = INCallRecord(identifier: "1")
        let intent = INStartCallIntent(
            callRecordFilter: filter, callRecordToCallBack: record, audioRoute: .unknown,
            destinationType: .callBack, contacts: [ada], callCapability: .videoCall)
        #expect(intent.callRecordFilter === filter && intent.callRecordToCallBack === record)
        #expect(intent.audioRoute == .unknown && intent.destinationType == .callBack)
        #expect(intent.contacts == [ada] && intent.callCapability == .videoCall)
        #expect(intent.identifier == nil && intent.intentDescription == nil)
        intent.suggestedInvocationPhrase = "Call Ada"
        #expect(intent.suggestedInvocationPhrase == "Call Ada")
        #expect(intent.copy() as? INStartCallIntent === intent)
        #expect(INIntent().suggestedInvocationPhrase == nil)
    }

    @Test("What iOS 14 deprecated of the intent has what it was made with")
    @available(*, deprecated, message: "it uses what is deprecated")
    func redialing() {
        let intent = INStartCallIntent(
            audioRoute: .speakerphoneAudioRoute, destinationType: .redial, contacts: nil,
            recordTypeForRedialing: .latest, callCapability: .audioCall)
        #expect(intent.recordTypeForRedialing == .latest && intent.destinationType == .redial)
        #expect(intent.audioRoute == .speakerphoneAudioRoute && intent.contacts == nil)
    }

    @Test("The older intents have what they were made with")
    func olderIntents() {
        let audio = INStartAudioCallIntent(destinationType: .normal, contacts: [ada])
        #expect(audio.destinationType == .normal && audio.contacts == [ada])
        #expect(INStartAudioCallIntent(contacts: nil).destinationType == .unknown)
        #expect(INStartVideoCallIntent(contacts: [ada]).contacts == [ada])
    }

    @Test("An interaction has what it was made with, and what was set")
    func interaction() {
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown,
            destinationType: .normal, contacts: [ada], callCapability: .audioCall)
        let response = INStartCallIntentResponse(code: .continueInApp, userActivity: nil)
        let interaction = INInteraction(intent: intent, response: response)
        #expect(interaction.intent === intent && interaction.intentResponse === response)
        #expect(interaction.intentHandlingStatus == .unspecified)
        #expect(interaction.direction == .unspecified && interaction.dateInterval == nil)
        #expect(!interaction.identifier.isEmpty && interaction.groupIdentifier == nil)
        interaction.direction = .incoming
        interaction.groupIdentifier = "calls"
        let copy = interaction.copy() as? INInteraction
        #expect(copy?.direction == .incoming && copy?.groupIdentifier == "calls")
        #expect(copy?.identifier == interaction.identifier)
        let directions: [INInteractionDirection] = [.unspecified, .outgoing, .incoming]
        #expect(directions.map(\.rawValue) == [0, 1, 2])
        let statuses: [INIntentHandlingStatus] = [
            .unspecified, .ready, .inProgress, .success, .failure, .deferredToApplication,
            .userConfirmationRequired,
        ]
        #expect(statuses.map(\.rawValue) == Array(0...6))
    }

    @Test("What an app tells of interactions is forgotten, without an error")
    func donations() async throws {
        let interaction = INInteraction(intent: INIntent(), response: nil)
        var outcomes: [(any Error)?] = []
        interaction.donate { outcomes.append($0) }
        INInteraction.deleteAll { outcomes.append($0) }
        INInteraction.delete(with: ["a"] as [String]) { outcomes.append($0) }
        INInteraction.delete(with: "a" as String) { outcomes.append($0) }
        #expect(outcomes.count == 4 && outcomes.allSatisfy { $0 == nil })
        try await interaction.donate()
        try await INInteraction.deleteAll()
        try await INInteraction.delete(with: ["a"])
        try await INInteraction.delete(with: "a")
    }

    @Test("An answer has its code and activity, and the codes have Apple's numbers")
    func responses() {
        let activity = NSUserActivity(activityType: "com.example.hotline.call")
        let response = INStartCallIntentResponse(code: .ready, userActivity: activity)
        #expect(response.code == .ready && response.userActivity === activity)
        let copy = response.copy() as? INStartCallIntentResponse
        #expect(copy?.code == .ready && copy?.userActivity === activity)
        let plain = INIntentResponse()
        plain.userActivity = activity
        #expect((plain.copy() as? INIntentResponse)?.userActivity === activity)
        let codes: [INStartCallIntentResponseCode] = [
            .unspecified, .ready, .continueInApp, .userConfirmationRequired, .failure,
            .failureRequiringAppLaunch, .failureCallingServiceNotAvailable,
            .failureContactNotSupportedByApp, .failureAirplaneModeEnabled,
            .failureUnableToHandOff, .failureAppConfigurationRequired, .failureCallInProgress,
            .failureCallRinging, .failureRequiringInAppAuthentication,
        ]
        #expect(codes.map(\.rawValue) == Array(0...13))
    }
}
