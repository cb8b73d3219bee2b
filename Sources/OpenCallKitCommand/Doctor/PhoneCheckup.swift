// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import PhoneServices

/// What keeps a running phone's apps from ringing.
struct PhoneCheckup {
    let status: PhoneStatus
    let apps: [AppSummary]
    /// The newest first.
    let pushes: [PushRecord]

    static let pushCount = 200

    func findings() -> [Finding] {
        gateway() + (apps.isEmpty ? [noApps] : apps.flatMap(findings))
    }

    private var noApps: Finding {
        .problem("no app is installed: make a bundle with 'opencallkit app bundle', and install it")
    }

    private func gateway() -> [Finding] {
        guard let gateway = status.gateway else {
            return [
                .problem(
                    "the phone has no push service, so no push comes: start it with 'opencallkit "
                        + "phone run --gateway localhost:5223 --activation CODE'")
            ]
        }
        guard !status.isGatewayConnected else { return [] }
        return [
            .problem(
                "the phone is not connected to the push service at \(gateway): see that it runs, "
                    + "with 'opencallkit gateway status', and that the phone was activated there")
        ]
    }

    private func findings(_ app: AppSummary) -> [Finding] {
        let bundle = app.bundle
        var findings = BundleCheckup.findings(app.path).map { finding in
            // Of an app that is installed, what lies in the phone's own folder is nobody's to mend.
            app.isLinked ? finding : finding.about(bundle)
        }
        if app.pushEnvironment != nil, app.pushToken == nil {
            findings.append(
                .problem(
                    "\(bundle) has no push token yet: it sets desiredPushTypes at its launch "
                        + "(B117); start it with 'opencallkit app open \(bundle)'"))
        }
        return findings + breaches(bundle)
    }

    /// Pushes that were dropped since the last one that came through, and those without a call.
    private func breaches(_ bundle: BundleID) -> [Finding] {
        let own = pushes.filter { $0.bundle == bundle }
        let newest = own.prefix { push in
            if case .rang = push.outcome { return false }
            return true
        }
        let isBlocked = newest.contains { $0.outcome == .dropped }
        let unreported = newest.count { $0.outcome == .notReported }
        if isBlocked, unreported > 0 || own.contains(where: { $0.outcome == .notReported }) {
            return [
                .problem(
                    "pushes to \(bundle) are dropped: it took too many without reporting a call "
                        + "(B126); mend that, and install it anew")
            ]
        }
        guard unreported > 0 else { return [] }
        let pushes = unreported == 1 ? "a push" : "\(unreported) pushes"
        return [
            .problem(
                "\(bundle) took \(pushes) and reported no call: call reportNewIncomingCall before "
                    + "its push delegate returns (B121); after a few more no push comes (B126)")
        ]
    }
}

extension Finding {
    /// The same of an installed app, whose bundle's files are not named.
    fileprivate func about(_ bundle: BundleID) -> Finding {
        var finding = self
        finding.file = nil
        finding.words = "\(bundle): \(words)"
        return finding
    }
}
