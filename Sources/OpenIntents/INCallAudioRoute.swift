// SPDX-License-Identifier: Apache-2.0

/// Where a call is to be heard.
public enum INCallAudioRoute: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// From the loudspeaker.
    case speakerphoneAudioRoute = 1
    /// From a Bluetooth device.
    case bluetoothAudioRoute = 2
}
