// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OpenCallKit

extension UUID {
    init<Kind>(_ identifier: Identifier<Kind>) {
        guard let uuid = UUID(uuidString: identifier.description) else {
            preconditionFailure("an identifier prints as a UUID")
        }
        self = uuid
    }

    /// The same 16 bytes as an identifier of the kind that the context asks for.
    func identifier<Kind>() -> Identifier<Kind> {
        guard let identifier = Identifier<Kind>(uuidString) else {
            preconditionFailure("a UUID prints as an identifier")
        }
        return identifier
    }
}

extension Date {
    init(_ time: WallTime) {
        self.init(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }

    /// Rounded to the millisecond; a date that is out of all reason goes to the end of the range.
    var wallTime: WallTime {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return WallTime(
            milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }
}

extension Handle {
    init(_ handle: CXHandle) {
        self.init(kind: Kind(rawValue: handle.type.rawValue) ?? .generic, value: handle.value)
    }
}

extension CXHandle {
    convenience init(_ handle: Handle) {
        self.init(type: HandleType(rawValue: handle.kind.rawValue) ?? .generic, value: handle.value)
    }
}
