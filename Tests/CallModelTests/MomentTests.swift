// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@Suite struct MomentTests {
    @Test("Sums and differences saturate: a deadline from outside must not trap")
    func saturation() {
        let late = MonotonicTime(nanoseconds: .max)
        #expect(late + .seconds(1) == late)
        #expect(
            MonotonicTime(nanoseconds: .min) + Interval(nanoseconds: -1)
                == MonotonicTime(nanoseconds: .min))
        #expect(late - MonotonicTime(nanoseconds: -1) == Interval(nanoseconds: .max))
    }

    @Test("B99: an update takes over what the newer one sets, and keeps the rest")
    func merge() {
        var update = CallUpdate(localizedCallerName: "A", supportsHolding: true)
        update.merge(CallUpdate(supportsHolding: false, hasVideo: true))
        #expect(
            update == CallUpdate(localizedCallerName: "A", supportsHolding: false, hasVideo: true))
    }
}
