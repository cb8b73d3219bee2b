# SPDX-License-Identifier: Apache-2.0
"""Reads libphonenumber's patterns of digits, for Scripts/numbering-plans."""
try:
    import re._parser as parser
except ImportError:
    import sre_parse as parser

DIGITS = "0123456789"
LONGEST = 17


def digits_of(members):
    """The digits of a class: [14-6], \\d."""
    found = set()
    for kind, value in members:
        if str(kind) == "LITERAL":
            found.add(chr(value))
        elif str(kind) == "RANGE":
            found |= {chr(code) for code in range(value[0], value[1] + 1)}
        elif str(kind) == "CATEGORY":
            found |= set(DIGITS)
        else:
            raise ValueError(f"a class with {kind}")
    return found


# --- Patterns with few matches, written out ---------------------------------------------------

def expand(pattern):
    """All that a finite pattern matches, with x for any digit and $ for the end."""
    return _sequences(parser.parse(pattern))


def _sequences(items):
    found = [""]
    for kind, value in items:
        found = [head + tail for head in found for tail in _alternatives(str(kind), value)]
    return found


def _alternatives(kind, value):
    if kind == "LITERAL":
        return [chr(value)]
    if kind == "IN":
        digits = digits_of(value)
        if len(digits) == 10:
            return ["x"]
        # A set at the start of a subscriber's number stays a set: see `merged`.
        return sorted(digits)
    if kind == "SUBPATTERN":
        return _sequences(value[-1])
    if kind == "BRANCH":
        return [text for branch in value[1] for text in _sequences(branch)]
    if kind == "MAX_REPEAT":
        low, high, inner = value
        once, found = _sequences(inner), []
        for count in range(low, high + 1):
            texts = [""]
            for _ in range(count):
                texts = [head + tail for head in texts for tail in once]
            found += texts
        return found
    if kind == "AT":
        return ["$"]
    raise ValueError(f"a pattern with {kind}")


def merged(texts):
    """Fewer patterns for the same texts: 00, 01 and 02 are 0[0-2]."""
    patterns = {tuple(frozenset(DIGITS) if c == "x" else frozenset(c) for c in t) for t in texts}
    is_changed = True
    while is_changed:
        is_changed = False
        for one in sorted(patterns, key=_written):
            for other in sorted(patterns, key=_written):
                where = [i for i, (a, b) in enumerate(zip(one, other)) if a != b]
                if len(one) == len(other) and len(where) == 1:
                    at = where[0]
                    patterns -= {one, other}
                    patterns.add(one[:at] + (one[at] | other[at],) + one[at + 1:])
                    is_changed = True
                    break
            if is_changed:
                break
    return sorted(_written(p) for p in patterns)


def _written(pattern):
    return "".join(_set(digits) for digits in pattern)


def _set(digits):
    if len(digits) == 10:
        return "x"
    if len(digits) == 1:
        return next(iter(digits))
    runs = []
    for digit in sorted(digits):
        if runs and int(runs[-1][-1]) + 1 == int(digit):
            runs[-1] += digit
        else:
            runs.append(digit)
    return "[" + "".join(f"{r[0]}-{r[-1]}" if len(r) > 2 else r for r in runs) + "]"


# --- Patterns with many matches: how long they are --------------------------------------------

def lengths_by_prefix(pattern, depth=3):
    """The lengths of what matches, for each run of `depth` leading digits that has any."""
    machine = _Machine(parser.parse(pattern))
    found = {}

    def walk(prefix, states):
        if len(prefix) < depth:
            for digit in DIGITS:
                walk(prefix + digit, machine.step(states, {digit}))
            return
        lengths, count = set(), len(prefix)
        while states and count <= LONGEST:
            if machine.end in states:
                lengths.add(count)
            states, count = machine.step(states, set(DIGITS)), count + 1
        if lengths:
            found[prefix] = frozenset(lengths)

    walk("", machine.start)
    return found


class _Machine:
    """A pattern as states: each leads on by digits, or by nothing."""

    def __init__(self, items):
        self.free, self.by_digits = [], []
        first = self._state()
        self.end = self._sequence(items, first)
        self.start = self._closed({first})

    def step(self, states, digits):
        return self._closed({
            self.by_digits[s][1] for s in states
            if self.by_digits[s] and self.by_digits[s][0] & digits})

    def _closed(self, states):
        found, waiting = set(states), list(states)
        while waiting:
            for state in self.free[waiting.pop()]:
                if state not in found:
                    found.add(state)
                    waiting.append(state)
        return found

    def _state(self, after=None):
        self.free.append([])
        self.by_digits.append(None)
        if after is not None:
            self.free[after].append(len(self.free) - 1)
        return len(self.free) - 1

    def _sequence(self, items, state):
        for kind, value in items:
            state = self._item(str(kind), value, self._state(after=state))
        return state

    def _item(self, kind, value, state):
        if kind in ("LITERAL", "IN"):
            digits = {chr(value)} if kind == "LITERAL" else digits_of(value)
            after = self._state()
            self.by_digits[state] = (digits, after)
            return after
        if kind == "SUBPATTERN":
            return self._sequence(value[-1], state)
        if kind == "BRANCH":
            end = self._state()
            for branch in value[1]:
                self.free[self._sequence(branch, self._state(after=state))].append(end)
            return end
        if kind == "MAX_REPEAT":
            low, high, inner = value
            for _ in range(low):
                state = self._sequence(inner, self._state(after=state))
            end = self._state(after=state)
            for _ in range(high - low):
                state = self._sequence(inner, self._state(after=state))
                self.free[state].append(end)
            return end
        raise ValueError(f"a pattern with {kind}")
