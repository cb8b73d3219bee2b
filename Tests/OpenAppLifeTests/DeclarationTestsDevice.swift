// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import Testing
import UIKit

/// What the device and pictures are named by, as apps use it.
@MainActor @Suite struct DeclarationTestsDevice {
    @Test("Idioms and states of the battery have Apple's numbers")
    func numbers() {
        let idioms: [UIUserInterfaceIdiom] = [
            .unspecified, .phone, .pad, .tv, .carPlay, .mac, .vision,
        ]
        #expect(idioms.map(\.rawValue) == [-1, 0, 1, 2, 3, 5, 6])
        #expect(UIUserInterfaceIdiom(rawValue: 4) == nil)
        let states: [UIDevice.BatteryState] = [.unknown, .unplugged, .charging, .full]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3])
        #expect(UIDevice.BatteryState(rawValue: 4) == nil)
        let modes: [UIImage.RenderingMode] = [.automatic, .alwaysOriginal, .alwaysTemplate]
        #expect(modes.map(\.rawValue) == [0, 1, 2])
        #expect(UIImage.RenderingMode(rawValue: 3) == nil)
    }

    @Test("Notifications of the device have Apple's names")
    func notifications() throws {
        let names = [
            UIDevice.proximityStateDidChangeNotification,
            UIDevice.batteryStateDidChangeNotification,
            UIDevice.batteryLevelDidChangeNotification,
        ]
        let words = ["ProximityState", "BatteryState", "BatteryLevel"]
        #expect(names.map(\.rawValue) == words.map { "UIDevice\($0)DidChangeNotification" })
        let device = try Bench().make { UIDevice.current }
        #expect(device === device && device.identifierForVendor != nil)
    }

    @Test("A picture that is not there is none, in whatever way it is looked for")
    func pictures() throws {
        #expect(UIImage(named: "nowhere") == nil)
        #expect(UIImage(named: "nowhere", in: nil, compatibleWith: UITraitCollection()) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
        #expect(UIImage(data: Data()) == nil && UIImage(data: Data(), scale: 2) == nil)
        let empty = UIImage()
        #expect(empty.scale == 1 && empty.size == .zero && empty.pngData() == nil)
        #expect(empty.renderingMode == .automatic)
        #expect(empty.withRenderingMode(.alwaysTemplate).renderingMode == .alwaysTemplate)
    }
}
