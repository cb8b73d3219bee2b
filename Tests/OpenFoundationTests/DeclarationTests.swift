// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenFoundation
import Testing

/// Every declaration about activities and extensions, as apps use it.
struct DeclarationTests {
    @Test("An activity keeps what an app puts into it")
    func activity() {
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        let url = URL(fileURLWithPath: "/a"), date = Date(timeIntervalSince1970: 0)
        activity.title = "Call"
        activity.userInfo = ["who": "Ada"]
        activity.requiredUserInfoKeys = ["who"]
        activity.needsSave = true
        activity.webpageURL = url
        activity.referrerURL = url
        activity.expirationDate = date
        activity.keywords = ["call"]
        activity.targetContentIdentifier = "call"
        activity.persistentIdentifier = "1" as NSUserActivityPersistentIdentifier
        #expect(activity.activityType == "NSUserActivityTypeBrowsingWeb")
        #expect(activity.title == "Call" && activity.userInfo?["who"] as? String == "Ada")
        #expect(activity.requiredUserInfoKeys == ["who"] && activity.needsSave)
        #expect(activity.webpageURL == url && activity.referrerURL == url)
        #expect(activity.expirationDate == date && activity.keywords == ["call"])
        #expect(activity.targetContentIdentifier == "call")
        #expect(activity.persistentIdentifier == "1")
    }

    @Test("An activity may go on elsewhere, and is neither found nor suggested, unless said so")
    func eligibility() {
        let activity = NSUserActivity(activityType: "com.example.hotline.call")
        #expect(activity.isEligibleForHandoff && !activity.isEligibleForSearch)
        #expect(!activity.isEligibleForPublicIndexing && !activity.isEligibleForPrediction)
        #expect(!activity.supportsContinuationStreams)
        activity.isEligibleForPrediction = true
        #expect(activity.isEligibleForPrediction)
        activity.becomeCurrent()
        activity.resignCurrent()
        activity.invalidate()
    }

    @Test("Nothing is kept of activities, so deleting is done at once")
    func deletion() async {
        var deleted = 0
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["1"]) { deleted += 1 }
        NSUserActivity.deleteAllSavedUserActivities { deleted += 1 }
        #expect(deleted == 2)
        await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["1"])
        await NSUserActivity.deleteAllSavedUserActivities()
    }

    @Test("The delegate of an activity may leave out what it does not want, and is not kept alive")
    func delegate() throws {
        final class Keeper: NSObject, NSUserActivityDelegate {}
        let activity = NSUserActivity(activityType: "com.example.hotline.call")
        var keeper: Keeper? = Keeper()
        activity.delegate = keeper
        let input = InputStream(data: Data()), output = OutputStream(toMemory: ())
        let delegate: any NSUserActivityDelegate = try #require(keeper)
        delegate.userActivityWillSave(activity)
        delegate.userActivityWasContinued(activity)
        delegate.userActivity(activity, didReceive: input, outputStream: output)
        #expect(activity.delegate === keeper)
        keeper = nil
    }

    @Test("An extension without an interface begins its request with a context")
    func extensionRequest() {
        final class Handler: NSObject, NSExtensionRequestHandling {
            func beginRequest(with context: NSExtensionContext) {
                context.cancelRequest(withError: CocoaError(.userCancelled))
            }
        }
        let context = NSExtensionContext()
        Handler().beginRequest(with: context)
        #expect(context.inputItems.isEmpty)
    }

    @Test("A process that no phone has started is in no app group")
    func containers() {
        let group = "group.com.example.hotline"
        let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        #expect(url == nil)
    }
}
