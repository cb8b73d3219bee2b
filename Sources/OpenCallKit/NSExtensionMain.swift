// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import PhoneLink

// Apple's extensions begin at a function of this name, which Xcode puts in; here an extension's
// main.swift calls it.
#if !canImport(Darwin) && !APPLE_PARITY
/// Runs this process as a call directory extension.
///
/// It is the one line of `main.swift` in the extension's target, beside the file of the class,
/// which is the one that is built for an iPhone:
///
/// ```swift
/// import CallKit
///
/// NSExtensionMain(CallDirectoryHandler())
/// ```
///
/// The class must be the one that `NSExtensionPrincipalClass` names in the Info.plist of the
/// extension's bundle. The system starts the process, has the class made, and asks it for its
/// entries on the main queue; when the load has ended, so does the process. Standard error says
/// what went wrong.
///
/// - Parameter principal: Makes the object; evaluated once, on the main queue, when the system is
///   ready for the entries.
public func NSExtensionMain<Principal: CXCallDirectoryProvider>(
    _ principal: @autoclosure @escaping @MainActor () -> Principal
) -> Never {
    let main = ExtensionMain(principalClass: String(reflecting: Principal.self))
    main.run { MainActor.assumeIsolated { Transfer(principal()) }.value }
}
#endif
