// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OCKStorage

/// A file of faults: a JSON array of ``FaultForm``s, applied in their order.
package enum FaultFile {
    /// A file may be as long.
    package static let byteCountMax = 1 << 20
    /// Faults at a time, in a file and in a gateway.
    package static let ruleCountMax = 1_000

    /// Reads and checks the whole file.
    ///
    /// - Throws: ``GatewayError`` that names the file, the number of the fault in it, and the rule.
    package static func read(_ path: String) throws(GatewayError) -> [FaultForm] {
        let bytes = try naming { () throws(FileError) in
            try Files.read(path, limit: byteCountMax)
        }
        let forms: [FaultForm]
        do {
            forms = try JSONDecoder().decode([FaultForm].self, from: Data(bytes))
        } catch let error as FaultFormError {
            throw .refused("\(path): a fault's \(error.words)")
        } catch {
            throw .refused(
                "\(path) is no JSON array of faults; one is written "
                    + #"[{"action": "answer", "reason": "Unregistered", "every": 3}]"#)
        }
        guard forms.count <= ruleCountMax else {
            throw .refused("\(path) has \(forms.count) faults, and \(ruleCountMax) are the most")
        }
        for (index, form) in forms.enumerated() {
            do {
                try form.check()
            } catch {
                throw .refused("\(path): fault \(index + 1) of \(forms.count): \(error.words)")
            }
        }
        return forms
    }
}
