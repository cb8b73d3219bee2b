# SPDX-License-Identifier: Apache-2.0
"""A phone that loads Number List, the example whose extension sends a table.

    python3 reloads.py TABLE HOME

Installs it on the phone of a home, and then loads the whole table again and again between the lines
`go` and `stop` of its standard input. It answers each when it is obeyed.
"""
import json
import os
import shutil
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../GatewayHarness"))
import processes as p  # noqa: E402

APP = "com.example.numberlist"
EXTENSION = APP + ".CallDirectory"
GROUP = "group." + APP
PROGRAM = "NumberListCallDirectory"
INFO = os.path.join(p.ROOT, "Examples", "NumberList")


class Directory:
    """Number List on the phone of a home."""

    def __init__(self, home):
        self.home = home
        self.group = os.path.join(home, "state", "groups", GROUP)
        os.makedirs(self.group, mode=0o700, exist_ok=True)
        self.ask("app", "bundle", p.program("NumberList"), "--info", f"{INFO}/Info.plist",
                 "--extension", f"{INFO}/CallDirectory/Info.plist", "--output", home)
        self.ask("app", "install", os.path.join(home, "NumberList.app"))

    def ask(self, *words, may_fail=False):
        command = [p.program("opencallkit"), *words, "--home", self.home]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0 and not may_fail:
            raise p.Trouble(f"'{' '.join(words)}': {done.stderr.strip()}")
        return done.stdout

    def offer(self, table):
        """Puts a table where the extension looks; None takes it away."""
        path = os.path.join(self.group, "numbers.table")
        if table is None:
            if os.path.exists(path):
                os.remove(path)
            return
        shutil.copyfile(table, path + ".new")
        os.rename(path + ".new", path)

    def load(self, table):
        """The phone's milliseconds for a load of the whole table.

        A load that fails comes first, since after one that did not only changes would be sent.
        """
        self.offer(None)
        self.ask("directory", "reload", EXTENSION, "--json", may_fail=True)
        self.offer(table)
        return json.loads(self.ask("directory", "reload", EXTENSION, "--json"))

    def switch_on(self, table):
        self.offer(table)
        return json.loads(self.ask("directory", "enable", EXTENSION, "--json"))


def main():
    table, home = sys.argv[1:]
    directory = Directory(home)
    directory.switch_on(table)
    print("ready", flush=True)
    may_run, is_idle = threading.Event(), threading.Event()
    is_idle.set()

    def work():
        while True:
            may_run.wait()
            directory.load(table)
            if not may_run.is_set():
                is_idle.set()

    threading.Thread(target=work, daemon=True).start()
    for order in sys.stdin:
        if order == "go\n":
            is_idle.clear()
            may_run.set()
        else:
            may_run.clear()
            is_idle.wait()
        print("done", flush=True)


if __name__ == "__main__":
    main()
