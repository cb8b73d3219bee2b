// SPDX-License-Identifier: Apache-2.0

/// A value that closures share.
package final class Box<Content> {
    package var content: Content
    package init(_ content: Content) { self.content = content }
}
