// SPDX-License-Identifier: Apache-2.0
import CallModel

/// How the system behaves where versions differ or sources dispute.
///
/// A preset gives the answers of one system version; a tester who needs another answer sets the
/// field. Each choice is explained in `Documentation/Decisions.md`.
public struct SystemRules: Hashable, Sendable {
    // MARK: Actions

    /// How long a Start may take until it counts as failed (B35, B38).
    public var startTimeout = Duration.seconds(600)
    /// How long an Answer may take (B18, B35).
    public var answerTimeout = Duration.seconds(60)
    /// How long every other action may take (B35).
    public var actionTimeout = Duration.seconds(5)
    /// What becomes of an action for which the delegate has no method.
    public var unimplementedAction = UnimplementedAction.fails

    /// What becomes of an action for which the delegate has no method: no source says.
    public enum UnimplementedAction: Hashable, Sendable {
        /// It fails at once.
        case fails
        /// It counts as done.
        case fulfils
        /// It stays open until its time is over.
        case waits
    }

    // MARK: Calls

    /// An unanswered call is ended after this time (B25); nil rings for ever.
    public var ringLimit: Duration? = .seconds(60)
    /// How a call that nobody answered in time is kept (B26).
    public var ringTimeoutOutcome = RingTimeoutOutcome.unanswered
    /// Sends an unmute when an outgoing call is reported connected (B95).
    public var unmutesOnConnect = true
    /// What a report gets that would exceed `maximumCallGroups`: a raw value of
    /// `CXErrorCodeIncomingCallError.Code` (B66); nil takes the call all the same, and its screen
    /// offers End & Accept alone.
    public var errorOverCallLimit: Int? = 0
    /// What `supportsHolding`, `supportsGrouping`, `supportsUngrouping` and `supportsDTMF` count as
    /// where no update set them (B101); never for an outgoing call whose app sent no update at all.
    public var unsetSupportFlags = true
    /// An end that overtakes the answer to its report ends the call; false loses it, and the call
    /// rings on (B23).
    public var keepsEarlyEnds = true
    /// What becomes of the calls of an app whose process has died (B13, B31).
    public var callsOfDeadApp = CallsOfDeadApp.end
    /// After the person has ended a call and one group alone is held, the system takes it off hold
    /// (B71).
    public var resumesHeldCall = true
    /// A second outgoing call that connects ends the first unless that is held (B43); false holds
    /// it where it can be held.
    public var secondOutgoingEndsFirst = true

    /// What a call that nobody answered in time is kept as.
    public enum RingTimeoutOutcome: Hashable, Sendable { case unanswered, remoteEnded }

    /// What becomes of the calls of an app whose process has died.
    public enum CallsOfDeadApp: Hashable, Sendable {
        /// They end, failed.
        case end
        /// Those that are connected stay; when the user ends one, the app is started to hear of it
        /// (B31).
        case stay
    }

    // MARK: Providers

    /// From the making of a provider to its registration (B12); requests before it are refused.
    public var registrationDelay = Duration.zero
    /// What a request gets while the provider is being registered (B12).
    ///
    /// A raw value of `CXErrorCodeRequestTransactionError.Code`: 2 says what is wrong; iPhones were
    /// seen to say 7.
    public var errorWhileRegistering = 2
    /// After a reset, requests fail with `unknownCallProvider` until the app makes a new provider
    /// (B11).
    public var resetEndsProviders = false
    /// The deprecated `localizedName` of a configuration is what the screen shows; later systems
    /// take the app's own name.
    public var usesConfiguredName = false

    // MARK: Pushes

    /// A VoIP push must lead to a report: apps linked with the SDK of iOS 13 or later (B121).
    public var pushesMustBeReported = true
    /// From the delivery of a push to the report of a call (B122).
    public var reportDeadline = Duration.seconds(7)
    /// Breaches of that duty after which pushes stop until the app is installed again (B126,
    /// B127); nil never stops them.
    public var pushBreachesBeforeStop: Int? = 4
    /// An app that was removed and installed again is forgiven its breaches (B127).
    public var reinstallForgivesBreaches = true
    /// The system knows the push method with metadata, from iOS 26.4 (B129).
    public var hasPushMetadata = true
    /// A push that came to the phone so long after the push service had taken it need not be
    /// reported, from iOS 26.4 (B129); nil makes no difference of it.
    public var latePushAge: Duration? = .seconds(30)
    /// So long after its expiration a push is still handed to its app (B131).
    public var expiredPushGrace = Duration.seconds(30)
    /// What becomes of pushes before the phone is unlocked for the first time (B128).
    public var pushesBeforeFirstUnlock = PushesBeforeFirstUnlock.startApps
    /// An app that was removed and installed again gets the token that it had (B119).
    public var tokenSurvivesReinstall = true
    /// A dialog warns of an unreported push, and of pushes that have stopped, where the app was
    /// built for development: iOS 26 (B130).
    public var warnsDevelopers = true

    /// What becomes of pushes before the phone is unlocked for the first time: Apple says that apps
    /// may or may not be started.
    public enum PushesBeforeFirstUnlock: Hashable, Sendable {
        /// The app is started as ever.
        case startApps
        /// At most so many for each app wait, and come in a burst after the unlock; later ones are
        /// dropped.
        case waitForUnlock(atMost: Int)
    }

    // MARK: Call directories

    /// Entries of both kinds together that one extension may have (B142).
    public var directoryEntryLimit = 1_999_999
    /// How long an extension may load until it is ended with `loadingInterrupted` (B153: nothing is
    /// documented).
    public var directoryTimeLimit = Duration.seconds(60)
    /// What an extension's process may grow by while it loads, in bytes, until it is ended with
    /// `loadingInterrupted`; nil only remarks on it, since no source confirms a figure (B152).
    public var directoryMemoryLimit: Int?
    /// Growth that is remarked on, in bytes: the figure that circulates is 12 MB (B152).
    public var directoryMemoryWarning = 12 << 20
    /// Extensions block and identify calls that apps report, and not those of the cellular network
    /// alone.
    public var directoryCoversReportedCalls = true
    /// No extension blocks a contact (B156: documented in outline).
    public var contactsOutrankDirectories = true
    /// How long the data of an extension stays, and counts, after its app was removed (B162: "a
    /// short while").
    public var uninstalledDirectoryGrace = Duration.seconds(24 * 3600)
    /// A call waits so long for what extensions say of its number, then rings without it.
    public var identificationDeadline = Duration.milliseconds(200)
    /// A first load at switch-on of more entries than this gets the advice to load the rest later.
    public var switchOnAdviceCount = 100_000

    // MARK: The screen

    /// Incoming calls may be shown as a banner, from iOS 14 (B29).
    public var hasBanners = true
    /// The call screen's button into the app does nothing for a call without a handle: iOS 26
    /// (B30).
    public var callScreenNeedsHandle = true
    /// Recents and Contacts say whom an app is to call with `INStartCallIntent`, from iOS 13 on;
    /// false says it with `INStartAudioCallIntent` and `INStartVideoCallIntent` (B112).
    public var hasStartCallIntent = true
    /// Recents shows all calls to generic handles under each of them: iOS 26 (B113).
    public var genericHandlesShareRecents = true
    /// Do Not Disturb "while locked" keeps calls away: not on iOS 10 (B63).
    public var filtersWhileLocked = true
    /// Live translation of calls, from iOS 26 (B98).
    public var hasTranslation = true
    /// Apps can be locked and hidden, from iOS 18 (B56).
    public var hasProtectedApps = true

    // MARK: Audio

    /// `setActive(false)` while sound runs throws `isBusy`: before iOS 26 (B77).
    public var deactivationThrowsWhileRunning = false
    /// An accessory's gesture mutes the app's input, from iOS 17 (B96).
    public var hasInputMute = true

    // MARK: The phone itself

    /// From the start of a process to its connection.
    public var launchDeadline = Duration.seconds(10)
    /// How long an app delegate may launch until the system ends its app with 0x8badf00d; nil lets
    /// it, as for an app in a debugger.
    ///
    /// It counts from the app's connection to the end of `didFinishLaunching`.
    public var launchWatchdog: Duration? = .seconds(20)
    /// How long an app that its person closes may take in `applicationWillTerminate`, until the
    /// system ends it all the same.
    public var closingWatchdog = Duration.seconds(5)
    /// A new call waits so long for its row in Recents, then rings without one.
    public var recordDeadline = Duration.milliseconds(200)

    /// The newest system that is known, for an app that was linked with its SDK.
    public init() {}
}

extension SystemRules {
    /// The rules of one version of iOS.
    ///
    /// - Parameters:
    ///   - major: The system's version, 10 or later. Earlier ones have no CallKit and count as 10.
    ///   - minor: Its minor version.
    ///   - linkedSDK: The major version of the SDK that the app was built with, which decides about
    ///     the duty to report; nil is the system's own.
    /// - Returns: The rules, as far as the catalogue of behaviours tells versions apart.
    public static func iOS(_ major: Int, _ minor: Int = 0, linkedSDK: Int? = nil) -> SystemRules {
        var rules = SystemRules()
        if major <= 10 { rules.startTimeout = rules.actionTimeout }
        if major < 16 { rules.ringLimit = nil }
        rules.unmutesOnConnect = major >= 13
        rules.usesConfiguredName = major < 14
        rules.pushesMustBeReported = major >= 13 && (linkedSDK ?? major) >= 13
        rules.hasPushMetadata = (major, minor) >= (26, 4)
        if !rules.hasPushMetadata { rules.latePushAge = nil }
        rules.warnsDevelopers = major >= 26
        rules.hasBanners = major >= 14
        rules.callScreenNeedsHandle = major >= 26
        rules.hasStartCallIntent = major >= 13
        rules.genericHandlesShareRecents = major >= 26
        rules.filtersWhileLocked = major > 10
        rules.hasTranslation = major >= 26
        rules.hasProtectedApps = major >= 18
        rules.deactivationThrowsWhileRunning = major < 26
        rules.hasInputMute = major >= 17
        return rules
    }
}

extension SystemRules {
    var actionTimeouts: ActionTimeouts {
        ActionTimeouts(
            start: Interval(startTimeout), answer: Interval(answerTimeout),
            other: Interval(actionTimeout))
    }

    /// How long an action of a kind may take.
    func timeout(of kind: CallAction.Kind) -> Interval {
        switch kind {
        case .start: Interval(startTimeout)
        case .answer: Interval(answerTimeout)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating:
            Interval(actionTimeout)
        }
    }
}

extension Interval {
    /// Saturates: a rule may say "for ever".
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else {
            self.init(nanoseconds: seconds > 0 ? .max : .min)
            return
        }
        let (sum, tooMuch) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: tooMuch ? (whole > 0 ? .max : .min) : sum)
    }
}
