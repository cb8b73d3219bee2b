// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A class whose `init()` is called by its place in the table of methods.
///
/// Every subclass of `NSObject` has that place, whether or not it says `required`, as it would have
/// the selector with Objective-C. It is open because a class that nobody outside can inherit has
/// calls of its `init()` bound to its own.
open class _Initializable: NSObject {
    /// An object that nobody makes.
    public required override init() { super.init() }
}

/// An object of a class whose declaration is not known here.
@inline(never) func made(_ type: NSObject.Type) -> NSObject {
    // The cast is right for any subclass of NSObject: the place of `init()` is NSObject's own.
    unsafeBitCast(type, to: _Initializable.Type.self).init()
}
