// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
package import PhoneCore
package import PhoneHost

/// Starts apps as processes, with a clean environment, and sees their end.
///
/// When the phone ends, however it does, its apps see the end of their connection; those of a phone
/// that was killed are ended by the next one (``Leftovers``). Used on the loop's thread.
package final class ProcessLauncher: AppLauncher {
    private struct Running {
        let handle: ProcessHandle
        let watch: DescriptorWatch
        let launch: LaunchID
        let outcome: (LaunchOutcome) -> Void
    }

    private let loop: EventLoop
    private let logs: String
    private let environment: ProcessEnvironment
    private let groups: (BundleID) -> [String]
    private var running: [LaunchID: Running] = [:]

    /// Each app has a log of its own name in the folder `logs`; `groups` are the app groups that an
    /// app is of.
    init(
        loop: EventLoop,
        logs: String,
        environment: ProcessEnvironment,
        groups: @escaping (BundleID) -> [String]
    ) {
        self.loop = loop
        self.logs = logs
        self.environment = environment
        self.groups = groups
    }

    package func launch(
        _ launch: LaunchID,
        _ app: CatalogApp,
        outcome: @escaping (LaunchOutcome) -> Void
    ) {
        do {
            let child = ChildProcess(
                executable: app.executable,
                environment: try environment.variables(groups: groups(app.app.bundle)),
                folder: app.path,
                log: "\(logs)/\(app.app.bundle).log"
            )
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
