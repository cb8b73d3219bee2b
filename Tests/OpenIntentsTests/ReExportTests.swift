// SPDX-License-Identifier: Apache-2.0
import Intents
import Testing

struct ReExportTests {
    @Test("A file that imports Intents alone has Foundation and NSUserActivity, as with Apple's")
    func foundationComesAlong() {
        #expect(NSUserActivity(activityType: "a.b").activityType == "a.b")
    }
}
