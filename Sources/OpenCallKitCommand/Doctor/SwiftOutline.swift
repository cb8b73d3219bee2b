// SPDX-License-Identifier: Apache-2.0

/// What a source file declares, as far as the checks ask: types, functions, and where objects of
/// interest are made.
struct SwiftOutline {
    /// A type, a protocol or an extension.
    struct TypeDeclaration: Hashable {
        let name: String
        let isProtocol: Bool
        /// Its superclass and protocols.
        let inherits: [String]
    }

    struct Function: Hashable {
        /// With its labels: `provider(_:perform:)`.
        let name: String
        let base: String
        /// The first name of each parameter's type.
        let types: [String]
        let line: Int
        /// The type or extension around it; nil of a free function.
        let owner: String?
        let isInProtocol: Bool
    }

    /// A call of an initialiser.
    struct Creation: Hashable {
        let type: String
        let line: Int
        /// The function around it.
        let function: String?
        /// Whether a computed property makes a new one each time that it is read.
        let isComputed: Bool
    }

    private(set) var types: [TypeDeclaration] = []
    private(set) var functions: [Function] = []
    private(set) var creations: [Creation] = []

    private let tokens: [SwiftToken]
    private let made: Set<String>
    private var scopes: [Scope] = []
    private var pending: Scope?

    private enum Scope {
        case type(String, isProtocol: Bool)
        case function(String)
        case computed
        case block
    }

    /// Reads all of a file's words; `made` are the types whose making is of interest.
    init(_ tokens: [SwiftToken], made: Set<String> = ["CXProvider", "PKPushRegistry"]) {
        self.tokens = tokens
        self.made = made
        var index = 0
        while index < tokens.count { index = step(index) }
    }

    private func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    /// Reads from a token on; the place of the next.
    private mutating func step(_ index: Int) -> Int {
        switch text(index) {
        case "{":
            scopes.append(pending ?? .block)
            pending = nil
        case "}":
            _ = scopes.popLast()
            pending = nil
        case "class", "struct", "enum", "actor", "extension", "protocol":
            return declaration(index)
        case "func": return function(index)
        case "init" where text(index + 1) == "(" && text(index - 1) != ".":
            pending = .function("init")
        case "var": return property(index)
        case let name where made.contains(name) && text(index + 1) == "(":
            if !["func", ":", "->", "case"].contains(text(index - 1)) { creation(index) }
        default: break
        }
        return index + 1
    }

    private mutating func declaration(_ index: Int) -> Int {
        guard tokens.indices.contains(index + 1), tokens[index + 1].isName,
            !["func", "var", "let", "init", "subscript"].contains(text(index + 1)),
            text(index - 1) != "."
        else { return index + 1 }
        var place = index + 1
        var name = text(place)
        place += 1
        while text(place) == ".", tokens.indices.contains(place + 1) {
            name = text(place + 1)
            place += 2
        }
        var inherits: [String] = []
        var isInherited = false
        while place < tokens.count, text(place) != "{" {
            // What stands here is no declaration with a body.
            if [";", "}", ")"].contains(text(place)) { return place }
            if text(place) == "where" { isInherited = false }
            if text(place) == ":", inherits.isEmpty { isInherited = true }
            if isInherited, tokens[place].isName { inherits.append(text(place)) }
            place += 1
        }
        let isProtocol = text(index) == "protocol"
        types.append(TypeDeclaration(name: name, isProtocol: isProtocol, inherits: inherits))
        pending = .type(name, isProtocol: isProtocol)
        return place
    }

    private mutating func function(_ index: Int) -> Int {
        var place = index + 2
        if text(place) == "<" { place = end(of: place, "<", ">") + 1 }
        guard text(place) == "(" else { return index + 1 }
        let close = end(of: place, "(", ")")
        let parameters = parameters(place + 1, close)
        let base = text(index + 1)
        let labels = parameters.map { "\($0.label):" }.joined()
        var owner: (name: String, isProtocol: Bool)?
        if case .type(let name, let isProtocol)? = scopes.last { owner = (name, isProtocol) }
        functions.append(
            Function(
                name: "\(base)(\(labels))", base: base, types: parameters.map(\.type),
                line: tokens[index].line, owner: owner?.name,
                isInProtocol: owner?.isProtocol ?? false))
        pending = owner?.isProtocol == true ? nil : .function(base)
        return close + 1
    }

    /// Where the bracket closes, or the last token.
    private func end(of index: Int, _ open: String, _ close: String) -> Int {
        var depth = 0
        for place in index..<tokens.count {
            if text(place) == open { depth += 1 }
            if text(place) == close { depth -= 1 }
            if depth == 0 { return place }
        }
        return tokens.count - 1
    }

    private func parameters(_ start: Int, _ end: Int) -> [(label: String, type: String)] {
        var parameters: [(label: String, type: String)] = []
        var depth = 0
        var words: [String] = []
        func flush() {
            guard let colon = words.firstIndex(of: ":"), colon > 0 else { return }
            let names = words[..<colon].filter { !$0.hasPrefix("@") }
            let noise = ["inout", "any", "some", "borrowing", "consuming", "sending"]
            let type = words[(colon + 1)...].first { word in
                !word.hasPrefix("@") && !noise.contains(word)
            }
            parameters.append((names.first ?? "_", type ?? ""))
        }
        for place in start..<max(start, end) {
            let word = text(place)
            if ["(", "[", "{", "<"].contains(word) { depth += 1 }
            if [")", "]", "}", ">"].contains(word) { depth -= 1 }
            if word == ",", depth == 0 {
                flush()
                words = []
            } else {
                words.append(word)
            }
        }
        flush()
        return parameters
    }

    /// A property with a body and without a value of its own is computed.
    private mutating func property(_ index: Int) -> Int {
        var place = index + 1
        while place < tokens.count,
            !["=", "{", "}", ";", "var", "let", "func"].contains(text(place))
        {
            // An attribute's or a type's brackets.
            if text(place) == "(" { place = end(of: place, "(", ")") }
            if text(place) == ":", tokens[place].line != tokens[index].line { break }
            place += 1
        }
        guard text(place) == "{", tokens[place].line <= tokens[index].line + 1 else {
            return index + 1
        }
        if !["willSet", "didSet"].contains(text(place + 1)) { pending = .computed }
        return place
    }

    private mutating func creation(_ index: Int) {
        var function: String?
        var isComputed = false
        for scope in scopes.reversed() {
            switch scope {
            case .function(let name): function = name
            case .computed:
                isComputed = ["return", "{"].contains(text(index - 1))
            case .block: continue
            case .type: break
            }
            break
        }
        creations.append(
            Creation(
                type: text(index), line: tokens[index].line, function: function,
                isComputed: isComputed))
    }
}
