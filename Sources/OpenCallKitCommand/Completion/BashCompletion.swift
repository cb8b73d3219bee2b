// SPDX-License-Identifier: Apache-2.0

/// The completion of bash, which needs nothing but bash itself.
struct BashCompletion {
    let tree: CompletionTree

    var script: String {
        """
        # Completion of opencallkit for bash, made by 'opencallkit completion bash'.
        _opencallkit() {
            local word="${COMP_WORDS[COMP_CWORD]}" last="${COMP_WORDS[COMP_CWORD-1]}"
            local path="" path_takes_files=no next words options values files
            local -i index
            COMPREPLY=()
            # The sub-command, which options may stand before.
            for ((index = 1; index < COMP_CWORD; index++)); do
                next="${COMP_WORDS[index]}"
                if [[ $next == --home ]]; then index+=1; continue; fi
                if [[ $next == -* ]]; then continue; fi
                case "${path:+$path }$next" in
        \(paths)
                *) break ;;
                esac
            done
            case "$path" in
        \(cases)
            esac
            if [[ " $values " == *" $last "* ]]; then
                if [[ " $files " == *" $last "* ]]; then _opencallkit_files; fi
                return
            fi
            if [[ $word == -* ]]; then words="$options"; fi
            # shellcheck disable=SC2207 # no word of ours has a blank
            COMPREPLY=($(compgen -W "$words" -- "$word"))
            if [[ $path_takes_files == yes && $word != -* ]]; then _opencallkit_files; fi
        }

        _opencallkit_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
        }

        complete -F _opencallkit opencallkit
        """
    }

    /// The beginnings that have something behind them.
    private var paths: String {
        tree.nodes.dropFirst().map {
            "        \(quoted($0.key))) path=\(quoted($0.key)) ;;"
        }.joined(separator: "\n")
    }

    private var cases: String {
        tree.nodes.map { node in
            let names = node.options.flatMap(CompletionTree.spellings)
            let valued = node.options.filter { $0.value != nil }
            let files = valued.filter { CompletionTree.isFile($0.value) }
            return """
                    \(quoted(node.key)))
                        words=\(quoted(node.words.map(\.word).joined(separator: " ")))
                        options=\(quoted(names.joined(separator: " ")))
                        values=\(quoted(spellings(valued)))
                        files=\(quoted(spellings(files)))
                        path_takes_files=\(node.takesFiles ? "yes" : "no") ;;
                """
        }.joined(separator: "\n")
    }

    private func spellings(_ options: [Option]) -> String {
        options.flatMap(CompletionTree.spellings).joined(separator: " ")
    }

    private func quoted(_ text: String) -> String { text.isEmpty ? "''" : shellWord(text) }
}
