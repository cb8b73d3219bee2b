// SPDX-License-Identifier: Apache-2.0
import CallModel
import OpenFoundation
import Testing

struct NSUserActivityTests {
    @Test("Entries are added to those that an activity has, and take the place of equal keys")
    func entries() {
        let activity = NSUserActivity(activityType: "com.example.hotline.talk")
        activity.addUserInfoEntries(from: ["who": "Ada", "line": 1])
        activity.addUserInfoEntries(from: ["line": 2])
        #expect(activity.userInfo?["who"] as? String == "Ada")
        #expect(activity.userInfo?["line"] as? Int == 2)
    }

    @Test("An activity by which a person calls is of the type that the system's intent has")
    func startCallType() {
        let handle = Handle(kind: .phoneNumber, value: "+14085550100")
        for kind in StartCallIntent.Activity.allCases {
            let activity = StartCallActivity(StartCallIntent(handle: handle, activity: kind))
            #expect(activity.activityType == kind.activityType)
        }
    }

    @Test("What hangs on a start-call activity is made once, and is the same object ever after")
    func attachedOnce() throws {
        let handle = Handle(kind: .generic, value: "ada")
        let activity = StartCallActivity(StartCallIntent(handle: handle))
        let first = try #require(activity.attached { NSString(string: $0.handle.value) })
        let second = activity.attached { _ in NSString(string: "another") }
        #expect(first === second)
        #expect(first == "ada")
    }
}
