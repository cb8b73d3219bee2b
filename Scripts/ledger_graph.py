# SPDX-License-Identifier: Apache-2.0
"""Reads the symbol graph of a module, and writes each declaration's type in one short form."""
import functools
import glob
import json
import os
import re

KINDS = {
    "swift.class": "class", "swift.struct": "struct", "swift.enum": "enum",
    "swift.protocol": "protocol", "swift.init": "init", "swift.enum.case": "case",
}
ATTRIBUTE = re.compile(r"@\w+(?:\([^)]*\))?\s*")
MODIFIER = re.compile(
    r"^(?:(?:open|public|final|override|required|convenience|static|class|weak|mutating|optional"
    r"|nonisolated(?:\(\w+\))?)\s+)*(?=(?:func|var|let|init|case|class|struct|enum|protocol"
    r"|typealias|associatedtype|subscript)\b)")
PAIRS = {"(": ")", "[": "]", "{": "}"}


# --- Types in short -----------------------------------------------------------------------

def shorthand(declaration, owner=""):
    """`(A, B = []) async throws -> C`, `T { get set }`, `typealias = T`, or nothing.

    Attributes, modifiers and the names of parameters are left out: the names that a caller writes
    are in the declaration's own name.
    """
    text = MODIFIER.sub("", ATTRIBUTE.sub("", " ".join(declaration.split())), count=1)
    text = re.sub(r"\bSelf\b", owner, text).replace("NSNotification.Name", "Notification.Name")
    text = re.sub(r"\s+:\s+", ": ", text)
    if text.startswith(("func ", "init", "subscript")):
        return function(text)
    match = re.match(r"(var|let) [^:]+: (.*)$", text)
    if match:
        if match.group(2).endswith("}"):
            return match.group(2)
        return match.group(2) + (" { get }" if match.group(1) == "let" else " { get set }")
    match = re.match(r"typealias \w+ = (.*)$", text)
    return "typealias = " + match.group(1) if match else ""


def function(text):
    opening = text.index("(")
    closing = end_of_group(text, opening)
    parameters = [parameter(p) for p in split(text[opening + 1:closing])]
    failable = "?" if text.startswith("init?") else ""
    return f"({', '.join(parameters)}){failable} {text[closing + 1:].strip()}".strip()


def parameter(text):
    return ": ".join(part.strip() for part in text.split(":")[1:]) if ":" in text else text


def end_of_group(text, opening):
    """Where the bracket at `opening` closes."""
    depth = 0
    for position in range(opening, len(text)):
        depth += 1 if text[position] in PAIRS else -1 if text[position] in PAIRS.values() else 0
        if depth == 0:
            return position
    return len(text)


def split(text):
    """The parts between the commas that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        depth += 1 if letter in PAIRS else -1 if letter in PAIRS.values() else 0
        if letter == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in parts + [text[start:]] if part.strip()]


# --- Symbols ------------------------------------------------------------------------------

class Symbol:
    """A public declaration of a module."""

    def __init__(self, entry):
        self.parts = tuple(entry["pathComponents"])
        self.path, self.owner = ".".join(self.parts), ".".join(self.parts[:-1])
        self.precise = entry["identifier"]["precise"]
        kind = entry["kind"]["identifier"]
        self.kind = KINDS.get(kind, kind)
        text = "".join(f["spelling"] for f in entry.get("declarationFragments", ()))
        self.type = shorthand(text, self.owner)
        self.access = entry["accessLevel"]
        # Members that a protocol's extension gives to each type that conforms.
        self.inherited = "::SYNTHESIZED::" in self.precise
        self.in_extension = "swiftExtension" in entry
        self.default = self.overrides = False
        stored = bool(re.match(r"(?:@\w+\s+|nonisolated\s+)*static let\b", text))
        self.can_be_open = not stored and self.kind in (
            "class", "swift.method", "swift.property", "swift.type.method", "swift.type.property",
            "swift.subscript")
        availability = entry.get("availability", ())
        self.deprecated = any(
            a.get("isUnconditionallyDeprecated") or "deprecated" in a for a in availability)
        self.unavailable = any(a.get("isUnconditionallyUnavailable") for a in availability)
        self.location = location(entry.get("location"))


def location(entry):
    if not entry or "/Sources/" not in entry["uri"]:
        return None
    path = "Sources/" + entry["uri"].split("/Sources/")[-1]
    return path, entry["position"]["line"] + 1


class Graph:
    """The symbols of a module, and how they hang together."""

    def __init__(self, documents):
        self.symbols, relations = [], []
        for document in documents:
            self.symbols += map(Symbol, document["symbols"])
            relations += document["relationships"]
        self.symbols = [s for s in self.symbols if not s.unavailable]
        by_id, self._by_path, self._parents, self._super = {}, {}, {}, {}
        for symbol in self.symbols:
            by_id[symbol.precise] = symbol
            self._by_path.setdefault(symbol.path, []).append(symbol)
        self.protocols = {s.path for s in self.symbols if s.kind == "protocol"}
        self.classes = {s.path for s in self.symbols if s.kind == "class"}
        for relation in relations:
            source, kind = by_id.get(relation["source"]), relation["kind"]
            if source is None:
                continue
            if kind == "overrides":
                source.overrides = True
            elif kind == "defaultImplementationOf":
                source.default = True
            elif kind in ("conformsTo", "inheritsFrom"):
                target = by_id.get(relation["target"])
                name = target.path if target else relation.get("targetFallback", "").split(".")[-1]
                self._parents.setdefault(source.path, set()).add(name)
                if kind == "inheritsFrom":
                    self._super[source.path] = name
        for symbol in self.symbols:
            if symbol.owner in self.protocols and symbol.in_extension:
                symbol.default = True

    def superclasses(self, path):
        while path in self._super:
            path = self._super[path]
            yield path

    def ancestors(self, path):
        """All that a type is: its superclasses and protocols, and theirs."""
        found, rest = set(), [path]
        while rest:
            for parent in self._parents.get(rest.pop(), ()):
                if parent not in found:
                    found.add(parent)
                    rest.append(parent)
        return found

    def find(self, path):
        """The symbols of that name, the superclasses' where the class itself has none."""
        owner, _, member = split_path(path)
        for name in [owner, *self.superclasses(owner)]:
            found = self._by_path.get(f"{name}.{member}" if name else member)
            if found:
                return sorted(found, key=lambda s: s.inherited)
        return []

    def has_default(self, symbol):
        return any(s.default and s.type == symbol.type for s in self._by_path[symbol.path])


def split_path(path):
    """The owner and the member's name, which may hold dots only in its brackets."""
    return path.split("(")[0].rpartition(".")[:2] + (
        path[len(path.split("(")[0].rpartition(".")[0]):].lstrip("."),)


@functools.lru_cache(maxsize=64)
def parse(texts):
    return Graph([json.loads(text) for text in texts])


def load(folder, module):
    """The graph of a module, with its additions to the types of others."""
    texts = []
    for path in sorted(glob.glob(os.path.join(folder, module + "*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    return parse(tuple(texts))
