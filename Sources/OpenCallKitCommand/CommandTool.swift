// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The whole command: from the words of a command line to an exit code.
enum CommandTool {
    static let version = "0.1.0"

    /// In the order of the help text.
    static let commands: [Command] =
        [
            DemoCommand.command,
            GatewayRunCommand.command,
            GatewayStatusCommand.command,
            GatewayIssueKeyCommand.command,
            GatewayIssueCertificateCommands.voip,
            GatewayIssueCertificateCommands.push,
            GatewayIssueActivationCommand.command,
            GatewayKeysCommand.command,
            GatewayRevokeCommand.command,
            GatewayDeviceListCommand.command,
            GatewayDeviceRemoveCommand.command,
            GatewayLogCommand.command,
            GatewayReceivedCommand.command,
            GatewayFaultAddCommand.command,
            GatewayFaultListCommand.command,
            GatewayFaultClearCommand.command,
            GatewayFaultLoadCommand.command,
            DoctorCommand.command,
            PhoneRunCommand.command,
            PhoneStatusCommand.command,
            PhonePushesCommand.command,
        ] + PhoneButtonCommands.commands + [
            AppNewCommand.command,
            AppBundleCommand.command,
            AppCheckCommand.command,
            AppInstallCommand.command,
            AppListCommand.command,
            AppOpenCommand.command,
            AppCloseCommand.command,
            AppRemoveCommand.command,
            AppRenewTokenCommand.command,
            CallRingCommand.command,
            CallListCommand.command,
            CallAnswerCommand.command,
            CallEndCommand.command,
        ] + CallScreenCommands.commands + [
            RecentsCommand.command,
            RecentsCallCommand.command,
            ContactsImportCommand.command,
            ContactsListCommand.command,
            ContactsCallCommand.command,
            ContactsBlockCommands.block,
            ContactsBlockCommands.unblock,
            ContactsBlockCommands.blocked,
            DirectoryBuildCommand.command,
            DirectoryCheckCommand.command,
            DirectoryStatsCommand.command,
            DirectoryLookUpCommand.command,
            DirectoryDiffCommand.command,
            DirectoryApplyCommand.command,
            DirectorySplitCommand.command,
            DirectoryExportCommand.command,
            DirectoryStatusCommand.command,
            DirectoryEnableCommands.enable,
            DirectoryEnableCommands.disable,
            DirectoryOrderCommand.command,
            DirectoryReloadCommand.command,
            DirectoryBlockedCommand.command,
            PushSendCommand.command,
            PushReasonsCommand.command,
            ProviderRunCommand.command,
            CompletionCommand.command,
        ]

    /// - Parameter words: The command line without the program's name.
    /// - Returns: What the process ends with; a failure has been told on standard error.
    static func run(_ words: [String]) -> ExitCode {
        do {
            switch try CommandLineParser(commands: commands).parse(words) {
            case .version:
                Output.line("opencallkit \(version), messages of version \(protocolVersion)")
            case .help(let path):
                Output.line(HelpText(commands: commands).text(for: path))
            case .run(let invocation):
                try run(invocation)
            }
            try Output.check()
            return .success
        } catch {
            Output.error(error.message)
            return error.code
        }
    }

    private static func run(_ invocation: Invocation) throws(CommandFailure) {
        do {
            try invocation.command.run(invocation)
        } catch {
            let hints = HomeHints(home: invocation.homeWords)
            throw CommandFailure(error.code, hints.applied(to: error.message))
        }
    }
}
