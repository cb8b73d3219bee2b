// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKCredentials

/// A key with which a provider signs its tokens.
struct ProviderKey {
    /// The keys that a gateway under test has issued.
    enum Name: CaseIterable {
        /// For both environments and all topics of the first team.
        case first
        /// Likewise, of the same team.
        case second
        /// Of another team.
        case stranger
        /// For the sandbox alone.
        case sandbox
        /// For one topic, of another app, alone.
        case narrow

        /// What `gateway issue key` is told.
        var options: [String] {
            let team = ["--team-id", self == .stranger ? "STRANGER01" : "TEAMOFTEST"]
            switch self {
            case .first, .second, .stranger: return team + ["--environment", "both"]
            case .sandbox: return team + ["--environment", "sandbox"]
            case .narrow:
                return team + ["--environment", "both", "--topic", "com.example.other"]
            }
        }
    }

    /// The .p8 file's.
    var path: String
    var keyID: String
    var teamID: String
    var key: PrivateKey

    /// A token that was signed so many seconds ago.
    func token(age: Int64 = 0) throws -> String {
        let now = Int64(time(nil))
        return try ProviderToken.sign(
            keyID: keyID, teamID: teamID, issuedAt: now - age, with: key)
    }
}
