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
            For the shell that runs: source <(opencallkit completion bash). For each new one, let
            the output go to a file:

              bash  ~/.local/share/bash-completion/completions/opencallkit
              zsh   ~/.zfunc/_opencallkit
              fish  ~/.config/fish/completions/opencallkit.fish

            bash reads its file where the package bash-completion is installed.
            zsh finds its own where ~/.zshrc has 'fpath+=~/.zfunc' before 'compinit'.
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
