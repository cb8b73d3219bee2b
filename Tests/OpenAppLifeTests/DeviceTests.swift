// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing
import UIKit

@testable import OpenAppLife

/// The device, as far as apps ask.
@MainActor @Suite struct DeviceTests {
    @Test("The device is a phone, of the version that its rules need")
    func values() async throws {
        let bench = try Bench { request in
            guard case .hello = request else { return FakePhone.admitting(request) }
            var welcome = FakePhone.welcome
            welcome.hasPushMetadata = false
            return [.welcome(welcome)]
        }
        let device = bench.make { UIDevice.current }
        #expect(device === bench.make { UIDevice.current })
        #expect(device.systemVersion == "26.4")
        _ = bench.session.observedCalls()
        #expect(device.systemVersion == "18.0")
        #expect(
            [device.name, device.model, device.localizedModel] == ["iPhone", "iPhone", "iPhone"])
        #expect(device.systemName == "iOS")
        #expect(device.userInterfaceIdiom == .phone)
        #expect(device.isMultitaskingSupported)
        device.isProximityMonitoringEnabled = true
        device.isBatteryMonitoringEnabled = true
        #expect(device.isProximityMonitoringEnabled && !device.proximityState)
        #expect(device.isBatteryMonitoringEnabled)
        #expect(device.batteryState == .unknown && device.batteryLevel == -1)
    }

    @Test("A vendor's identifier is the same for its apps on one machine, and for no others")
    func vendor() throws {
        let one = VendorIdentifier.make(bundle: "com.example.hotline", machine: "a")
        #expect(one == VendorIdentifier.make(bundle: "com.example.other", machine: "a"))
        #expect(one != VendorIdentifier.make(bundle: "org.example.hotline", machine: "a"))
        #expect(one != VendorIdentifier.make(bundle: "com.example.hotline", machine: "b"))
        let digits = Array(one.uuidString)
        #expect(digits[14] == "8" && "89AB".contains(digits[19]))
        let bench = try Bench()
        let device = bench.make { UIDevice.current }
        #expect(device.identifierForVendor == device.identifierForVendor)
        #expect(device.identifierForVendor != nil)
    }
}
