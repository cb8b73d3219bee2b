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
    /// - Returns: The bundle's advice, such as a missing background mode.
    /// - Throws: ``PhoneHost/ServiceFailure`` that names the file and what is wrong with it.
    @discardableResult
    package static func bundle(
        executable: String,
        info: String,
        entitlements: String? = nil,
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
            guard case .value(let name) = list.executable, isFileName(name) else {
                throw BundleProblem.missingKey(
                    InfoPropertyList.CodingKeys.executable.rawValue,
                    file: info,
                    advice: "add the name that the executable gets in the bundle, without a slash"
                )
            }
            guard mkdir(output, 0o755) == 0 || errno == EEXIST else {
                throw FileError("making \(output)")
            }
            try copy(info, "\(output)/Info.plist")
            if let entitlements { try copy(entitlements, "\(output)/Entitlements.plist") }
            try copy(source, "\(output)/\(name)")
        } catch {
            throw ServiceFailure("\(error)")
        }
        let problems = BundleCheck.problems(path: output)
        if let fatal = problems.first(where: \.isFatal) { throw ServiceFailure("\(fatal)") }
        return problems
    }

    private static func copy(_ from: String, _ to: String) throws(FileError) {
        guard let source = Files.resolve(from) else { throw FileError("reading \(from)") }
        try BundleCopy.copyFile(source, to: to)
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && name != "." && name != ".."
    }
}
