// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKStorage
import PhoneCore

/// Reads a bundle and notes each problem on the way.
struct BundleReader {
    private let given: String
    private(set) var root = ""
    var problems: [BundleProblem] = []

    init(path: String) { given = path }

    /// For the property lists of a folder of sources, without links, that is no bundle yet.
    init(sources folder: String) {
        given = folder
        root = folder
    }

    /// Nil if a problem is fatal.
    mutating func read() -> AppBundle? {
        guard let root = Files.resolve(given), isFolder(root), root.hasSuffix(".app") else {
            problems.append(.notABundle(path: given))
            return nil
        }
        self.root = root
        let info: InfoPropertyList
        let file = "\(root)/Info.plist"
        do {
            info = try list(InfoPropertyList.self, "Info.plist")
        } catch {
            problems.append(error)
            return nil
        }
        let identifier = readIdentifier(info, file)
        let executable = readExecutable(info, file)
        let name = readName(info, file)
        let modes = readModes(info, file)
        let (environment, groups) = readEntitlements()
        let extensions = readExtensions(of: identifier)
        // An app that only gives numbers rings nobody, and wants no pushes.
        if !modes.contains("voip"), !extensions.directory.isEmpty {
            problems.removeAll { $0.isAboutPushes }
        }
        guard let identifier, let executable, let name, !problems.contains(where: \.isFatal)
        else { return nil }
        return AppBundle(
            identifier: identifier,
            name: name,
            path: root,
            executable: executable,
            backgroundModes: modes,
            environment: environment,
            linkedSDK: Self.linkedSDK(info.sdkName),
            extensions: extensions.notification,
            directoryExtensions: extensions.directory,
            groups: groups
        )
    }

    /// "iphoneos17.5" is 17.
    private static func linkedSDK(_ name: Field<String>) -> Int? {
        guard case .value(let text) = name else { return nil }
        return Int(text.drop { !$0.isNumber }.prefix { $0.isNumber })
    }

    mutating func readIdentifier(_ info: InfoPropertyList, _ file: String) -> BundleID? {
        let key = InfoPropertyList.CodingKeys.identifier.rawValue
        let advice = "add one such as com.example.hotline"
        guard let identifier = text(info.identifier, key, file, advice) else { return nil }
        guard BundleIdentifier.isValid(identifier) else {
            let rule =
                BundleProblem.isVariable(identifier)
                ? "\(identifier) is one of Xcode's variables; write its value, in a copy of the "
                    + "file such as Linux/Info.plist" : BundleIdentifier.rule
            problems.append(.badKey(key, file: file, rule: rule))
            return nil
        }
        return identifier
    }

    private mutating func readExecutable(_ info: InfoPropertyList, _ file: String) -> String? {
        let key = InfoPropertyList.CodingKeys.executable.rawValue
        let advice = "add the name of the executable in the bundle"
        guard let name = text(info.executable, key, file, advice) else { return nil }
        do {
            let path = try inside(name)
            guard access(path, X_OK) == 0, isFile(path) else {
                throw BundleProblem.notExecutable(file: path)
            }
            if Files.beginning(of: path, byteCount: 2) == Array("#!".utf8) {
                problems.append(.isScript(file: path))
            }
            if let system = ProgramFormat.foreign(path) {
                problems.append(.foreignProgram(file: path, of: system))
            }
            return path
        } catch let problem as BundleProblem {
            problems.append(problem)
        } catch {}
        return nil
    }

    mutating func readName(_ info: InfoPropertyList, _ file: String) -> String? {
        let key = InfoPropertyList.CodingKeys.displayName.rawValue
        let advice = "add the name that a person reads, or CFBundleName"
        let field = info.displayName == .absent ? info.name : info.displayName
        guard let name = text(field, key, file, advice)?.withoutControls else { return nil }
        guard !name.isEmpty else {
            problems.append(.badKey(key, file: file, rule: "a name has something to read"))
            return nil
        }
        guard name.utf8.count <= Limits.nameByteCount else {
            let rule = "a name is at most \(Limits.nameByteCount) bytes"
            problems.append(.badKey(key, file: file, rule: rule))
            return nil
        }
        return name
    }

    mutating func readModes(_ info: InfoPropertyList, _ file: String) -> [String] {
        switch info.backgroundModes {
        case .value(let modes) where modes.contains("voip"): return modes
        case .ofOtherType:
            let key = InfoPropertyList.CodingKeys.backgroundModes.rawValue
            problems.append(.badKey(key, file: file, rule: "it is an array of texts"))
            return []
        case .value(let modes):
            problems.append(.noVoIPMode(file: file))
            return modes
        case .absent:
            problems.append(.noVoIPMode(file: file))
            return []
        }
    }

    /// Without a file there is no push environment and no group.
    mutating func readEntitlements() -> (PushEnvironment?, groups: [String]) {
        let file = "\(root)/Entitlements.plist"
        guard access(file, F_OK) == 0 else {
            problems.append(.noPushEnvironment(file: file))
            return (nil, [])
        }
        do {
            let list = try list(EntitlementsPropertyList.self, "Entitlements.plist")
            return (readEnvironment(list, file), try readGroups(list, file))
        } catch {
            problems.append(error)
            return (nil, [])
        }
    }

    private mutating func readEnvironment(
        _ list: EntitlementsPropertyList, _ file: String
    ) -> PushEnvironment? {
        switch list.environment {
        case .absent:
            problems.append(.noPushEnvironment(file: file))
            return nil
        case .value(let text):
            if let environment = PushEnvironment(rawValue: text) { return environment }
        case .ofOtherType: break
        }
        let key = EntitlementsPropertyList.CodingKeys.environment.rawValue
        problems.append(.badKey(key, file: file, rule: "it is development or production"))
        return nil
    }

    private mutating func text(
        _ field: Field<String>,
        _ key: String,
        _ file: String,
        _ advice: String
    ) -> String? {
        switch field {
        case .value(let text) where !text.isEmpty: return text
        case .value, .absent: problems.append(.missingKey(key, file: file, advice: advice))
        case .ofOtherType: problems.append(.badKey(key, file: file, rule: "it is a text"))
        }
        return nil
    }

    func list<List: Decodable>(
        _ type: List.Type,
        _ name: String
    ) throws(BundleProblem) -> List {
        guard access("\(root)/\(name)", F_OK) == 0 else {
            throw .unreadable(file: "\(root)/\(name)", reason: "there is no such file")
        }
        return try PropertyListFile.read(type, try inside(name))
    }

    /// The path of a file of the bundle, links followed.
    func inside(_ name: String) throws(BundleProblem) -> String {
        let path = "\(root)/\(name)"
        guard let resolved = Files.resolve(path) else {
            throw .unreadable(file: path, reason: "there is no such file")
        }
        guard resolved.hasPrefix("\(root)/") else {
            throw .leavesBundle(file: path, target: resolved)
        }
        return resolved
    }

    func isFolder(_ path: String) -> Bool { mode(path) == S_IFDIR }
    func isFile(_ path: String) -> Bool { mode(path) == S_IFREG }

    private func mode(_ path: String) -> mode_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }
}
