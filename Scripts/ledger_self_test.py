# SPDX-License-Identifier: Apache-2.0
"""Plants each breach that Scripts/ledger looks for in temporary copies, and sees it caught.

The harmless neighbours of a breach are planted too, and must not be caught.
"""
import json
import os
import shutil
import tempfile

LEDGER = "Compatibility/CallKit.tsv"
GRAPH = "graphs/OpenCallKit.symbols.json"
TEST = "Tests/OpenCallKitTests/Planted.swift"
HEAD = "// SPDX-License-Identifier: Apache-2.0\n"
ROW = ["CXHandle.value", "String { get }", "10.0", "", "done", TEST + ":planted"]
OPTIONAL = "CXProviderDelegate.providerDidBegin(_:)"


# --- Changes to a ledger ------------------------------------------------------------------

def rows(change):
    """The ledger with its cells changed: a function of the list of rows."""
    def edit(text):
        cells = [line.split("\t") for line in text.split("\n")[:-1]]
        return "\n".join("\t".join(row) for row in change(cells)) + "\n"
    return {LEDGER: edit}


def cell(column, value, declaration=ROW[0]):
    """One row with one cell of it changed."""
    def change(cells):
        return [[value if row[0] == declaration and i == column else text
                 for i, text in enumerate(row)] for row in cells]
    return rows(change)


def replaced(**columns):
    """The row of the handle's value, with these cells and the planted test."""
    names = ["declaration", "type", "since", "deprecated", "state", "test"]
    row = [columns.get(name, text) for name, text in zip(names, ROW)]
    return rows(lambda cells: [row if old[0] == ROW[0] else old for old in cells])


def added(*row):
    return rows(lambda cells: cells + [list(row)])


def removed(declaration):
    return rows(lambda cells: [row for row in cells if row[0] != declaration])


# --- Changes to tests and graphs ----------------------------------------------------------

def planted(body, attribute="@Test", **columns):
    """A test file with one function, and the row that names it."""
    text = HEAD + f"{attribute} func planted() {{\n    {body}\n}}\n"
    return {TEST: lambda _: text, **replaced(**columns)}


def symbol(path, **changes):
    """The graph with a symbol's entry changed."""
    def edit(text):
        graph = json.loads(text)
        for entry in graph["symbols"]:
            if ".".join(entry["pathComponents"]) == path and "swiftExtension" not in entry:
                entry.update(changes)
        return json.dumps(graph)
    return {GRAPH: edit}


def new_symbol(*parts, precise="s:planted"):
    """The graph with a method more."""
    def edit(text):
        graph = json.loads(text)
        graph["symbols"].append({
            "pathComponents": list(parts), "identifier": {"precise": precise},
            "kind": {"identifier": "swift.method"}, "accessLevel": "open",
            "declarationFragments": [{"spelling": f"func {parts[-1].split('(')[0]}()"}]})
        return json.dumps(graph)
    return {GRAPH: edit}


def without_defaults(text):
    graph = json.loads(text)
    graph["symbols"] = [s for s in graph["symbols"] if "swiftExtension" not in s
                        or s["pathComponents"][-1] != "providerDidBegin(_:)"]
    return json.dumps(graph)


USE = "#expect(handle.value == \"+1\")"

# (what, a word of what is said, the changes that breach it)
BREACHES = [
    ("a row that nothing was built for", "is not in what was built",
     added("CXHandle.planted", "", "10.0", "", "done", ROW[5])),
    ("a row of another type", "was built as", cell(1, "Int { get }")),
    ("a row of another kind", "was built as a class", cell(1, "struct", "CXHandle")),
    ("a class that is no such thing", "is no Planted", cell(1, "class: Planted", "CXHandle")),
    ("an enum of another raw value", "has no raw value",
     cell(1, "enum: UInt", "CXHandle.HandleType")),
    ("overloads without types", "is overloaded",
     cell(1, "", "CXProviderDelegate.provider(_:perform:)")),
    ("a declaration in no row", "is in no row", removed(ROW[0])),
    ("a type in no row", "is in no row", removed("CXHandle")),
    ("a new public declaration", "is in no row", new_symbol("CXHandle", "planted()")),
    ("a new public helper", "HELPERS", new_symbol("CXHandle", "_planted()")),
    ("a helper's member that is no helper", "is in no row", new_symbol("_Planted", "planted()")),
    ("an optional method without a default", "has no default", {GRAPH: without_defaults}),
    ("a required method with a default", "has a default", cell(1, "(CXProvider)", OPTIONAL)),
    ("an optional method that is required", "has no default",
     cell(1, "optional (CXProvider)", "CXProviderDelegate.providerDidReset(_:)")),
    ("a member that is not open", "is not open", symbol(ROW[0], accessLevel="public")),
    ("a class that is not open", "is not open", symbol("CXHandle", accessLevel="public")),
    ("a deprecation that no row says", "is deprecated",
     symbol(ROW[0], availability=[{"isUnconditionallyDeprecated": True}])),
    ("an absent declaration that was built", "is absent, and yet",
     replaced(state="absent: needs Contacts", test="")),
    ("an absence for another reason", "the only reasons",
     added("CXHandle.planted", "", "10.0", "", "absent: not needed", "")),
    ("an absence for want of Objective-C without the message", "the only reasons",
     added("CXHandle.planted", "", "10.0", "", "absent: needs Objective-C", "")),
    ("an absence with a test", "yet a test",
     added("CXHandle.planted", "", "10.0", "", "absent: needs Contacts", ROW[5])),
    ("a state of other words", "state", cell(4, "nearly")),
    ("partly, without what is missing", "state", cell(4, "partly")),
    ("a row twice", "already", added(*ROW)),
    ("a row twice, once without a type", "already", added(ROW[0], "", *ROW[2:])),
    ("a column too few", "columns", added(*ROW[:5])),
    ("a column too many", "columns", added(*ROW, "more")),
    ("an empty line", "columns", added("")),
    ("a space in a cell", "space", cell(0, ROW[0] + " ")),
    ("other columns", "names the columns", rows(lambda cells: [["name"]] + cells[1:])),
    ("no version", "since", cell(2, "ten")),
    ("no version of a deprecation", "deprecated", cell(3, "soon")),
    ("no ledger", "is not there", {LEDGER: None}),
    ("no end of the last line", "no end", {LEDGER: lambda text: text[:-1]}),
    ("no test", "name the one", cell(5, "")),
    ("a test outside of Tests", "name the one", cell(5, "Sources/CXHandle.swift:value")),
    ("a test file that is not there", "there is no", cell(5, "Tests/Planted.swift:planted")),
    ("a test that is not there", "has no function", planted(USE, test=TEST + ":another")),
    ("a function that is no test", "is no @Test", planted(USE, attribute="")),
    ("a test that names another declaration", "does not name",
     planted("#expect(handle.values == 1)")),
    ("a test that names it in a comment", "does not name", planted("// handle.value")),
    ("a test that names it in a string", "does not name", planted('print("handle.value")')),
]

HARMLESS = [
    ("a test that names it", planted(USE)),
    ("a test that names it in an interpolation", planted('print("\\(handle.value)")')),
    ("a test that has a title", planted(USE, attribute='@Test("A sentence") @MainActor')),
    ("a declaration that is done in part", planted(USE, state="partly: only on Tuesdays")),
    ("an absence for want of a framework",
     added("CXHandle.planted", "", "10.0", "", "absent: needs Contacts", "")),
    ("an absence for want of Objective-C",
     added("CXHandle.planted", "", "10.0", "", "absent: needs Objective-C: no @objc here", "")),
    ("a deprecated declaration", symbol(
        "CXProviderConfiguration.localizedName",
        availability=[{"isUnconditionallyDeprecated": True}])),
    ("a member of a helper", new_symbol("_CXCodedError", "planted()")),
    ("a member that a protocol's extension gives",
     new_symbol("CXHandle", "planted()", precise="s:planted::SYNTHESIZED::s:CXHandle")),
]


def run(root, graphs, check):
    """Returns the exit code: 0 if all breaches were caught and nothing else was."""
    missed = 0
    with tempfile.TemporaryDirectory(prefix="ledger-self-test-") as copy:
        for name in ("Compatibility", "Tests"):
            shutil.copytree(os.path.join(root, name), os.path.join(copy, name))
        shutil.copytree(graphs, os.path.join(copy, "graphs"))

        def findings():
            return set(check(copy, os.path.join(copy, "graphs")))

        before = {(path, words) for path, _, words in findings()}

        def found(changes):
            """What is newly said with these changes, which are then taken back."""
            kept = {path: read(os.path.join(copy, path)) for path in changes}
            for path, change in changes.items():
                write(os.path.join(copy, path), change and change(kept[path]))
            new = {words for path, _, words in findings() if (path, words) not in before}
            for path, text in kept.items():
                write(os.path.join(copy, path), text)
            return new

        for what, word, changes in BREACHES:
            if not any(word in words for words in found(changes)):
                print(f"Scripts/ledger --self-test: not caught: {what} ({word})")
                missed += 1
        for what, changes in HARMLESS:
            for words in sorted(found(changes)):
                print(f"Scripts/ledger --self-test: wrongly caught: {what}: {words}")
                missed += 1
    print(f"{len(BREACHES)} breaches planted, {len(HARMLESS)} harmless neighbours,"
          f" {missed} mistakes")
    return 1 if missed else 0


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes a file, or removes it where there is no text."""
    if text is None:
        if os.path.exists(path):
            os.remove(path)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
