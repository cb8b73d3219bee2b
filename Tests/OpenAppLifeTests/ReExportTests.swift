// SPDX-License-Identifier: Apache-2.0
import Testing
import UIKit

@MainActor struct ReExportTests {
    @Test("An app that imports UIKit alone has Foundation and NSUserActivity, as with Apple's")
    func foundationComesAlong() {
        #expect(NSUserActivity(activityType: "a.b").activityType == "a.b")
        #expect(UIResponder().isEqual(nil) == false)
    }
}
