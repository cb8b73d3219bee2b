// SPDX-License-Identifier: Apache-2.0
import CNghttp2

/// An answer that is made once and given many times: only a few values differ each time.
///
/// Its memory is what nghttp2 reads, so that giving it copies nothing but those values. It must
/// outlive the sessions that give it. Loop thread only.
package final class PreparedAnswer {
    /// How many values may differ.
    package static let maximumVariableCount = 2
    /// How long such a value may be: a UUID has 36 bytes.
    package static let maximumValueByteCount = 64

    let fieldCount: Int
    let variableCount: Int
    let body: UnsafeRawBufferPointer
    /// The fields as nghttp2 takes them; those that differ are the last.
    let fields: UnsafeMutablePointer<nghttp2_nv>
    private let text: UnsafeMutablePointer<UInt8>

    /// Prepares an answer.
    ///
    /// `variable` names the fields whose values come with each ``HTTP2ServerSession/respond(to:
    /// with:_:_:)``, in their order. Names in lower case.
    package init(
        status: Int, headers: [HTTP2Header] = [], variable: [String] = [], body: [UInt8] = []
    ) {
        precondition(variable.count <= Self.maximumVariableCount, "too many values that differ")
        let fixed = [HTTP2Header(":status", String(status))] + headers
        let all = fixed + variable.map { HTTP2Header($0, "") }
        fieldCount = all.count
        variableCount = variable.count
        let bytes = all.flatMap { Array($0.name.utf8) + Array($0.value.utf8) }
        text = .allocate(capacity: bytes.count)
        text.initialize(from: bytes, count: bytes.count)
        fields = .allocate(capacity: all.count)
        var start = text
        let borrowed =
            NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
        for (index, header) in all.enumerated() {
            let (nameCount, valueCount) = (header.name.utf8.count, header.value.utf8.count)
            // What differs each time would only drive useful fields out of the peer's table.
            let flags =
                index < fixed.count ? borrowed : borrowed | NGHTTP2_NV_FLAG_NO_INDEX.rawValue
            (fields + index).initialize(
                to: nghttp2_nv(
                    name: start, value: start + nameCount, namelen: nameCount,
                    valuelen: valueCount, flags: UInt8(flags)))
            start += nameCount + valueCount
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: body.count, alignment: 1)
        copy.copyBytes(from: body)
        self.body = UnsafeRawBufferPointer(copy)
    }

    deinit {
        fields.deallocate()
        text.deallocate()
        body.deallocate()
    }
}
