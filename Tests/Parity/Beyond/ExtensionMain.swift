// SPDX-License-Identifier: Apache-2.0
// Refused: cannot find 'NSExtensionMain' in scope
import CallKit

/// What an iPhone's extension has from Xcode's linker, and no source may call.
@MainActor func begin() {
    NSExtensionMain(CXCallDirectoryProvider())
}
