// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import PhoneLink

/// The kind of device that an app shows itself on.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// None in particular.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car's screen.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// A headset.
    case vision = 6
}

/// The phone that an app runs on, as far as apps ask.
@preconcurrency @MainActor open class UIDevice: NSObject {
    /// How the battery stands.
    public enum BatteryState: Int, Sendable {
        /// Not watched, and always so here.
        case unknown = 0
        /// On battery.
        case unplugged = 1
        /// On power, not full.
        case charging = 2
        /// On power, full.
        case full = 3
    }

    private let session: Weak

    private init(_ session: Weak) { self.session = session }

    /// The one that the app runs on.
    open class var current: UIDevice {
        let session = AppSession.current
        let link = Weak(session)
        return session.attachment { MainActor.assumeIsolated { UIDevice(link) } }
    }

    /// `iPhone`, as every app is told that may not read the person's own name for it.
    open var name: String { "iPhone" }

    /// `iPhone`.
    open var model: String { "iPhone" }

    /// `iPhone`, in whatever language.
    open var localizedModel: String { "iPhone" }

    /// `iOS`: whose rules the phone keeps.
    open var systemName: String { "iOS" }

    /// The oldest version that has what the phone has told of its rules: `26.4` with the push
    /// method that has metadata (B129), else `18.0`.
    ///
    /// A phone here has rules, not a version; `if #available` asks for the system that the process
    /// was built on.
    open var systemVersion: String {
        (session.object as? AppSession)?.state.hasPushMetadata ?? true ? "26.4" : "18.0"
    }

    /// One that stays the same for all apps of a vendor on one machine.
    ///
    /// The vendor is the bundle's identifier without its last part. It is made from the machine's
    /// `/etc/machine-id`, and survives the removal of the vendor's apps, as Apple's does not.
    open var identifierForVendor: UUID? {
        guard case .admitted(let welcome) = (session.object as? AppSession)?.state.link else {
            return VendorIdentifier.make(bundle: ProcessInfo.processInfo.processName)
        }
        return VendorIdentifier.make(bundle: welcome.bundle)
    }

    /// ``UIUserInterfaceIdiom/phone``.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }

    /// True: an app lives on in the background.
    open var isMultitaskingSupported: Bool { true }

    /// Whether the screen goes dark at the ear; there is no screen, so it is only kept.
    open var isProximityMonitoringEnabled = false

    /// Whether the phone is at an ear: never.
    open var proximityState: Bool { false }

    /// Whether the battery is watched; there is none, so it is only kept.
    open var isBatteryMonitoringEnabled = false

    /// ``BatteryState/unknown``.
    open var batteryState: UIDevice.BatteryState { .unknown }

    /// -1, as where nothing is known.
    open var batteryLevel: Float { -1 }

    /// Never posted.
    public nonisolated static let proximityStateDidChangeNotification = NSNotification.Name(
        "UIDeviceProximityStateDidChangeNotification")

    /// Never posted.
    public nonisolated static let batteryStateDidChangeNotification = NSNotification.Name(
        "UIDeviceBatteryStateDidChangeNotification")

    /// Never posted.
    public nonisolated static let batteryLevelDidChangeNotification = NSNotification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")
}
