// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("Calls as values") struct CallTests {
    @Test("a call is over in the ended state alone") func ended() {
        var call = Call(
            id: UUID(), direction: .incoming, handle: CallHandle(.phoneNumber, "+4930123456"),
            name: nil, hasVideo: false, state: .ringing, created: Date(timeIntervalSince1970: 0))
        #expect(!call.isEnded)
        call.state = .ended(.remote)
        #expect(call.isEnded)
    }
}
