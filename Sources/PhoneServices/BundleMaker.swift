// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PhoneHost
import OCKStorage

/// Makes an app's bundle from an executable and an `Info.plist`.
package enum BundleMaker {
    /// Writes `output`, a folder whose name ends in `.app`, or renews it in place.
    ///
    /// The executable is replaced in one step, so that a process that runs it goes on with the old
    /// one.
    ///
    /// - Parameters:
    ///   - executable: The app's program.
    ///   - info: The app's Info.plist.
    ///   - entitlements: The app's Entitlements.plist.
    ///   - extensions: The Info.plist of each extension. Its program is the file of the name that
    ///     `CFBundleExecutable` gives, beside the app's; an Entitlements.plist beside the
    ///     Info.plist goes with it.
    ///   - output: Where.
    /// - Returns: The bundle's advice, such as a missing background mode.
    /// - Throws: ``PhoneHost/ServiceFailure`` that names the file and what is wrong with it; also
    ///   for an extension that a phone would leave out.
    @discardableResult
    package static func bundle(
        executable: String,
        info: String,
        entitlements: String? = nil,
        extensions: [String] = [],
        output: String
    ) throws(ServiceFailure) -> [BundleProblem] {
        guard output.hasSuffix(".app") else {
            throw ServiceFailure("\(output) does not end in .app: name the bundle X.app")
        }
        guard let source = Files.resolve(executable), access(source, X_OK) == 0 else {
            throw ServiceFailure("\(BundleProblem.notExecutable(file: executable))")
        }
        do {
            let list = try PropertyListFile.read(InfoPropertyList.self, info)
            let name = try fileName(list.executable, info)
            try requireText(list.identifier, "CFBundleIdentifier", info)
            let programs = Files.parent(of: source)
            let parts = try extensions.map { try ExtensionPart(info: $0, programs: programs) }
            try makeFolder(output)
            try copy(info, "\(output)/Info.plist")
            if let entitlements { try copy(entitlements, "\(output)/Entitlements.plist") }
            try copy(source, "\(output)/\(name)")
            if !parts.isEmpty { try makeFolder("\(output)/PlugIns") }
            for part in parts { try part.write(to: "\(output)/PlugIns") }
        } catch {
            throw ServiceFailure("\(error)")
        }
        let problems = BundleCheck.problems(path: output)
        let isLeftOut = { (problem: BundleProblem) in
            if case .badExtension = problem { !extensions.isEmpty } else { false }
        }
        if let fatal = problems.first(where: { $0.isFatal || isLeftOut($0) }) {
            throw ServiceFailure("\(fatal)")
        }
        return problems
    }

    /// What an extension is made of, looked for before anything is written.
    private struct ExtensionPart {
        private let info: String
        private let name: String
        private let program: String
        private let entitlements: String?

        init(info: String, programs: String) throws {
            let list = try PropertyListFile.read(ExtensionPropertyList.self, info)
            self.info = info
            try requireText(list.identifier, "CFBundleIdentifier", info)
            if case .value(let attributes) = list.attributes {
                try requireText(attributes.principalClass, "NSExtensionPrincipalClass", info)
            }
            name = try fileName(list.executable, info)
            program = "\(programs)/\(name)"
            guard access(program, X_OK) == 0 else {
                throw BundleProblem.notExecutable(file: program)
            }
            let beside = "\(Files.parent(of: info))/Entitlements.plist"
            entitlements = access(beside, F_OK) == 0 ? beside : nil
        }

        func write(to plugIns: String) throws {
            let folder = "\(plugIns)/\(name).appex"
            try makeFolder(folder)
            try copy(info, "\(folder)/Info.plist")
            if let entitlements { try copy(entitlements, "\(folder)/Entitlements.plist") }
            try copy(program, "\(folder)/\(name)")
        }
    }

    /// - Throws: For a value that Xcode puts in when it builds, as its templates have them.
    private static func requireText(
        _ field: Field<String>, _ key: String, _ info: String
    ) throws(BundleProblem) {
        guard case .value(let text) = field, text.contains("$(") else { return }
        throw .badKey(
            key, file: info, rule: "Xcode puts a value in for \(text); write that value here")
    }

    private static func fileName(
        _ field: Field<String>, _ info: String
    ) throws(BundleProblem) -> String {
        try requireText(field, InfoPropertyList.CodingKeys.executable.rawValue, info)
        if case .value(let name) = field, isFileName(name) { return name }
        throw .missingKey(
            InfoPropertyList.CodingKeys.executable.rawValue, file: info,
            advice: "add the name that the executable gets in the bundle, without a slash")
    }

    private static func makeFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError("making \(path)") }
    }

    private static func copy(_ from: String, _ to: String) throws(FileError) {
        guard let source = Files.resolve(from) else { throw FileError("reading \(from)") }
        try BundleCopy.copyFile(source, to: to)
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && name != "." && name != ".."
    }
}
