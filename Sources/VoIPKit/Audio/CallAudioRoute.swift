// SPDX-License-Identifier: Apache-2.0
public import AVFAudio

/// Where sound comes from and goes to, as a value.
public struct CallAudioRoute: Hashable, Sendable {
    /// A microphone, a loudspeaker, or one side of an accessory.
    public struct Port: Hashable, Sendable {
        /// What it is; the names are Apple's.
        public let type: AVAudioSession.Port
        /// What it is called on screens, in the person's language.
        public let name: String
        /// What the system knows it by, the same each time that it is connected.
        public let id: String

        /// Describes one.
        ///
        /// - Parameters:
        ///   - type: What it is.
        ///   - name: What it is called.
        ///   - id: What the system knows it by.
        public init(type: AVAudioSession.Port, name: String, id: String) {
            self.type = type
            self.name = name
            self.id = id
        }
    }

    /// Where sound comes from; empty where the category has no input.
    public let inputs: [Port]
    /// Where sound goes.
    public let outputs: [Port]

    /// Describes one.
    ///
    /// - Parameters:
    ///   - inputs: Where sound comes from.
    ///   - outputs: Where sound goes.
    public init(inputs: [Port], outputs: [Port]) {
        self.inputs = inputs
        self.outputs = outputs
    }

    /// Whether sound goes to the device's own loudspeaker.
    public var isSpeaker: Bool { outputs.contains { $0.type == .builtInSpeaker } }

    /// Whether sound goes to an accessory: neither to the receiver nor to the loudspeaker.
    public var isAccessory: Bool {
        outputs.contains { $0.type != .builtInSpeaker && $0.type != .builtInReceiver }
    }
}

extension CallAudioRoute {
    init(_ route: AVAudioSessionRouteDescription) {
        self.init(
            inputs: route.inputs.map { Port($0) }, outputs: route.outputs.map { Port($0) })
    }
}

extension CallAudioRoute.Port {
    init(_ port: AVAudioSessionPortDescription) {
        self.init(type: port.portType, name: port.portName, id: port.uid)
    }
}
