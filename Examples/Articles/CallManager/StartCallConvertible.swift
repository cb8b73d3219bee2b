// SPDX-License-Identifier: Apache-2.0
import Foundation
import Intents

/// Something that asks for a call.
protocol StartCallConvertible {
    /// Whom to call; nil where it does not ask for one.
    var startCallHandle: String? { get }
    /// Whether with a picture; nil where it does not say.
    var isVideo: Bool? { get }
}

/// The intents by which a system has asked for calls over the years.
private protocol StartCallAsking {
    var contacts: [INPerson]? { get }
    var asksForVideo: Bool { get }
}

extension INStartCallIntent: StartCallAsking {
    fileprivate var asksForVideo: Bool { callCapability == .videoCall }
}

extension INStartAudioCallIntent: StartCallAsking {
    fileprivate var asksForVideo: Bool { false }
}

extension INStartVideoCallIntent: StartCallAsking {
    fileprivate var asksForVideo: Bool { true }
}

extension NSUserActivity: StartCallConvertible {
    var startCallHandle: String? { asking?.contacts?.first?.personHandle?.value }

    var isVideo: Bool? { asking?.asksForVideo }

    private var asking: StartCallAsking? { interaction?.intent as? StartCallAsking }
}
