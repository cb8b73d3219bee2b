// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
package import OCKNetworking
package import PhoneCore
package import PhoneHost

/// Starts apps as processes, with a clean environment, and sees their end.
///
/// When the phone ends, however it does, its apps see the end of their connection; those of a phone
/// that was killed are ended by the next one (``Leftovers``). Used on the loop's thread.
package final class ProcessLauncher: AppLauncher {
    /// What a process gets of the phone's own environment.
    static let inheritedVariables = ["PATH", "HOME", "USER", "LANG", "TMPDIR", "XDG_RUNTIME_DIR"]
    /// Where an app finds its phone.
    package static let socketVariable = "OPENCALLKIT_APP_SOCKET"

    private struct Running {
        let handle: ProcessHandle
        let watch: DescriptorWatch
        let launch: LaunchID
        let outcome: (LaunchOutcome) -> Void
    }

    private let loop: EventLoop
    private let logs: String
    private let environment: [String]
    private var running: [LaunchID: Running] = [:]

    /// Each app has a log of its own name in the folder `logs`; `appSocket` is where apps connect
    /// to.
    package convenience init(loop: EventLoop, logs: String, appSocket: String) {
        self.init(loop: loop, logs: logs, appSocket: appSocket) { name in
            getenv(name).map { String(cString: $0) }
        }
    }

    init(loop: EventLoop, logs: String, appSocket: String, variable: (String) -> String?) {
        self.loop = loop
        self.logs = logs
        environment =
            Self.inheritedVariables.compactMap { name in variable(name).map { "\(name)=\($0)" } }
            + ["\(Self.socketVariable)=\(appSocket)", Leftovers.mark]
    }

    package func launch(
        _ launch: LaunchID,
        _ app: CatalogApp,
        outcome: @escaping (LaunchOutcome) -> Void
    ) {
        let child = ChildProcess(
            executable: app.executable,
            environment: environment,
            folder: app.path,
            log: "\(logs)/\(app.app.bundle).log"
        )
        do {
            let handle = try child.start()
            let watch = loop.watch(descriptor: handle.descriptor) { [weak self] in
                self?.ended(launch, child)
            }
            running[launch] = Running(
                handle: handle,
                watch: watch,
                launch: launch,
                outcome: outcome
            )
            outcome(.started)
        } catch {
            outcome(.failed("\(error)"))
        }
    }

    package func abandon(_ launch: LaunchID) { running[launch]?.handle.kill() }

    /// Kills every process that was started here, and waits for their end: the phone is being
    /// switched off.
    package func abandonAll() {
        for process in running.values { process.handle.kill() }
        for process in running.values {
            process.watch.cancel()
            while waitpid(process.handle.processID, nil, 0) < 0, errno == EINTR {}
        }
        running = [:]
    }

    /// How many processes run that were started here.
    package var runningCount: Int { running.count }

    private func ended(_ launch: LaunchID, _ child: ChildProcess) {
        guard let process = running.removeValue(forKey: launch) else { return }
        process.watch.cancel()
        var status: Int32 = 0
        while waitpid(process.handle.processID, &status, 0) < 0, errno == EINTR {}
        let words = "\(child.executable) \(ExitWords(status: status)); its log is \(child.log)"
        process.outcome(.failed(words))
    }
}
