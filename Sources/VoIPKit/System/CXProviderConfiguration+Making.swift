// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

extension CXProviderConfiguration {
    /// What the provider is told of the app.
    ///
    /// - Parameters:
    ///   - configuration: The app's own.
    ///   - isNamed: Whether the provider is given the app's name, as iOS 13 wants it. Later systems
    ///     take it from the app; there this is for tests.
    /// - Returns: A fresh one.
    static func make(
        _ configuration: CallConfiguration, isNamed: Bool = false
    ) -> CXProviderConfiguration {
        let made: CXProviderConfiguration
        if #available(iOS 14, *), !isNamed {
            made = CXProviderConfiguration()
        } else {
            let maker: any NamedConfigurationMaking.Type = BeforeIOS14.self
            made = maker.make(Self.appName)
        }
        made.maximumCallGroups = configuration.maximumCallGroups
        made.maximumCallsPerCallGroup = configuration.maximumCallsPerCallGroup
        made.supportsVideo = configuration.supportsVideo
        made.supportedHandleTypes = Set(
            configuration.handleKinds.map { CXHandle.HandleType.make($0) })
        made.includesCallsInRecents = configuration.includesCallsInRecents
        made.ringtoneSound = configuration.ringtoneSound
        made.iconTemplateImageData = configuration.iconTemplateImageData
        return made
    }

    /// What the person knows the app by.
    private static var appName: String {
        let keys = ["CFBundleDisplayName", "CFBundleName"]
        return keys.lazy.compactMap { Bundle.main.object(forInfoDictionaryKey: $0) as? String }
            .first ?? ProcessInfo.processInfo.processName
    }
}

/// The way to an initialiser that newer systems call deprecated, without a warning for the older
/// one that has no other.
private protocol NamedConfigurationMaking {
    static func make(_ name: String) -> CXProviderConfiguration
}

private enum BeforeIOS14: NamedConfigurationMaking {
    @available(*, deprecated, message: "iOS 14 has an initialiser without a name")
    static func make(_ name: String) -> CXProviderConfiguration {
        CXProviderConfiguration(localizedName: name)
    }
}
