// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The principal class of a call directory extension: subclass it, and give the system your numbers
/// in ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
///
/// The system runs it when the user switches the extension on and whenever the app calls
/// ``CXCallDirectoryManager/reloadExtension(withIdentifier:completionHandler:)`` (B139), each time
/// in a process of its own; never when a call comes (B138). ``NSExtensionMain(_:)`` is where that
/// process begins.
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
    /// Makes a provider; the system does, once in each process.
    public override init() { super.init() }

    /// Called once, on the main queue, to add the entries and complete the request.
    ///
    /// The request may be completed later, and from any thread. A class that does not override this
    /// gives the system nothing: the load fails and what was there stays.
    open func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.cancel(
            "\(String(reflecting: type(of: self))) does not override beginRequest(with:); "
                + "add the entries there, and call completeRequest")
    }

    /// Passes a call directory's request on to
    /// ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``; any other ends at once.
    public final func beginRequest(with context: NSExtensionContext) {
        if let context = context as? CXCallDirectoryExtensionContext {
            beginRequest(with: context)
        } else {
            context.cancelRequest(
                withError: CXErrorCodeCallDirectoryManagerError(.unknown))
        }
    }
}
