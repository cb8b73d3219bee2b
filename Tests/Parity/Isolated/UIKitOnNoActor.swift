// SPDX-License-Identifier: Apache-2.0
// Warned: main actor-isolated class property 'shared' can not be referenced from a nonisolated
// Warned: main actor-isolated property 'applicationState' can not be referenced from a nonisolated
// Warned: main actor-isolated class property 'current' can not be referenced from a nonisolated
// Warned: main actor-isolated property 'windowScene' can not be mutated from a nonisolated
import UIKit

/// Written before there were actors: UIKit is called by whoever comes.
///
/// The compiler takes Apple's for older than actors, as all that it imports from Objective-C.
final class OldHelper {
    var isActive: Bool { UIApplication.shared.applicationState == .active }

    var isNear: Bool { UIDevice.current.proximityState }

    func show(_ window: UIWindow) { window.windowScene = nil }
}
