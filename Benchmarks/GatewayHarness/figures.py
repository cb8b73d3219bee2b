# SPDX-License-Identifier: Apache-2.0
"""Medians, tables, and the words of a command line that all the benchmarks share."""
import json
import statistics
import sys
from dataclasses import dataclass

median = statistics.median


@dataclass
class Options:
    """`run [quick] [--json]`."""
    is_quick: bool
    is_json: bool

    def pick(self, usual, quick):
        return quick if self.is_quick else usual


def options(usage):
    words = sys.argv[1:]
    if "--help" in words or "-h" in words:
        print(f"usage: run [quick] [--json]\n\n{usage.strip()}\n\nexample: run quick")
        sys.exit(0)
    unknown = [word for word in words if word not in ("quick", "--json")]
    if unknown:
        print(f"run: there is no '{unknown[0]}'; usage: run [quick] [--json]", file=sys.stderr)
        sys.exit(64)
    return Options("quick" in words, "--json" in words)


def ratio(pairs):
    """The median of the rounds' own ratios: what slows a whole round down does not count."""
    return median(a / b for a, b in pairs)


def verdict(value, aim, words="{:.2f}"):
    """An aim beside what was reached; `aim` is a most."""
    return f"≤ {words.format(aim)} {'met' if value <= aim else 'missed'}"


def plain(cell):
    """A figure as a number, for scripts; words as they are."""
    try:
        return float(cell.replace(",", ""))
    except ValueError:
        return cell


def report(title, head, rows, notes=(), as_json=False):
    """Prints a table of texts: a first column of names, and columns of figures."""
    if as_json:
        names = [head[0] or "what", *head[1:]]
        table = [dict(zip(names, map(plain, row))) for row in rows]
        print(json.dumps({"title": title, "rows": table}, ensure_ascii=False))
        return
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    print(title)
    for note in notes:
        print(f"({note})")
    print()
    for row in [head, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    print()
