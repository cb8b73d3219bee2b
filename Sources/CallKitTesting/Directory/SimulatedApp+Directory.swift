// SPDX-License-Identifier: Apache-2.0
import CallModel
public import OpenCallKit
import PhoneCore
import PhoneHost

extension SimulatedApp {
    /// Gives the app a call directory extension, as its bundle would have it; switched off, as it
    /// is after an installation (B149).
    ///
    /// Its handler runs in the process of the test, on a queue of its own. Given again, the
    /// identifier keeps its entries and gets the new handler.
    ///
    /// - Parameters:
    ///   - id: The extension's bundle identifier; it begins with the app's and a period.
    ///   - name: What the settings call it; nil is the identifier.
    ///   - handler: Makes the handler, for each load anew.
    public func addDirectoryExtension<Handler: CXCallDirectoryProvider>(
        _ id: String, name: String? = nil, _ handler: @escaping @Sendable () -> Handler
    ) {
        guard let phone, phone.app(bundle) === self else { return }
        guard id.hasPrefix("\(bundle)."), id.utf8.count <= Limits.extensionIDByteCount else {
            phone.misused(
                "the identifier of an extension begins with its app's and a period, as in "
                    + "\(bundle).CallDirectory; \(id) does not")
            return
        }
        phone.withStage { stage in
            stage.handlers[id] = { handler() }
            guard var app = stage.catalog.apps.first(where: { $0.app.bundle == bundle }) else {
                return
            }
            let added = DirectoryExtension(id: id, app: bundle, name: name ?? id)
            app.app.directoryExtensions.removeAll { $0.id == id }
            app.app.directoryExtensions.append(added)
            app.app.directoryExtensions.sort { $0.id < $1.id }
            stage.catalog.add(app)
        }
    }
}
