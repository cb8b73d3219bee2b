// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What an app's calling service is like.
open class CXProviderConfiguration: NSObject, NSCopying {
    private var configuration = ProviderConfiguration()

    /// Makes a configuration with the system's defaults.
    public override init() {}

    /// Makes a configuration with a name.
    ///
    /// The system shows the app's own display name instead.
    @available(*, deprecated, message: "use init(); the system shows the app's display name")
    public convenience init(localizedName: String) {
        self.init()
        configuration.localizedName = localizedName
    }

    /// The name that the configuration was made with.
    @available(*, deprecated, message: "the system shows the app's display name")
    open var localizedName: String? { configuration.localizedName }

    /// The file name of a sound in the app's bundle; nil is the system's ring tone (B115).
    open var ringtoneSound: String? {
        get { configuration.ringtoneSound }
        set { configuration.ringtoneSound = newValue }
    }

    /// The PNG data of a square image for the button that leads back to the app.
    open var iconTemplateImageData: Data?

    /// How many groups of calls there may be at once, 2 at first; a single call is a group (B89).
    open var maximumCallGroups: Int {
        get { configuration.maximumCallGroups }
        set { configuration.maximumCallGroups = newValue }
    }

    /// How many calls a group may have, 5 at first.
    open var maximumCallsPerCallGroup: Int {
        get { configuration.maximumCallsPerCallGroup }
        set { configuration.maximumCallsPerCallGroup = newValue }
    }

    /// Whether calls are written to Recents (B111).
    ///
    /// True at first.
    open var includesCallsInRecents: Bool {
        get { configuration.includesCallsInRecents }
        set { configuration.includesCallsInRecents = newValue }
    }

    /// Whether the service can do video.
    ///
    /// False at first.
    open var supportsVideo: Bool {
        get { configuration.supportsVideo }
        set { configuration.supportsVideo = newValue }
    }

    /// Whether calls can be translated as they are spoken (B98).
    ///
    /// False at first. Of iOS 26.
    open var supportsAudioTranslation: Bool {
        get { configuration.supportsAudioTranslation }
        set { configuration.supportsAudioTranslation = newValue }
    }

    /// The kinds of handle that the app can be asked to call.
    ///
    /// None at first.
    open var supportedHandleTypes: Set<CXHandle.HandleType> {
        get {
            Set(
                configuration.supportedHandleKinds.compactMap {
                    CXHandle.HandleType(rawValue: $0.rawValue)
                })
        }
        set {
            configuration.supportedHandleKinds = newValue.map(\.rawValue).sorted()
                .compactMap { Handle.Kind(rawValue: $0) }
        }
    }

    /// The configuration as a message carries it.
    final var model: ProviderConfiguration { configuration }

    /// A configuration that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXProviderConfiguration()
        copy.configuration = configuration
        copy.iconTemplateImageData = iconTemplateImageData
        return copy
    }
}
