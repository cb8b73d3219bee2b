// SPDX-License-Identifier: Apache-2.0

/// The completion of fish, a line for each word that can stand somewhere.
struct FishCompletion {
    let tree: CompletionTree

    var script: String {
        let head = """
            # Completion of opencallkit for fish, made by 'opencallkit completion fish'.
            function __opencallkit_typed --description 'the words so far, without options'
                set -l skips no
                for word in (commandline -opc)[2..-1]
                    if test $skips = yes
                        set skips no
                    else if test "$word" = --home
                        set skips yes
                    else if not string match -q -- '-*' "$word"
                        echo $word
                    end
                end
            end

            function __opencallkit_at --description 'whether these words, and no more, are typed'
                set -l typed (__opencallkit_typed)
                test "$typed" = "$argv"
            end

            function __opencallkit_in --description 'whether the line begins with these words'
                set -l typed (__opencallkit_typed)
                string match -q -- "$argv *" "$typed "
            end

            complete -c opencallkit -f

            """
        return head + tree.nodes.flatMap(lines).joined(separator: "\n")
    }

    private func lines(_ node: CompletionTree.Node) -> [String] {
        var lines = node.words.map { word, summary in
            "complete -c opencallkit -n \(condition("at", node)) -a \(shellWord(word)) "
                + "-d \(shellWord(summary))"
        }
        for option in node.options {
            var line =
                "complete -c opencallkit -n \(condition(node.words.isEmpty ? "in" : "at", node))"
            if let letter = option.letter { line += " -s \(letter)" }
            line += " -l \(option.name)"
            if option.value != nil { line += CompletionTree.isFile(option.value) ? " -rF" : " -x" }
            lines.append(line + " -d \(shellWord(option.summary))")
        }
        if node.takesFiles {
            lines.append("complete -c opencallkit -n \(condition("in", node)) -F")
        }
        return lines
    }

    private func condition(_ test: String, _ node: CompletionTree.Node) -> String {
        let words = node.key.isEmpty ? "" : " \(node.key)"
        return "'__opencallkit_\(test)\(words)'"
    }
}
