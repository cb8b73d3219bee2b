// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What our code and the toolkit's side say to each other: names of methods, and words with them.
@MainActor
final class HostChannel {
    typealias Arguments = [String: String]

    let name: String
    /// The toolkit's side.
    var host: ((_ method: String, _ arguments: Arguments) -> Void)?

    private var handler: ((_ method: String, _ arguments: Arguments) -> Bool)?

    init(name: String) { self.name = name }

    /// Tells the toolkit's side something; where nobody listens yet, the app's log has it.
    func invoke(_ method: String, _ arguments: Arguments = [:]) {
        guard let host else {
            print("\(name): \(method)")
            return
        }
        host(method, arguments)
    }

    /// Sets who does what the toolkit's side asks for.
    func setMethodCallHandler(_ handler: @escaping (String, Arguments) -> Bool) {
        self.handler = handler
    }

    /// The toolkit's side asks for something.
    ///
    /// - Returns: Whether there is such a method here.
    @discardableResult
    func call(_ method: String, _ arguments: Arguments = [:]) -> Bool {
        handler?(method, arguments) ?? false
    }
}
