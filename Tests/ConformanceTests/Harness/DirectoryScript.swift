// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import PhoneLink
import Testing

/// A call directory extension that gives what its test says, and writes down what it is told.
final class DirectoryScript: Sendable {
    typealias Body = @Sendable (CXCallDirectoryExtensionContext) -> Void

    private let body = Locked<Body>({ $0.completeRequest() })
    private let history = Locked<[String]>([])

    /// What the handler does with its next request.
    func set(_ script: @escaping Body) { body.withLock { $0 = script } }

    /// Gives these entries, from scratch.
    func give(blocking: [Int64] = [], _ labels: [(Int64, String)] = []) {
        set { context in
            context.add(blocking: blocking, labels)
            context.completeRequest()
        }
    }

    /// What was told since the last time.
    func take() -> [String] {
        history.withLock { events in
            defer { events = [] }
            return events
        }
    }

    func log(_ event: String) { history.withLock { $0.append(event) } }

    func handler() -> CXCallDirectoryProvider { ScriptedHandler(self) }

    fileprivate func carryOut(_ context: CXCallDirectoryExtensionContext) {
        let script = body.withLock { $0 }
        script(context)
    }
}

extension CXCallDirectoryExtensionContext {
    func add(blocking: [Int64] = [], _ labels: [(Int64, String)] = []) {
        for number in blocking { addBlockingEntry(withNextSequentialPhoneNumber: number) }
        for (number, label) in labels {
            addIdentificationEntry(withNextSequentialPhoneNumber: number, label: label)
        }
    }
}

private final class ScriptedHandler: CXCallDirectoryProvider {
    private let script: DirectoryScript

    init(_ script: DirectoryScript) {
        self.script = script
        super.init()
    }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        script.log("begin")
        script.carryOut(context)
    }
}

extension ScriptedHandler: CXCallDirectoryExtensionContextDelegate {
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        let error = error as NSError
        script.log(
            "failed \(error.domain == CXErrorDomainCallDirectoryManager ? "" : error.domain)"
                + "\(error.code)")
    }
}

/// A phone with an app that has one call directory extension, still switched off.
struct DirectoryStand {
    static let id = "com.example.hotline.directory"

    let phone: SimulatedPhone
    let app: WitnessApp
    let script = DirectoryScript()

    init(_ link: Link, _ rules: SystemRules = SystemRules()) async throws {
        phone = SimulatedPhone(link: link, rules: rules)
        app = try await phone.run { WitnessApp() }
        _ = app.take()
        let hotline = try #require(phone.hotline)
        hotline.addDirectoryExtension(Self.id) { [script] in script.handler() }
    }

    /// Another extension of the app.
    func add(_ id: String) throws -> DirectoryScript {
        let script = DirectoryScript()
        try #require(phone.hotline).addDirectoryExtension(id) { script.handler() }
        return script
    }

    /// The person switches it on, which loads it.
    func enable(_ id: String = id) async throws {
        #expect(phone.directory.enable(id).isDone)
        try await phone.settle()
    }

    /// The app reloads the extension; the number of its error, nil for none.
    @discardableResult
    func reload(_ id: String = id) async throws -> Int? {
        let answer = Locked<Int?>(-1)
        try await phone.within {
            CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: id) { error in
                answer.withLock { $0 = error.map { ($0 as NSError).code } }
            }
        }
        return answer.withLock { $0 }
    }

    /// Begins a reload by the app; its answer stands in the app's history as `reloaded …`.
    func beginReload(_ id: String = id) async throws {
        let app = app
        try await phone.within {
            CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: id) { error in
                app.log("reloaded \(WitnessApp.code(error))")
            }
        }
    }

    var directory: CallDirectory? { phone.directory[Self.id] }

    func blocked() throws -> [Int64] { try phone.directory.blockedNumbers(of: Self.id) }

    func labels() throws -> [String] {
        try phone.directory.labels(of: Self.id).map { "\($0.number) \($0.label)" }
    }

    /// Reports a call from a number, and settles; without a name, unless one is given.
    func report(_ letter: String, from number: String, name: String? = nil) async throws {
        let update = WitnessApp.update(CXHandle(type: .phoneNumber, value: number))
        update.localizedCallerName = name
        app.report(letter, update)
        try await phone.settle()
    }
}
