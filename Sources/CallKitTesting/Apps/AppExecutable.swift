// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that is an app: it uses CallKit as it does on a phone, and finds the phone of the test
/// by what it was started with.
///
/// Its app delegate is marked `@main`, or its main function makes its CallKit and PushKit objects
/// and then runs the main queue, with `dispatchMain()` or a run loop.
public struct AppExecutable: Hashable, Sendable {
    /// Where it is.
    public let path: String

    /// The program at a path.
    public static func path(_ path: String) -> AppExecutable { AppExecutable(path: path) }

    /// The executable product or target of that name, which was built together with the tests.
    ///
    /// SwiftPM puts it beside the tests where the test target depends on it.
    public static func built(_ name: String) -> AppExecutable {
        AppExecutable(path: folderOfTests.appendingPathComponent(name).path)
    }

    /// Whether there is a program that may be run.
    public var exists: Bool { access(path, X_OK) == 0 }

    /// What is wrong where it is not there.
    var missing: String {
        "there is no program \(path); let the test target depend on the executable target, or name "
            + "the path of one that was built"
    }

    private static var folderOfTests: URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        #endif
    }
}
