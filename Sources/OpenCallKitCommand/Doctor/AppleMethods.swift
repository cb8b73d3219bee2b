// SPDX-License-Identifier: Apache-2.0

/// The methods of Apple's delegates that a calling app implements.
///
/// Most are optional, so that one whose labels differ builds, and is never called. A test holds
/// this table against the ledgers in `Compatibility`.
enum AppleMethods {
    /// A delegate protocol, and whom its methods get first.
    struct Delegate: Hashable {
        let name: String
        let sender: String
        let methods: [String]
        /// Methods of the protocol that this package has no use for, and apps may have.
        var others: [String] = []
    }

    static let delegates: [Delegate] = [
        Delegate(
            name: "CXProviderDelegate", sender: "CXProvider",
            methods: [
                "providerDidReset(_:)", "providerDidBegin(_:)", "provider(_:execute:)",
                "provider(_:perform:)", "provider(_:timedOutPerforming:)",
                "provider(_:didActivate:)", "provider(_:didDeactivate:)",
            ]),
        Delegate(
            name: "CXCallObserverDelegate", sender: "CXCallObserver",
            methods: ["callObserver(_:callChanged:)"]),
        Delegate(
            name: "PKPushRegistryDelegate", sender: "PKPushRegistry",
            methods: [
                "pushRegistry(_:didUpdate:for:)", "pushRegistry(_:didInvalidatePushTokenFor:)",
                "pushRegistry(_:didReceiveIncomingPushWith:for:)",
                "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                "pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:withCompletionHandler:)",
            ],
            others: ["pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:)"]),
        Delegate(
            name: "CXCallDirectoryExtensionContextDelegate",
            sender: "CXCallDirectoryExtensionContext",
            methods: ["requestFailed(for:withError:)"]),
        Delegate(
            name: "UIApplicationDelegate", sender: "UIApplication",
            methods: [
                "application(_:willFinishLaunchingWithOptions:)",
                "application(_:didFinishLaunchingWithOptions:)",
                "application(_:willContinueUserActivityWithType:)",
                "application(_:continue:restorationHandler:)",
                "application(_:didFailToContinueUserActivityWithType:error:)",
                "application(_:didUpdate:)", "applicationDidFinishLaunching(_:)",
                "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)",
                "applicationDidEnterBackground(_:)", "applicationWillEnterForeground(_:)",
                "applicationWillTerminate(_:)", "applicationDidReceiveMemoryWarning(_:)",
                "applicationProtectedDataWillBecomeUnavailable(_:)",
                "applicationProtectedDataDidBecomeAvailable(_:)",
                "application(_:configurationForConnecting:options:)",
            ],
            others: [
                "application(_:didDiscardSceneSessions:)",
                "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "application(_:performFetchWithCompletionHandler:)",
                "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                "application(_:supportedInterfaceOrientationsFor:)",
                "application(_:performActionFor:completionHandler:)",
                "applicationSignificantTimeChange(_:)", "application(_:open:options:)",
                "application(_:handlerFor:)", "application(_:didReceiveRemoteNotification:)",
            ]),
    ]

    /// What `provider(_:perform:)` takes.
    static let performed: Set<String> = [
        "CXStartCallAction", "CXAnswerCallAction", "CXEndCallAction", "CXSetHeldCallAction",
        "CXSetMutedCallAction", "CXSetGroupCallAction", "CXPlayDTMFCallAction",
        "CXSetTranslatingCallAction",
    ]

    /// Apple's method that was meant; nil where the function is Apple's as it is, or something
    /// else.
    static func meant(by function: SwiftOutline.Function, of delegate: Delegate) -> String? {
        let known = delegate.methods + delegate.others
        guard function.types.first == delegate.sender, !known.contains(function.name) else {
            return nil
        }
        let parts = Parts(function.name)
        return delegate.methods.map { (method: $0, distance: parts.distance(to: Parts($0))) }
            .filter { $0.distance <= nearest(of: parts) }
            .min { $0.distance < $1.distance }?.method
    }

    /// How far a method may be and still be meant: many of a delegate's have one base name, so
    /// that nearly all its labels can differ.
    private static func nearest(of parts: Parts) -> Int {
        parts.isShared ? 30 : max(2, parts.base.count / 4)
    }

    /// A method's name, taken apart.
    private struct Parts {
        let base: String
        let labels: [String]

        init(_ name: String) {
            let pieces = name.split(separator: "(", maxSplits: 1)
            base = String(pieces.first ?? "")
            labels = (pieces.last ?? "").dropLast().split(separator: ":").map(String.init)
        }

        /// Whether the base name says nothing of what has happened.
        var isShared: Bool { ["provider", "pushRegistry", "callObserver"].contains(base) }

        func distance(to other: Parts) -> Int {
            let second = labels.dropFirst().first ?? ""
            let meant = other.labels.dropFirst().first ?? ""
            // `continueUserActivity` for `continue`: one begins with the other.
            let isLonger = second.hasPrefix(meant) || meant.hasPrefix(second)
            if base == other.base, isLonger, min(second.count, meant.count) >= 4 {
                return 2 * abs(labels.count - other.labels.count)
            }
            let names = editDistance(base, other.base)
            let rest = labels.count == 1 && other.labels.count == 1 ? 0 : 20
            return names + rest + editDistance(second, meant) / 4
        }
    }
}
