// SPDX-License-Identifier: Apache-2.0
import Foundation

// What apps use of Core Foundation, which has no Swift module outside Apple's systems.
#if !canImport(Darwin)
/// A time in seconds since the beginning of 2001, in UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// A span in seconds.
public typealias CFTimeInterval = Double

/// The time now.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The key of an app's short name in its Info.plist.
///
/// Apple's is a `CFString`; `kCFBundleNameKey as String` does with both.
public let kCFBundleNameKey = "CFBundleName"

/// The key of an app's bundle identifier in its Info.plist.
public let kCFBundleIdentifierKey = "CFBundleIdentifier"

/// The key of an app's build number in its Info.plist.
public let kCFBundleVersionKey = "CFBundleVersion"

/// The key of the executable's name in an app's Info.plist.
public let kCFBundleExecutableKey = "CFBundleExecutable"

/// The key of an app's first language in its Info.plist.
public let kCFBundleDevelopmentRegionKey = "CFBundleDevelopmentRegion"

/// The key of the Info.plist's own version.
public let kCFBundleInfoDictionaryVersionKey = "CFBundleInfoDictionaryVersion"

/// The key of an app's languages in its Info.plist.
public let kCFBundleLocalizationsKey = "CFBundleLocalizations"

/// Notifications between processes are not there.
@available(
    *, unavailable,
    message: "write what the other process needs into the folder or the defaults of the app group"
)
public func CFNotificationCenterGetDarwinNotifyCenter() -> AnyObject? { nil }

/// Objects have no lock of their own.
@available(*, unavailable, message: "use an NSRecursiveLock, which Apple's systems have as well")
@discardableResult public func objc_sync_enter(_ obj: Any) -> Int32 { 0 }

/// Objects have no lock of their own.
@available(*, unavailable, message: "use an NSRecursiveLock, which Apple's systems have as well")
@discardableResult public func objc_sync_exit(_ obj: Any) -> Int32 { 0 }
#endif
