// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// A call directory handler that does what no such handler should, as the file `order` in its
/// group's container says.
final class BadHandler: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: "group.com.example.bad")
        guard let folder,
            let order = try? String(
                contentsOf: folder.appendingPathComponent("order"), encoding: .utf8)
        else {
            context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
            return
        }
        carryOut(order, context)
    }

    private func carryOut(_ order: String, _ context: CXCallDirectoryExtensionContext) {
        switch order {
        case "one":
            // In order, so that there is something to keep.
            context.addBlockingEntry(withNextSequentialPhoneNumber: 15_550_100)
            context.completeRequest()
        case "remove":
            context.removeBlockingEntry(withPhoneNumber: 15_550_100)
            context.completeRequest()
        case "descend":
            for number: Int64 in [15_550_101, 15_550_103, 15_550_102] {
                context.addBlockingEntry(withNextSequentialPhoneNumber: number)
            }
            context.completeRequest()
        case "repeat":
            for _ in 0..<2 {
                context.addIdentificationEntry(
                    withNextSequentialPhoneNumber: 15_550_104, label: "Twice")
            }
            context.completeRequest()
        case "exit": exit(0)
        case "abort": abort()
        case "cancel": context.cancelRequest(withError: CocoaError(.fileReadCorruptFile))
        case "twice":
            context.addBlockingEntry(withNextSequentialPhoneNumber: 15_550_105)
            context.completeRequest()
            context.addBlockingEntry(withNextSequentialPhoneNumber: 15_550_106)
            context.completeRequest()
        case "wait":
            // The load goes on until somebody ends it.
            context.addBlockingEntry(withNextSequentialPhoneNumber: 15_550_107)
        default: context.cancelRequest(withError: CocoaError(.featureUnsupported))
        }
    }
}

extension BadHandler: CXCallDirectoryExtensionContextDelegate {
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        let error = error as NSError
        FileHandle.standardError.write(Data("requestFailed \(error.domain) \(error.code)\n".utf8))
    }
}
