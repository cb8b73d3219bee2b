// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the service is asked for once no action waits for it: to tell the other side that a call is
/// over, or to stop media that nobody hears any more.
///
/// It is cancelled after as long as an End has (B35).
struct LastTask: Hashable, Sendable {
    let id: UUID
    let call: UUID
}
