// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import PhoneLink

/// Where sound comes from and goes to, at one moment.
///
/// Two are equal where their ports are.
open class AVAudioSessionRouteDescription: NSObject {
    private let ports:
        (inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription])

    /// Makes one without ports, for subclasses.
    public override init() { ports = ([], []) }

    init(route: AudioRoute, wishes: Locked<AudioWishes>) {
        let describe = { AVAudioSessionPortDescription(port: $0, wishes: wishes) }
        ports = (route.inputs.map(describe), route.outputs.map(describe))
    }

    /// Where sound comes from; none while nothing is recorded.
    open var inputs: [AVAudioSessionPortDescription] { ports.inputs }

    /// Where sound goes.
    open var outputs: [AVAudioSessionPortDescription] { ports.outputs }

    /// Whether the other has the same ports.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return inputs == other.inputs && outputs == other.outputs
    }

    /// Hashes the ports.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(outputs)
        return hasher.finalize()
    }

    /// For logs.
    open override var description: String {
        "inputs: \(inputs.map(\.description)), outputs: \(outputs.map(\.description))"
    }
}
