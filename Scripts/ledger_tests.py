# SPDX-License-Identifier: Apache-2.0
"""Finds the tests that the ledgers name, and sees whether they use what they are said to prove."""
import functools
import importlib.machinery
import importlib.util
import os
import re

import ledger_graph

PLACE = re.compile(r"(Tests/[\w/.+-]+\.swift):(\w+)")
FUNCTION = re.compile(r"\bfunc\s+(\w+)(?=\s*[(<])")
# Code that must compile as it stands; the tests run it.
CLIENTS = "Tests/Clients/"
# What a call may leave out: closures that trail, and what has a default.
OMITTED = {
    "completion", "completionHandler", "withCompletionHandler", "invoking", "options", "userInfo",
    "dso", "log", "explicitPositiveSign", "includePrefix", "uppercase",
}


def tidy():
    """Scripts/tidy, which can read Swift."""
    path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "tidy")
    loader = importlib.machinery.SourceFileLoader("tidy", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
    loader.exec_module(module)
    return module


TIDY = tidy()


@functools.lru_cache(maxsize=None)
def functions_of(text):
    """The functions of a file by name: [(whether it is a test, its code without comments)]."""
    code, found = TIDY.code_only(text), {}
    for match in FUNCTION.finditer(code):
        brace = TIDY.body_start(code, match)
        if brace is None:
            continue
        before = code[:match.start()]
        attributes = before[max(before.rfind("}"), before.rfind("{"), before.rfind(";")) + 1:]
        body = code[match.start():TIDY.closing(code, brace) + 1]
        found.setdefault(match.group(1), []).append(("@Test" in attributes, body))
    return found


class Tests:
    """The tests of a checkout."""

    def __init__(self, root):
        self._root, self._texts = root, {}

    def _text(self, path):
        if path not in self._texts:
            try:
                with open(os.path.join(self._root, path), encoding="utf-8") as file:
                    self._texts[path] = file.read()
            except OSError:
                self._texts[path] = None
        return self._texts[path]

    def breach(self, row, namesakes, is_type):
        """What is wrong with the test of a row; `namesakes` are the rows of the same name."""
        place = PLACE.fullmatch(row.test)
        if not place:
            return f"test {row.test!r}: name the one that proves it, Tests/File.swift:function"
        path, name = place.groups()
        text = self._text(path)
        if text is None:
            return f"there is no {path}: name the file of its test"
        bodies = functions_of(text).get(name)
        if not bodies:
            return f"{path} has no function {name}: name the one that proves it"
        if not path.startswith(CLIENTS) and not any(is_test for is_test, _ in bodies):
            return f"{name} in {path} is no @Test: name the test that proves it"
        if not any(names(row, namesakes, is_type, body) for _, body in bodies):
            return f"{name} in {path} does not name it: use it there, or name another test"
        return None


@functools.lru_cache(maxsize=None)
def names(row, namesakes, is_type, body):
    """Whether a function uses the declaration of a row."""
    owner, _, member = ledger_graph.split_path(row.declaration)
    base, bracket, labels = member.partition("(")
    if not all(re.search(rf"\b{word}\b", body) for word in distinguishing(row, namesakes)):
        return False
    if not re.match(r"\w", base):
        return base in body  # an operator
    if bracket:
        heads = rf"(?:{re.escape(owner.split('.')[-1])}|init)" if base == "init" else base
        return any(fits(call, labels.rstrip(")").split(":")[:-1])
                   for call in calls(body, heads))
    if owner and not is_type:
        return re.search(rf"(?:\.|\bvar |\blet )`?{base}\b", body) is not None
    return re.search(rf"\b{base}\b", body) is not None


def distinguishing(row, namesakes):
    """The words of the row's type that not all rows of the same name have."""
    words = [set(re.findall(r"[A-Za-z]\w+", other.type)) - {"optional"} for other in namesakes]
    mine = set(re.findall(r"[A-Za-z]\w+", row.type)) - {"optional"} - set.intersection(*words)
    if "async" in mine:
        mine = (mine - {"async", "throws"}) | {"(?:async|await)"}
    return mine


def calls(body, head):
    """The labels of each use of a function, called or written."""
    if re.search(rf"(?<!\w){head}\s*\{{", body):  # with a trailing closure alone
        yield from ([], ["_"])
    for match in re.finditer(rf"(?<!\w){head}[?!]?\s*(?=\()", body):
        end = ledger_graph.end_of_group(body, match.end())
        inside = body[match.end() + 1:end]
        if re.fullmatch(r"(?:\w+:)+", inside):
            yield inside.split(":")[:-1]
        else:
            yield [label(part) for part in ledger_graph.split(inside)]


def label(argument):
    match = re.match(r"(\w+)(?:\s+\w+)?\s*:", argument)
    return match.group(1) if match else "_"


def fits(used, declared):
    """Whether the labels used are those declared, but for what a call may leave out."""
    rest = iter(used)
    following = next(rest, None)
    for name in declared:
        if following == name:
            following = next(rest, None)
        elif name not in OMITTED:
            return False
    return following is None
