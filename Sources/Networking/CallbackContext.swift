// SPDX-License-Identifier: Apache-2.0

/// The way of an object through a C library's `void *`.
///
/// The pointer does not own the object: whoever hands it out owns both the object and the C handle,
/// and frees the handle first.
package enum CallbackContext {
    /// The pointer to give to the C library.
    package static func pointer(to object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// The object again, inside the callback; it lives at least as long as the callback runs.
    package static func object<Object: AnyObject>(
        _ type: Object.Type,
        from pointer: UnsafeMutableRawPointer?
    ) -> Object {
        guard let pointer else { preconditionFailure("a C callback lost its context") }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}
