# SPDX-License-Identifier: Apache-2.0
"""The data of the directory benchmarks, and the programs that keep it in one way or another."""
import os
import subprocess

import figures
import processes as p

FAST = ("-O3", "-march=native")


def make_data(folder, count, *lists):
    """Numbers, labels and queries in a folder of their own; see DirectoryPeers/make.c."""
    maker = p.compiled(
        "directory-data", ["DirectoryPeers/make.c", "DirectoryPeers/data.c"], *FAST, "-lm")
    os.makedirs(folder, exist_ok=True)
    if subprocess.run([maker, folder, str(count), *lists], check=False).returncode != 0:
        raise p.Trouble(f"there is no data of {count:,} numbers")
    return folder


def compiled_peer():
    sources = [f"DirectoryPeers/{name}.c" for name in ("peer", "arrays", "lmdb", "sqlite", "data")]
    return p.compiled("directory-peer", sources, *FAST, "-llmdb", "-lsqlite3")


class Store:
    """One way to keep the numbers of a folder."""

    def __init__(self, name, words, data, file):
        self.name, self.file = name, file
        self.log = file + ".log"
        self.command = [*words, data, file]

    def start(self):
        """A process of its own, which takes orders."""
        return p.Dialogue(self.command, self.log)

    def once(self, order):
        """Its answer to an order that wants a new process."""
        process = self.start()
        answer = process.order(order)
        process.end()
        return answer


def table(data, folder, name="NumberTable"):
    return Store(name, [p.program("DirectoryTable")], data, os.path.join(folder, "table"))


def peer(kind, name, data, folder):
    return Store(name, [compiled_peer(), kind], data, os.path.join(folder, kind))


def look_ups(stores, rounds, queries=("hit", "miss")):
    """For each store and kind of query, nanoseconds a look-up, of rounds in which all take turns.

    All must find the same numbers and labels, or there is no measurement.
    """
    running = [store.start() for store in stores]
    times = {(store.name, query): [] for store in stores for query in queries}
    for _ in range(rounds):
        for query in queries:
            answers = [process.order(query) for process in running]
            if len({tuple(answer[1:]) for answer in answers}) != 1:
                raise p.Trouble(f"the stores do not agree: {answers}")
            for store, answer in zip(stores, answers):
                times[store.name, query].append(float(answer[0]))
    for process in running:
        process.end()
    return times


def beside(ours, theirs):
    """The median of the rounds' own ratios."""
    return figures.ratio(list(zip(ours, theirs)))


def megabytes(count):
    return f"{count / 1e6:.2f}"
