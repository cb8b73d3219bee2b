// SPDX-License-Identifier: Apache-2.0

/// What an app's windows hold; here a name without a picture.
///
/// The template of an app declares `var window: UIWindow?`, so the name is there; nothing is drawn.
@preconcurrency @MainActor open class UIWindow: UIResponder {
    /// The controller of what would be shown: only kept.
    open var rootViewController: UIViewController?

    /// A window without anything in it.
    public override init() { super.init() }

    /// A window of that scene, without anything in it.
    public init(windowScene: UIWindowScene) {
        super.init()
        self.windowScene = windowScene
    }

    /// The scene that it is of.
    open weak var windowScene: UIWindowScene?

    /// Shows nothing.
    open func makeKeyAndVisible() {}
}

/// What would hold a screen's content: a name to build by, nothing is drawn.
///
/// Screens stay in a target of their own, which the tests on Linux do not build.
@preconcurrency @MainActor open class UIViewController: UIResponder {
    /// A controller without content.
    public override init() { super.init() }
}
