// SPDX-License-Identifier: Apache-2.0
import CEvent

/// A request to an ``HTTPServer`` that has come in whole.
package struct HTTPRequest: Sendable, Equatable {
    /// In capitals: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.
    package var method: String
    /// As it was sent, with its percent signs; begins with "/".
    package var path: String
    /// What follows the question mark, as it was sent; nil without one.
    package var query: String?
    /// In the order received, names in lower case.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(
        method: String, path: String, query: String? = nil,
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, by its name in lower case.
    package func value(of name: String) -> String? { headers.first { $0.name == name }?.value }

    package static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.path == right.path && left.query == right.query
            && left.headers.elementsEqual(right.headers, by: ==) && left.body == right.body
    }

    static let methods: [(name: String, command: evhttp_cmd_type)] = [
        ("GET", EVHTTP_REQ_GET), ("HEAD", EVHTTP_REQ_HEAD), ("POST", EVHTTP_REQ_POST),
        ("PUT", EVHTTP_REQ_PUT), ("PATCH", EVHTTP_REQ_PATCH), ("DELETE", EVHTTP_REQ_DELETE),
        ("OPTIONS", EVHTTP_REQ_OPTIONS),
    ]

    /// Copies what evhttp has read.
    init(_ request: OpaquePointer) {
        let command = evhttp_request_get_command(request)
        method = Self.methods.first { $0.command == command }?.name ?? ""
        let uri = evhttp_request_get_evhttp_uri(request)
        path = uri.flatMap { evhttp_uri_get_path($0) }.map { String(cString: $0) } ?? ""
        if path.isEmpty { path = "/" }
        query = uri.flatMap { evhttp_uri_get_query($0) }.map { String(cString: $0) }
        headers = []
        var field = evhttp_request_get_input_headers(request)?.pointee.tqh_first
        while let header = field?.pointee {
            if let name = header.key, let value = header.value {
                headers.append((String(cString: name).lowercased(), String(cString: value)))
            }
            field = header.next.tqe_next
        }
        let input = evhttp_request_get_input_buffer(request)
        // At least 1: the standard library writes its count into an array of capacity 0 as well,
        // which all threads share.
        let room = max(1, evbuffer_get_length(input))
        body = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = max(0, Int(evbuffer_remove(input, buffer.baseAddress, buffer.count)))
        }
    }
}
