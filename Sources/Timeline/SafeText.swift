// SPDX-License-Identifier: Apache-2.0

/// Words from outside, made fit to be shown: names of apps and details may hold anything.
extension StringProtocol {
    /// The text without control and formatting characters, which could make a terminal or a page
    /// show something else; cut after so many scalars, with an ellipsis.
    func shown(limit: Int = .max) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars where !scalar.properties.isControl {
            guard count < limit else {
                result.append("…")
                break
            }
            result.append(scalar)
            count += 1
        }
        return String(result)
    }

    /// The text as HTML shows it, between tags and between double quotes.
    var htmlEscaped: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text as Mermaid shows it, anywhere up to the end of a line.
    ///
    /// What would end a line, start a comment, a directive, a formula, a code fence or an entity is
    /// an entity itself. Where `style` or `classDef` comes first, Mermaid takes an entity's end for
    /// that of a statement; so neither word is left whole.
    var mermaidEscaped: String {
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            let isEscaped =
                switch scalar {
                case "#", ";", ":", "%", "{", "}", "<", ">", "&", "\"", "`", "$", "\\": true
                case "s": rest.starts(with: "style".unicodeScalars)
                case "c": rest.starts(with: "classDef".unicodeScalars)
                default: false
                }
            if isEscaped {
                result.append(contentsOf: "#\(scalar.value);".unicodeScalars)
            } else {
                result.append(scalar)
            }
            rest.removeFirst()
        }
        return String(result)
    }
}

extension Unicode.Scalar.Properties {
    /// Control and bidirectional characters, and what breaks lines.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

func padded(
    _ text: String,
    to width: Int,
    onTheLeft: Bool = false,
    with filler: Character = " "
) -> String {
    let filling = String(repeating: filler, count: max(0, width - text.count))
    return onTheLeft ? filling + text : text + filling
}
