// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import PhoneLink

/// A thing that sound comes from or goes to.
///
/// Two are equal where their types and UIDs are.
open class AVAudioSessionPortDescription: NSObject {
    private let port: AudioPort
    private let wishes: Locked<AudioWishes>

    /// Makes one without names, for subclasses.
    public override init() {
        port = AudioPort(type: "", name: "", uid: "")
        wishes = Locked(AudioWishes())
    }

    init(port: AudioPort, wishes: Locked<AudioWishes>) {
        (self.port, self.wishes) = (port, wishes)
    }

    /// What kind of thing it is.
    open var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.type) }

    /// Its name, as a person would say it.
    open var portName: String { port.name }

    /// Tells it from others of its kind.
    open var uid: String { port.uid }

    /// Whether it frees a call of echo by itself; hands-free Bluetooth and cars do.
    open var hasHardwareVoiceCallProcessing: Bool {
        portType == .bluetoothHFP || portType == .carAudio
    }

    /// False: no port here is spatial.
    open var isSpatialAudioEnabled: Bool { false }

    /// Its channels.
    open var channels: [AVAudioSessionChannelDescription]? {
        let count = portType.isInput ? portType.inputChannels : portType.outputChannels
        return (1...count).map {
            AVAudioSessionChannelDescription(port: port, number: $0, of: count)
        }
    }

    /// The built-in microphone's three; nil for a port without a choice.
    open var dataSources: [AVAudioSessionDataSourceDescription]? {
        guard portType == .builtInMic else { return nil }
        return DataSource.allCases.map {
            AVAudioSessionDataSourceDescription(source: $0, port: uid, wishes: wishes)
        }
    }

    /// The preferred one, else the one at the bottom, which a telephone takes for speech.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? {
        preferredDataSource ?? dataSources?.first
    }

    /// What was set with ``setPreferredDataSource(_:)``.
    open var preferredDataSource: AVAudioSessionDataSourceDescription? {
        let id = wishes.withLock { $0.dataSources[uid] }
        return dataSources?.first { $0.dataSourceID.intValue == id }
    }

    /// Prefers one of ``dataSources``; nil leaves it to the system.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain` with `badParam` for one of another port.
    open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        if let dataSource, dataSources?.contains(dataSource) != true {
            throw AVAudioSession.ErrorCode.badParam.asError
        }
        wishes.withLock { $0.dataSources[uid] = dataSource?.dataSourceID.intValue }
    }

    /// Whether the other is of the same type and UID.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return portType == other.portType && uid == other.uid
    }

    /// Hashes type and UID.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(portType)
        hasher.combine(uid)
        return hasher.finalize()
    }

    /// For logs.
    open override var description: String {
        "type = \(portType.rawValue); name = \(portName); UID = \(uid)"
    }
}

/// One channel of a port.
open class AVAudioSessionChannelDescription: NSObject {
    private let port: AudioPort
    private let number: Int
    private let count: Int

    /// Makes one of no port, for subclasses.
    public override init() {
        port = AudioPort(type: "", name: "", uid: "")
        (number, count) = (1, 1)
    }

    /// - Parameters:
    ///   - port: The port that it is of.
    ///   - number: From 1.
    ///   - count: How many the port has.
    init(port: AudioPort, number: Int, of count: Int) {
        (self.port, self.number, self.count) = (port, number, count)
    }

    /// The port's name and the number.
    open var channelName: String { "\(port.name) \(number)" }

    /// The UID of its port.
    open var owningPortUID: String { port.uid }

    /// From 1.
    open var channelNumber: Int { number }

    /// Where it belongs: 1 is left, 2 is right, 42 the only one.
    open var channelLabel: AudioChannelLabel { count == 1 ? 42 : AudioChannelLabel(number) }

    /// Whether the other is the same channel of the same port.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionChannelDescription else { return false }
        return owningPortUID == other.owningPortUID && channelNumber == other.channelNumber
    }

    /// Hashes the port's UID and the number.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(owningPortUID)
        hasher.combine(channelNumber)
        return hasher.finalize()
    }
}

/// Where in the air a channel belongs.
public typealias AudioChannelLabel = UInt32
