// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A push that a provider sends.
struct GatewayPost: Hashable {
    enum Expiration: Hashable {
        case absent
        case zero
        case past
        case ahead(seconds: Int64)
    }

    /// What is wrong with it.
    enum Blemish: Hashable {
        case none
        case method
        case topic
        case token
        /// The app's token before the last renewal.
        case oldToken
    }

    var phone: Int
    var app: Int
    var provider: Int
    var expiration: Expiration
    var priority: Int
    var collapseID: Int?
    var blemish: Blemish
}

/// One thing that happens around a push service.
///
/// It names what is there by its place and never by an id, so that it means something also where
/// those before it are left out; what cannot happen, does nothing.
enum GatewayAction: Hashable {
    enum StoreOutcome: Hashable {
        case commits
        case fails
        /// It commits, and the answer comes after everything else that waits.
        case commitsLate
    }

    case post(GatewayPost)
    case providerReconnects(Int)
    /// A provider's token has been looked at.
    case examine

    /// The phone connects, and is activated if it must be; a connected one pings.
    case connect(Int)
    /// The connection breaks, and the gateway does not notice.
    case cut(Int)
    /// The gateway notices one that broke.
    case notice
    /// The phone takes messages from the wire; what must not be lost is on its disk then.
    case phoneReads(Int, count: Int)
    case gatewayReads(Int, count: Int)
    /// The phone hands a push to its app, in two steps: it marks it, and gives it.
    case hand(Int)
    /// The phone's process dies; its disk stays.
    case kill(Int)
    case register(Int, app: Int)
    case renew(Int, app: Int)
    case unregister(Int, app: Int)

    case store(StoreOutcome)
    /// The gateway's process dies and another starts; of the changes that wait, the first so many
    /// are on the disk.
    case restart(committed: Int)
    case pass(milliseconds: Int64)
    /// The wall clock is set.
    case jump(milliseconds: Int64)
    case fault(FaultRule)
    case clearFaults
}
