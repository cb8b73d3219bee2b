// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// What an app answers to the wish to call someone.
public enum INStartCallIntentResponseCode: Int, Sendable {
    /// Nothing.
    case unspecified = 0
    /// It can.
    case ready = 1
    /// It will, once it is in front.
    case continueInApp = 2
    /// The person must agree first.
    case userConfirmationRequired = 3
    /// It cannot.
    case failure = 4
    /// It cannot until it was opened.
    case failureRequiringAppLaunch = 5
    /// Its service cannot be reached.
    case failureCallingServiceNotAvailable = 6
    /// It cannot reach that person.
    case failureContactNotSupportedByApp = 7
    /// The phone is in airplane mode.
    case failureAirplaneModeEnabled = 8
    /// The call cannot be handed to another device.
    case failureUnableToHandOff = 9
    /// The app is not set up.
    case failureAppConfigurationRequired = 10
    /// Another call goes on.
    case failureCallInProgress = 11
    /// Another call rings.
    case failureCallRinging = 12
    /// The person must sign in first, in the app.
    case failureRequiringInAppAuthentication = 13
}

/// An app's answer to the wish to call someone.
open class INStartCallIntentResponse: INIntentResponse {
    /// What it answers.
    open var code: INStartCallIntentResponseCode { answer }
    private let answer: INStartCallIntentResponseCode

    /// Makes an answer.
    public init(code: INStartCallIntentResponseCode, userActivity: NSUserActivity?) {
        answer = code
        super.init()
        self.userActivity = userActivity
    }

    /// An answer that says the same.
    open override func copy(with zone: NSZone? = nil) -> Any {
        INStartCallIntentResponse(code: code, userActivity: userActivity)
    }

    /// Writes the code.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(answer.rawValue, forKey: "code")
    }

    /// Reads an answer.
    public required init?(coder: NSCoder) {
        let code = coder.decodeInteger(forKey: "code")
        answer = INStartCallIntentResponseCode(rawValue: code) ?? .unspecified
        super.init(coder: coder)
    }
}
