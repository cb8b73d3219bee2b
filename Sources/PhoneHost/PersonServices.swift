// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What the phone's person has set, over restarts.
package protocol SettingsStore: AnyObject {
    /// What an earlier run of the phone has written; read once, at the start.
    var settings: PhoneSettings { get }

    /// Writes the settings in place of those before; those of a later call win.
    func record(_ settings: PhoneSettings)
}

/// The people whom the phone's person knows, over restarts.
package protocol ContactBook: AnyObject {
    /// In order of their names.
    var contacts: [Contact] { get }

    /// Set by the host; called after each change, before the completion of what made it.
    var onChange: (() -> Void)? { get set }

    /// Reads a vCard file at an absolute path; its people join those before, or take their place.
    ///
    /// A file that cannot be read changes nothing, nor does one that was read before.
    func importCards(
        path: String,
        isReplacing: Bool,
        completion: @escaping (Result<ContactImport, ServiceFailure>) -> Void
    )
}

/// Settings that end with the process.
package final class MemorySettings: SettingsStore {
    package private(set) var settings: PhoneSettings

    package init(_ settings: PhoneSettings = PhoneSettings()) { self.settings = settings }

    package func record(_ settings: PhoneSettings) { self.settings = settings }
}

/// Contacts that a test or a tool sets; it reads no files.
package final class MemoryContacts: ContactBook {
    package var onChange: (() -> Void)?
    package var contacts: [Contact] { didSet { onChange?() } }

    package init(_ contacts: [Contact] = []) { self.contacts = contacts }

    package func importCards(
        path: String,
        isReplacing: Bool,
        completion: @escaping (Result<ContactImport, ServiceFailure>) -> Void
    ) {
        completion(.failure(ServiceFailure("this phone reads no files of contacts")))
    }
}
