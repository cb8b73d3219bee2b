# SPDX-License-Identifier: Apache-2.0
"""Plants each breach that Scripts/tidy looks for in a copy of the tree, and sees it caught.

The harmless neighbours of a breach are planted too, and must not be caught.
"""
import os
import shutil
import tempfile

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"
LATER = "TO" + "DO"
GUARD = "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\n"


def core(line):
    return "Sources/PhoneCore/Planted.swift", HEAD + line + "\n"


def room(name, line):
    return f"Sources/{name}/Planted.swift", HEAD + line + "\n"


def long_function(count):
    return HEAD + "func planted() {\n" + "    step()\n" * (count - 2) + "}\n"


def conformance(row):
    return {
        "Documentation/Conformance.md":
            "# Conformance\n\n| rule | state | test |\n| --- | --- | --- |\n" + row + "\n",
        "Tests/ConformanceTests/Planted.swift": HEAD + "func plantedTest() {}\n",
    }


# (what, the rule that catches it, the file and text that breach it)
BREACHES = [
    ("a core imports Foundation", "arrow", core("import Foundation")),
    ("a core imports FoundationEssentials", "arrow", core(GUARD + "#endif")),
    ("a core imports Dispatch", "arrow", core("internal import Dispatch")),
    ("a core imports Glibc", "arrow", core("import Glibc")),
    ("a core imports a C library", "arrow", room("GatewayCore", "import CLinux")),
    ("the model imports Foundation", "arrow", room("CallModel", "package import Foundation")),
    ("a core imports the host above it", "arrow", core("import PhoneHost")),
    ("an Apple-named module imports the host", "arrow", room("CallKit", "import PhoneHost")),
    ("the app side imports libevent", "arrow", room("PhoneLink", "import CEvent")),
    ("the app side imports OpenSSL", "arrow", room("OpenPushKit", "import COpenSSL")),
    ("the app side imports SQLite", "arrow", room("OpenCallKit", "import CSQLite")),
    ("the app side imports the loop", "arrow", room("OpenAVFAudio", "import Networking")),
    ("an example imports a room", "arrow",
     ("Examples/Hotline/Planted.swift", HEAD + "import PhoneLink\n")),
    ("a daemon imports Foundation", "arrow", room("Networking", "import Foundation")),
    ("a daemon imports Foundation unguarded", "arrow", room("PushGateway", "import Foundation")),
    ("FoundationEssentials without a guard", "arrow",
     room("PhoneServices", "import FoundationEssentials")),
    ("a single declaration is imported", "arrow", room("HTTP2", "import struct Foundation.Data")),
    ("the wire imports the gateway's core", "arrow", room("Wire", "@testable import GatewayCore")),
    ("a room without a row", "arrow", room("Cellar", "let planted = 1")),
    ("unsafe without a reason", "because",
     room("PhoneLink", "final class Planted: @unchecked Sendable {}")),
    ("an unsafe variable without a reason", "because",
     room("PhoneLink", "nonisolated(unsafe) var planted = 1")),
    ("our own module is asked for", "canImport",
     room("PhoneHost", "#if canImport(CallKit)\n#endif")),
    ("a try that traps", "word", room("PhoneHost", "let planted = try" + "! make()")),
    ("a thread sleeps", "word", room("PhoneHost", "func planted() { Thread.sle" + "ep(1) }")),
    ("a test sleeps", "word",
     ("Tests/PlantedTests/Planted.swift", HEAD + "func planted() { usle" + "ep(1) }\n")),
    ("work put off", "unfinished", room("PhoneHost", f"// {LATER}: later")),
    ("a long file", "length", room("PhoneHost", "\n" * 499)),
    ("a long function", "length", ("Sources/PhoneHost/Planted.swift", long_function(71))),
    ("a long line", "length", room("PhoneHost", "// " + "x" * 98)),
    ("no licence in a source file", "SPDX", ("Sources/PhoneHost/Planted.swift", "let a = 1\n")),
    ("no licence in a header", "SPDX", ("Sources/CLinux/planted.h", "int planted;\n")),
    ("no licence in a script", "SPDX", ("Scripts/planted", "#!/bin/sh\ntrue\n")),
    ("a document with two titles", "title", ("Documentation/Planted.md", "# A\n\n# B\n")),
    ("a document without a title", "title", ("Documentation/Planted.md", "## A\n")),
    ("a path of one machine", "path", ("Documentation/Planted.md", "# A\n\n/wo" + "rk/main\n")),
    ("a path of one user", "path", room("PhoneHost", '// at "/ro' + 'ot/x"')),
    ("a rule said to be tested by no test", "conformance",
     conformance("| B1 | tested | `absentTest` |")),
    ("a rule said to be tested that names none", "conformance",
     conformance("| B1 | tested | |")),
] + [
    (f"`{word}` in a core", "purity", core(f"let planted = {word}"))
    for word in (
        "Date()", "UUID()", "Task { }", "DispatchQueue.main", "Int.random(in: 0..<9)",
        "list.randomElement()", "list.shuffled()", "print(1)", "clock_gettime(a, b)",
        "ContinuousClock.now", "SystemRandomNumberGenerator()", "Hasher()", '"\\(Date())"')
]

HARMLESS = [
    ("words in comments and strings", core(
        '/* Date() /* UUID() */ print( */ let planted = "Task { \\" }" // .random(\n'
        'let more = #"Date() \\(UUID())"#\nlet text = """\n    "print(" Hasher( \\"""\n    """')),
    ("words that only contain one", core("let lastUpDate = 1; func validate(Tasks: Int) {}")),
    ("Foundation in the guard's #else", room("PhoneHost", GUARD + "import Foundation\n#endif")),
    ("Darwin beside Glibc", room("Networking", "#if canImport(Darwin)\nimport Darwin\n#endif")),
    ("unsafe with its reason", room(
        "PhoneLink", "// Sendable because a lock guards it.\nstruct A: @unchecked Sendable {}")),
    ("an app asks for CallKit",
     ("Examples/Articles/CallManager/Planted.swift",
      HEAD + "#if canImport(CallKit)\nimport CallKit\n#endif\n")),
    ("a function of just the length", ("Sources/PhoneHost/Planted.swift", long_function(70))),
    ("requirements without bodies", ("Sources/PhoneHost/Planted.swift", HEAD
     + "protocol P {\n    func a()\n    func b() -> Int\n}\nenum E {\n" + "    case c\n" * 90
     + "}\n")),
    ("a title in a block of code", ("Documentation/Planted.md", "# A\n\n```\n# no title\n```\n")),
    ("a rule that is tested", conformance("| B1 | tested | `plantedTest()` |")),
    ("a rule that is not tested", conformance("| B1 | open | |")),
]


def plant(root, files):
    for path, text in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)


def package_breaches(root):
    """The manifest with arrows and targets that the table of rooms does not have."""
    with open(os.path.join(root, "Package.swift"), encoding="utf-8") as file:
        text = file.read()
    yield "an arrow without a row entry", text.replace(
        'room("PhoneCore", ["CallModel"', 'room("PhoneCore", ["Networking", "CallModel"')
    yield "an Apple name on another source", text.replace(
        '("CallKit", "OpenCallKit")', '("CallKit", "PhoneHost")')
    yield "a target without a row", text.replace(
        'room("CallModel")', 'room("Cellar"), room("CallModel")')
    yield "a command on a new room", text.replace(
        'name: "OpenCallKitCommand",\n            dependencies: [',
        'name: "OpenCallKitCommand",\n            dependencies: ["CSQLite", ')


def run(root, tidy):
    """Returns the exit code: 0 if all breaches were caught and nothing else was."""
    missed = 0
    with tempfile.TemporaryDirectory(prefix="tidy-") as folder:
        copy = os.path.join(folder, "tree")
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".git", ".build", "__pycache__"))
        before = set(tidy(copy))

        def found(files):
            """What tidy finds of new breaches with these files in place of what was there."""
            kept = {}
            for path in files:
                full = os.path.join(copy, path)
                kept[path] = open(full, encoding="utf-8").read() if os.path.exists(full) else None
            plant(copy, files)
            new = {finding for finding in tidy(copy) if finding not in before}
            plant(copy, {path: text for path, text in kept.items() if text is not None})
            for path in (path for path, text in kept.items() if text is None):
                os.remove(os.path.join(copy, path))
            return new

        cases = [(what, rule, entry) for what, rule, entry in BREACHES] + [
            (what, "package", ("Package.swift", text))
            for what, text in package_breaches(copy)]
        for what, rule, entry in cases:
            files = entry if isinstance(entry, dict) else dict([entry])
            if not any(finding[0] in files and finding[2] == rule for finding in found(files)):
                print(f"Scripts/tidy --self-test: not caught: {what} ({rule})")
                missed += 1
        for what, entry in HARMLESS:
            files = entry if isinstance(entry, dict) else dict([entry])
            for finding in sorted(f for f in found(files) if f[0] in files):
                print(f"Scripts/tidy --self-test: wrongly caught: {what}: {finding}")
                missed += 1
    print(f"{len(cases)} breaches planted, {len(HARMLESS)} harmless neighbours, {missed} mistakes")
    return 1 if missed else 0
