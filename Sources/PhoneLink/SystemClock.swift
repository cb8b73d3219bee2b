// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
package import CallModel

/// The machine's clocks.
///
/// All processes of a machine share the monotonic one.
package func systemMoment() -> Moment {
    Moment(
        monotonic: MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC)),
        wall: WallTime(milliseconds: read(CLOCK_REALTIME) / 1_000_000)
    )
}

private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
