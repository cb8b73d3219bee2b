// SPDX-License-Identifier: Apache-2.0

// Apple's platforms have it.
#if !canImport(Darwin)
/// Calls `body` and returns what that returns: nothing here is autoreleased.
///
/// Handlers of call directories put a batch of entries into it, as Xcode's template advises (B151).
@inlinable
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
#endif
