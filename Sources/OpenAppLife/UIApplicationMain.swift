// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import PhoneLink

extension UIApplicationDelegate {
    /// Runs this process as an app whose delegate is of this class: what `@main` calls.
    ///
    /// It does not return. The delegate is made with `init()`, and launched when the phone has said
    /// where the app is; without a phone, at once, with a word on standard error.
    public static func main() {
        guard let type = Self.self as? NSObject.Type else {
            endApp("\(Self.self) is no subclass of NSObject; make UIResponder its superclass")
        }
        runApp(principal: nil, delegate: type)
    }
}

/// Runs this process as an app: what the `main.swift` of an app without `@main` calls.
///
/// - Parameters:
///   - argc: Not looked at.
///   - argv: Not looked at.
///   - principalClassName: A subclass of ``UIApplication`` with its module's name, such as
///     `NSStringFromClass(CallApplication.self)`; nil for ``UIApplication`` itself.
///   - delegateClassName: Likewise, of the delegate; it is made with `init()`.
/// - Returns: Never.
@preconcurrency @MainActor @discardableResult public func UIApplicationMain(
    _ argc: Int32,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    guard let delegateClassName else {
        endApp(
            "UIApplicationMain has no name of a delegate's class, and no storyboard has one here; "
                + "pass NSStringFromClass(AppDelegate.self)")
    }
    runApp(
        principal: principalClassName.map { appClass(named: $0) },
        delegate: appClass(named: delegateClassName))
}

@MainActor private func runApp(principal: NSObject.Type?, delegate type: NSObject.Type) -> Never {
    let session = AppSession.current
    if let principal {
        guard let application = made(principal) as? UIApplication else {
            endApp("\(principal) is no subclass of UIApplication; make it one")
        }
        _ = session.attachment { application }
    }
    guard let delegate = made(type) as? any UIApplicationDelegate else {
        endApp("\(type) does not conform to UIApplicationDelegate; declare that it does")
    }
    AppLifeCycle.start(delegate, in: session, launchesNow: false)
    // A run loop, and not the dispatch queue alone: an app's timers are on it.
    RunLoop.main.run()
    dispatchMain()
}

private func appClass(named name: String) -> NSObject.Type {
    guard let type = NSClassFromString(name) as? NSObject.Type else {
        endApp(
            "there is no class \(name) that is one of NSObject's; pass what NSStringFromClass "
                + "gives, with the module's name in front")
    }
    return type
}

private func endApp(_ words: String) -> Never {
    writeToStandardError("OpenCallKit: \(words)")
    exit(1)
}
