// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

// What a session does when time has passed: it sends the idle, the silent and the slow away.
extension HTTP2ServerSession {
    /// Sees to it that ``timePassed()`` comes by `due`.
    ///
    /// Times only move on while it waits, so that a busy connection arms no timer for each request.
    func watch(by due: Int64) {
        if let watchedDue, watchedDue <= due { return }
        watchedDue = due
        if watchdog == nil { watchdog = loop.timer { [unowned self] in timePassed() } }
        watchdog?.arm(at: due)
    }

    private func timePassed() {
        watchedDue = nil
        let now = loop.now()
        if let drainsSince {
            let due = drainsSince + context.limits.drainTimeout.nanoseconds
            guard due > now else { return connection.closeAfterFlush() }
            watch(by: due)
        }
        endIfSilent(at: now)
        endIfIdle(at: now)
        resetLateStreams(at: now)
        transport.scheduleFlush()
    }

    private func endIfSilent(at now: Int64) {
        guard let settingsDue else { return }
        guard settingsDue <= now else { return watch(by: settingsDue) }
        self.settingsDue = nil
        let seconds = context.limits.prefaceTimeout
        sendAway(
            NGHTTP2_SETTINGS_TIMEOUT, "it did not acknowledge our settings within \(seconds)")
    }

    private func endIfIdle(at now: Int64) {
        guard let timeout = context.limits.idleTimeout?.nanoseconds, drainsSince == nil else {
            return
        }
        let due = (streams.count == 0 ? lastFrameAt : now) + timeout
        guard due <= now else { return watch(by: due) }
        verdict = .idle
        goAway(debug: context.limits.idleFarewell)
    }

    /// Gives up requests that do not come in whole, and answers that nobody reads.
    private func resetLateStreams(at now: Int64) {
        var link = streams.first
        while let stream = link?.takeUnretainedValue() {
            link = stream.next
            guard !stream.hasRequestEnded || stream.isAnswered else { continue }
            let due = stream.since + context.requestNanoseconds
            guard due <= now else {
                watch(by: due)
                continue
            }
            // Inside a header block nothing else can be said or heard (RFC 9113 §4.3).
            guard stream.hasHead else {
                return sendAway(
                    NGHTTP2_ENHANCE_YOUR_CALM,
                    "its header block took longer than \(context.limits.requestTimeout)")
            }
            stream.giveUp(at: now)
            reset(stream.id, NGHTTP2_CANCEL)
        }
    }
}
