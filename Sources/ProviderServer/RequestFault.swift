// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a request to the provider's server, as its answer tells it.
package struct RequestFault: Error, Hashable, Encodable {
    /// The HTTP status.
    let status: Int
    /// The rule that is broken and what to do, in one sentence.
    package let error: String
    /// The field of the JSON that breaks it; nil where it is not a field.
    let field: String?
    /// For 405: the methods that there are.
    let allowedMethods: String?

    init(_ status: Int, _ error: String, field: String? = nil, allowedMethods: String? = nil) {
        self.status = status
        self.error = error
        self.field = field
        self.allowedMethods = allowedMethods
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case field
    }
}
