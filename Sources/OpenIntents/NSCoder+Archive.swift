// SPDX-License-Identifier: Apache-2.0
import OpenFoundation

extension NSCoder {
    /// What the archive holds, with people, handles and pictures in the wrong place refused.
    var archive: ArchiveReader {
        ArchiveReader(self, harmless: [INPerson.self, INPersonHandle.self, INImage.self])
    }
}

extension ArchiveReader {
    /// Given name and family name, nil where there is neither.
    func names() -> PersonNameComponents? {
        let given = text("givenName"), family = text("familyName")
        guard given != nil || family != nil else { return nil }
        var names = PersonNameComponents()
        names.givenName = given
        names.familyName = family
        return names
    }

    /// The intent under that key, nil where there is none.
    func intent(_ key: String) -> INIntent? {
        let kinds: [AnyClass] = [
            INStartCallIntent.self, INStartAudioCallIntent.self, INStartVideoCallIntent.self,
        ]
        return value(INIntent.self, or: kinds, key)
    }

    /// The answer under that key, nil where there is none.
    func response(_ key: String) -> INIntentResponse? {
        value(INIntentResponse.self, or: [INStartCallIntentResponse.self], key)
    }
}
