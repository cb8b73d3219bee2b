// SPDX-License-Identifier: Apache-2.0

/// `opencallkit completion`.
enum CompletionCommand {
    private static let shell = Argument("SHELL", "bash, zsh or fish")

    static let command = Command(
        "completion",
        "print what makes a shell complete this command's words",
        arguments: [shell],
        details: [
            """
            For bash, where the package bash-completion is installed, and for zsh and fish:

              opencallkit completion bash > ~/.local/share/bash-completion/completions/opencallkit
              opencallkit completion zsh > ~/.zfunc/_opencallkit
              opencallkit completion fish > ~/.config/fish/completions/opencallkit.fish

            zsh finds its file where ~/.zshrc has 'fpath+=~/.zfunc' before 'compinit'. For a shell
            that runs: source <(opencallkit completion bash).
            """
        ],
        examples: ["opencallkit completion bash"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let word = invocation.required(shell)
        let tree = CompletionTree(CommandTool.commands)
        switch word {
        case "bash": Output.line(BashCompletion(tree: tree).script)
        case "zsh": Output.line(ZshCompletion(tree: tree).script)
        case "fish": Output.line(FishCompletion(tree: tree).script)
        default:
            throw .usage("SHELL is bash, zsh or fish, not '\(word)'", command)
        }
    }
}
