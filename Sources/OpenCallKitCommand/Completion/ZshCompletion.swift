// SPDX-License-Identifier: Apache-2.0

/// The completion of zsh, with a line of explanation for each word.
struct ZshCompletion {
    let tree: CompletionTree

    var script: String {
        """
        #compdef opencallkit
        # Completion of opencallkit for zsh, made by 'opencallkit completion zsh'.
        _opencallkit() {
            local word last
            local key=""
            local takes_files=no
            local -i index
            local -a words_here options values files
            # The sub-command, which options may stand before.
            for ((index = 2; index < CURRENT; index++)); do
                word="${words[index]}"
                if [[ $word == --home ]]; then index+=1; continue; fi
                if [[ $word == -* ]]; then continue; fi
                case "${key:+$key }$word" in
        \(paths)
                *) break ;;
                esac
            done
            case "$key" in
        \(cases)
            esac
            last="${words[CURRENT-1]}"
            if (( ${files[(Ie)$last]} )); then _files; return; fi
            if (( ${values[(Ie)$last]} )); then _message value; return; fi
            if [[ "${words[CURRENT]}" == -* ]]; then _describe option options; return; fi
            (( ${#words_here} )) && _describe command words_here
            [[ $takes_files == yes ]] && _files
        }

        if [[ ${funcstack[1]} == _opencallkit ]]; then
            _opencallkit "$@"
        else
            compdef _opencallkit opencallkit
        fi
        """
    }

    private var paths: String {
        tree.nodes.dropFirst().map {
            "        \(shellWord($0.key))) key=\(shellWord($0.key)) ;;"
        }.joined(separator: "\n")
    }

    private var cases: String {
        tree.nodes.map { node in
            let valued = node.options.filter { $0.value != nil }
            let options = node.options.flatMap { option in
                CompletionTree.spellings(option).map { described($0, option.summary) }
            }
            let files = valued.filter { CompletionTree.isFile($0.value) }
            return """
                    \(shellWord(node.key)))
                        words_here=(\(list(node.words.map { described($0.word, $0.summary) })))
                        options=(\(list(options)))
                        values=(\(list(valued.flatMap(CompletionTree.spellings))))
                        files=(\(list(files.flatMap(CompletionTree.spellings))))
                        takes_files=\(node.takesFiles ? "yes" : "no") ;;
                """
        }.joined(separator: "\n")
    }

    /// `word:what it does`, as `_describe` takes it.
    private func described(_ word: String, _ summary: String) -> String {
        word.replacing(":", with: "\\:") + ":" + summary
    }

    private func list(_ words: [String]) -> String {
        words.map(shellWord).joined(separator: " ")
    }
}
