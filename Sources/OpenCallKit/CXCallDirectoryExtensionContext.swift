// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
public import Foundation
import PhoneLink

/// A phone number as a call directory has it: the country's code and the digits after it (B140).
///
/// +1 408 555 0100 is 1_408_555_0100.
public typealias CXCallDirectoryPhoneNumber = Int64

/// The largest phone number that an entry may have.
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = .max - 1

/// Takes the entries of a call directory during one request.
///
/// - Numbers ascend among the blocking entries and among the identification entries of a request
///   (B140, B147). What breaks a rule ends the load when it arrives; the data that was there stays
///   in force (B148), and the ``delegate`` hears why.
/// - Every method may be called from any thread. A call waits while the system has not taken what
///   was added before.
/// - Once the load is over they do nothing, nor after ``completeRequest(completionHandler:)``,
///   which a line on standard error then says.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
    private struct State {
        weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?
        var completions: [@Sendable (Bool) -> Void] = []
        /// Whether the request had ended before it was completed; nil while it goes on.
        var hasExpired: Bool?
    }

    /// Nil in an object that an app's own tests make.
    private let session: DirectorySession?
    private let groups: AppGroupFolders?
    private let state = Locked(State())
    /// Where completions run, so that the provider may wait for them on its own queue.
    private let queue = DispatchQueue(label: "com.apple.CallKit.CXCallDirectoryExtensionContext")

    /// Makes a context of no request, for a test to override: it takes everything and does nothing.
    public override init() {
        session = nil
        groups = nil
        super.init()
    }

    init(session: DirectorySession, groups: AppGroupFolders) {
        self.session = session
        self.groups = groups
        super.init()
    }

    /// Hears of it when the load fails; not kept alive.
    open var delegate: (any CXCallDirectoryExtensionContextDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    // MARK: Entries

    /// Whether the extension may send changes to what it has sent before, in place of everything.
    ///
    /// True exactly where the last load succeeded and its data stands (B145). To ask is to promise
    /// it: once this was true, entries are added to those that are there, and may be removed. Ask
    /// before the first entry; without that, or where it is false, the request must give all
    /// entries from scratch and remove none (B144).
    open var isIncremental: Bool { session?.askIncremental() ?? false }

    /// Adds a number whose calls are refused without a sign (B158).
    ///
    /// Larger than the one before (3, out of order), and not blocked already (4, duplicate).
    open func addBlockingEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber
    ) {
        session?.addBlocking(phoneNumber)
    }

    /// Removes a number that was blocked; of one that was not, nothing.
    ///
    /// In an incremental request alone (8, B146).
    open func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        session?.removeBlocking(phoneNumber)
    }

    /// Removes all numbers that were blocked.
    ///
    /// In an incremental request alone (8, B146).
    open func removeAllBlockingEntries() { session?.removeAllBlocking() }

    /// Adds a number and the name that is shown for it.
    ///
    /// Not smaller than the one before (3, out of order). The same number may come again with
    /// another label; with the same one it is a duplicate (4, B141).
    ///
    /// - Parameters:
    ///   - phoneNumber: From 1 to ``CXCallDirectoryPhoneNumberMax``.
    ///   - label: Cut at 1,024 bytes of UTF-8.
    open func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        session?.addIdentification(phoneNumber, label: label)
    }

    /// Removes a number with all its labels; of one that has none, nothing.
    ///
    /// In an incremental request alone (8, B146).
    open func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        session?.removeIdentification(phoneNumber)
    }

    /// Removes all numbers with their labels.
    ///
    /// In an incremental request alone (8, B146).
    open func removeAllIdentificationEntries() { session?.removeAllIdentification() }

    // MARK: The end

    /// Says that all entries have been given.
    ///
    /// - Parameter completion: Called once, on a private queue: with false when the entries are in
    ///   force, with true where the request had ended before, as it does when the load fails; the
    ///   delegate has heard then (B154).
    @preconcurrency open func completeRequest(
        completionHandler completion: (@Sendable (Bool) -> Void)? = nil
    ) {
        let expired = state.withLock { state in
            if state.hasExpired == nil, let completion { state.completions.append(completion) }
            return state.hasExpired
        }
        if let completion, let expired { queue.async { completion(expired) } }
        // The app may read it when its reload completes.
        if let groups { GroupDefaults.synchronize(groups) }
        session?.complete()
        if session == nil { finish(hasExpired: false) }
    }

    /// Says that all entries have been given, and waits until they are in force.
    ///
    /// - Returns: True where the request had ended before, as it does when the load fails (B154).
    @discardableResult
    nonisolated(nonsending) open func completeRequest() async -> Bool {
        await withCheckedContinuation { continuation in
            completeRequest { continuation.resume(returning: $0) }
        }
    }

    /// Gives up: the load fails (2, interrupted) and what was there stays in force.
    ///
    /// The delegate is not called. What the error says goes into the system's log.
    open override func cancelRequest(withError error: any Error) {
        let error = error as NSError
        cancel("\(error.domain) \(error.code): \(error.localizedDescription)")
    }

    /// The request of a call directory has no items.
    @available(*, unavailable, message: "a call directory has completeRequest(completionHandler:)")
    public func completeRequest(
        returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil
    ) {}
}

extension CXCallDirectoryExtensionContext {
    /// Gives up, with words for the phone's log.
    func cancel(_ words: String) { session?.cancel(words) }

    /// Tells the delegate, where the system has ended the load, and what waits for the end.
    ///
    /// To be called once, on the provider's queue.
    func end(_ outcome: DirectorySession.Outcome) {
        if case .failed(let code, _) = outcome {
            let error = NSError(domain: CXErrorDomainCallDirectoryManager, code: code)
            delegate?.requestFailed(
                for: self, withError: CXErrorCodeCallDirectoryManagerError(_nsError: error))
        }
        finish(hasExpired: outcome != .completed)
    }

    /// Completes what waits for the end; what comes later is completed at once.
    private func finish(hasExpired: Bool) {
        let completions = state.withLock { state in
            defer { state.completions = [] }
            state.hasExpired = hasExpired
            return state.completions
        }
        for completion in completions { queue.async { completion(hasExpired) } }
    }

    /// Runs `body` after the completions that are due.
    func afterCompletions(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}

/// Hears of the failure of a load.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
    /// The system has ended the load and changed nothing; called once, on the main queue (B154).
    ///
    /// - Parameters:
    ///   - extensionContext: The one that was given to
    ///     ``CXCallDirectoryProvider/beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
    ///   - error: A ``CXErrorCodeCallDirectoryManagerError``; which entry it was stands in the
    ///     phone's log.
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}
