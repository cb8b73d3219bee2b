// SPDX-License-Identifier: Apache-2.0
import PhoneServices

extension Invocation {
    /// Where the phone and the gateway keep their things.
    ///
    /// - Throws: Where neither `--home` nor the environment says it: what to set.
    func homePaths() throws(CommandFailure) -> HomePaths {
        if self[.home] == nil, let words = HomePaths.lack() { throw .usage(words, command) }
        return HomePaths(home: self[.home])
    }
}
