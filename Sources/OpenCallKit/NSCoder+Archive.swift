// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenFoundation

extension NSCoder {
    /// What the archive holds, with objects of CallKit in the wrong place refused.
    var archive: ArchiveReader {
        ArchiveReader(self, harmless: [CXHandle.self, CXAction.self, CXTransaction.self])
    }
}
