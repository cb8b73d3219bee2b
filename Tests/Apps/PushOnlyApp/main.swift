// SPDX-License-Identifier: Apache-2.0
import PushKit

// An app that asks for VoIP pushes and is linked without CallKit.
let registry = PKPushRegistry(queue: nil)
registry.desiredPushTypes = [.voIP]
registry.desiredPushTypes = [.voIP]
