// SPDX-License-Identifier: Apache-2.0
public import Foundation
import PhoneLink

/// One of several microphones behind one port.
///
/// Two are equal where their port and ID are.
open class AVAudioSessionDataSourceDescription: NSObject {
    private let source: DataSource?
    private let port: String
    private let wishes: Locked<AudioWishes>

    /// Makes one that is nowhere, for subclasses.
    public override init() { (source, port, wishes) = (nil, "", Locked(AudioWishes())) }

    init(source: DataSource, port: String, wishes: Locked<AudioWishes>) {
        (self.source, self.port, self.wishes) = (source, port, wishes)
    }

    /// Tells it from the others of its port.
    open var dataSourceID: NSNumber { NSNumber(value: source?.rawValue ?? 0) }

    /// Its name, as a person would say it.
    open var dataSourceName: String { source?.name ?? "" }

    /// Which end of the device it is at.
    open var location: AVAudioSession.Location? { source?.location }

    /// Where it looks.
    open var orientation: AVAudioSession.Orientation? { source?.orientation }

    /// What directions it can hear from; nil where it has no choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { source?.patterns }

    /// The preferred one, else the first.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? {
        preferredPolarPattern ?? supportedPolarPatterns?.first
    }

    /// What was set with ``setPreferredPolarPattern(_:)``.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? {
        wishes.withLock { $0.polarPatterns[dataSourceID.intValue] }
    }

    /// Prefers one of ``supportedPolarPatterns``; nil leaves it to the system.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain` with `badParam` for any other.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        if let pattern, supportedPolarPatterns?.contains(pattern) != true {
            throw AVAudioSession.ErrorCode.badParam.asError
        }
        wishes.withLock { $0.polarPatterns[dataSourceID.intValue] = pattern }
    }

    /// Whether the other is the same of the same port.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
        return port == other.port && dataSourceID == other.dataSourceID
    }

    /// Hashes port and ID.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(port)
        hasher.combine(dataSourceID)
        return hasher.finalize()
    }

    /// For logs.
    open override var description: String { "ID = \(dataSourceID); name = \(dataSourceName)" }
}

/// The microphones of a telephone; the raw values are four characters each, from 'mic1'.
enum DataSource: Int, CaseIterable {
    case bottom = 1_835_623_217
    case front = 1_835_623_218
    case back = 1_835_623_219

    var name: String {
        switch self {
        case .bottom: "Bottom"
        case .front: "Front"
        case .back: "Back"
        }
    }

    var location: AVAudioSession.Location { self == .bottom ? .lower : .upper }

    var orientation: AVAudioSession.Orientation {
        switch self {
        case .bottom: .bottom
        case .front: .front
        case .back: .back
        }
    }

    var patterns: [AVAudioSession.PolarPattern] {
        switch self {
        case .bottom: [.omnidirectional]
        case .front: [.omnidirectional, .cardioid, .stereo]
        case .back: [.omnidirectional, .subcardioid, .stereo]
        }
    }
}
