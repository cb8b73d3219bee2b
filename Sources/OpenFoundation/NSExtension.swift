// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Apple's Foundation has these two; here is as much of them as call directories need.
#if !canImport(Darwin)
/// What an app extension gets from the system to answer one request by.
open class NSExtensionContext: NSObject {
    /// What the host has for the extension: nothing, for a call directory.
    open var inputItems: [Any] { [] }

    /// Ends the request without a result.
    ///
    /// - Parameter error: Why; it goes into the system's log.
    open func cancelRequest(withError error: any Error) {}
}

/// The principal class of an app extension without an interface.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Called once, in a process that was started for it.
    func beginRequest(with context: NSExtensionContext)
}
#endif
