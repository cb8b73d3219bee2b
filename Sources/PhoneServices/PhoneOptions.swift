// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore

/// What a person may choose about a phone.
package struct PhoneOptions {
    /// One folder for all that the phone keeps; nil follows the XDG variables.
    package var home: String?
    /// The push service; nil runs the phone without one.
    package var gateway: Gateway?
    package var rules = SystemRules()
    /// Where the phone is at home, ISO 3166-1: national numbers are read as dialled there.
    package var region: String?
    /// Steps that must not happen, for a test of what watches them.
    package var faults: Set<TimelineStep> = []

    /// Where the push service is, and how it and the phone know each other.
    package struct Gateway: Hashable, Sendable {
        package var host: String
        package var port: UInt16
        /// A PEM file with the authority of the push service's certificate; nil is the system's.
        package var authorityFile: String?
        /// Needed the first time alone.
        package var activationCode: String?

        package init(
            host: String,
            port: UInt16 = 5223,
            authorityFile: String? = nil,
            activationCode: String? = nil
        ) {
            self.host = host
            self.port = port
            self.authorityFile = authorityFile
            self.activationCode = activationCode
        }
    }

    package init() {}
}
