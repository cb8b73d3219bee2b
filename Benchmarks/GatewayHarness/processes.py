# SPDX-License-Identifier: Apache-2.0
"""The programs of the benchmarks: built, started, watched and ended."""
import atexit
import glob
import json
import mmap
import os
import resource
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

import figures

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAMS = os.environ.get("OPENCALLKIT_BIN_DIR") or os.path.join(ROOT, ".build", "release")
BUNDLE = "com.example.hotline"


class Trouble(Exception):
    """Why there is no measurement."""


def main(usage, body):
    """Runs a benchmark with its options: its trouble is one line, its exit code 1."""
    options = figures.options(usage)
    try:
        if "OPENCALLKIT_BIN_DIR" not in os.environ:
            build()
        body(options)
    except Trouble as trouble:
        sys.exit(f"{os.path.basename(os.path.dirname(os.path.abspath(sys.argv[0])))}: {trouble}")
    except KeyboardInterrupt:
        sys.exit(130)


def build():
    """Builds what has changed. The figures alone go to standard output."""
    command = [os.path.join(ROOT, "Scripts", "release"), "bench"]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode != 0:
        raise Trouble("Scripts/release does not build the programs")


def program(name):
    path = os.path.join(PROGRAMS, name)
    if not os.access(path, os.X_OK):
        raise Trouble(f"there is no {path}; run Scripts/release bench first")
    return path


def tool(name, package):
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not path:
        raise Trouble(f"there is no {name}; install Debian's {package} (Scripts/setup test)")
    return path


def compiled(name, sources, *flags):
    """A program or library in C or C++, built anew where a source is newer."""
    folder = os.path.join(ROOT, ".build", "benchmarks")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    sources = [os.path.join(ROOT, "Benchmarks", source) for source in sources]
    headers = {h for s in sources for h in glob.glob(os.path.join(os.path.dirname(s), "*.h"))}
    newest = max(os.path.getmtime(file) for file in [*sources, *headers])
    if not os.path.exists(path) or os.path.getmtime(path) <= newest:
        is_cpp = any(source.endswith(".cc") for source in sources)
        compiler = ["c++", "-std=gnu++17"] if is_cpp else ["cc", "-std=gnu11"]
        command = [*compiler, "-O2", "-Wall", "-Wextra", "-o", path, *sources, *flags]
        if subprocess.run(command, check=False).returncode != 0:
            raise Trouble(f"the compiler does not build {name}")
    return path


def allow_descriptors(count):
    """Raises the limit that children inherit. Says what is possible where that is not enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= count:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))
    except (ValueError, OSError):
        raise Trouble(
            f"{count} open files are needed and {hard} are allowed (ulimit -n)") from None


def scratch():
    """A folder that goes when the benchmark ends."""
    folder = tempfile.mkdtemp(prefix="opencallkit-bench.")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Process:
    """A child that is ended with the benchmark."""

    def __init__(self, words, log, environment=None, **options):
        self.name = os.path.basename(words[0])
        self.log = log
        with open(log, "ab") as file:
            self.child = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=file, text=True,
                env={**os.environ, **(environment or {})}, **options)
        atexit.register(self.end)

    def end(self):
        """Asks it to end, and waits."""
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(10)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe:
                pipe.close()

    def line(self):
        """Its next line."""
        text = self.child.stdout.readline()
        if not text:
            with open(self.log, errors="replace") as file:
                last = file.read()[-400:].strip()
            raise Trouble(f"{self.name} has ended: {last or 'it says nothing'}")
        return text.strip()

    def cpu_seconds(self):
        """What all its threads have used, user and system, to the nanosecond."""
        total = 0
        for path in glob.glob(f"/proc/{self.child.pid}/task/*/schedstat"):
            with open(path) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def resident_bytes(self):
        with open(f"/proc/{self.child.pid}/statm") as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE


class Gateway(Process):
    """`opencallkit gateway run`, in a home of its own.

    It writes no line for a push that it accepts, as the servers beside it write none.
    """

    def __init__(self, home, options=(), environment=None):
        self.home = home
        self.run_folder = os.path.join(home, "run")
        super().__init__(
            [program("opencallkit"), "gateway", "run", "--home", home, "--json",
             "--quiet", "--provider-port", "0", "--device-port", "0", *options],
            home + ".log", environment)
        ready = json.loads(self.line())
        self.port, self.device_port = ready["providerPort"], ready["devicePort"]
        self.authority = ready["authority"]
        # Certificate and key in one file, for the servers beside it; a copy, since the gateway may
        # make itself new ones.
        self.identity = home + ".pem"
        shutil.copyfile(
            os.path.join(os.path.dirname(self.authority), "server.pem"), self.identity)

    def ask(self, *words):
        """The JSON that a sub-command prints about this gateway."""
        command = [program("opencallkit"), "gateway", *words, "--home", self.home, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Trouble(f"'gateway {' '.join(words)}': {done.stderr.strip()}")
        return json.loads(done.stdout)


class Floor(Process):
    """The C program that does the least that can be done."""

    def __init__(self, identity, log):
        path = compiled(
            "floor", ["GatewayFloor/floor.c", "GatewayFloor/http2.c"],
            "-lnghttp2", "-lssl", "-lcrypto")
        super().__init__([path, identity, identity], log)
        _, port, device_port = self.line().split()
        self.port, self.device_port = int(port), int(device_port)


class Nghttpd(Process):
    """nghttp2's own server, with an empty file for each path."""

    def __init__(self, identity, paths, folder):
        root = os.path.join(folder, "root")
        for path in paths:
            os.makedirs(root + os.path.dirname(path), exist_ok=True)
            open(root + path, "w").close()
        self.port = free_port()
        super().__init__(
            [tool("nghttpd", "nghttp2-server"), "-d", root, "-m", "1000",
             "--address", "127.0.0.1", str(self.port), identity, identity],
            os.path.join(folder, "nghttpd.log"))
        wait_for_port(self.port)


class Dialogue(Process):
    """A program that says when it is ready, and then answers lines."""

    def __init__(self, words, log):
        super().__init__(words, log, stdin=subprocess.PIPE)
        self.line()

    def order(self, text):
        """Tells it something, and waits for the words of the answer."""
        self.child.stdin.write(text + "\n")
        self.child.stdin.flush()
        return self.line().split()


class Phones(Dialogue):
    """Many phones in one process; `words` say what they do, as GatewayPhones tells."""

    def __init__(self, words, log):
        super().__init__([program("GatewayPhones"), *words], log)


def register_phones(gateway, count, file):
    """Makes phones known to a gateway. `file` gets a line for each: device, secret, token."""
    Phones(
        ["register", "--port", str(gateway.device_port), "--authority", gateway.authority,
         "--run", gateway.run_folder, "--bundle", BUNDLE, "--count", str(count), "--file", file],
        file + ".log").end()


class AllocationCount:
    """How often a process asks for memory: give it `environment` when it starts."""

    def __init__(self, folder):
        library = compiled("allocations.so", ["GatewayHarness/allocations.c"], "-shared", "-fPIC")
        path = os.path.join(folder, "allocations")
        with open(path, "wb") as file:
            file.write(bytes(8))
        self.file = open(path, "rb")
        self.environment = {"LD_PRELOAD": library, "OPENCALLKIT_ALLOCATIONS": path}

    def value(self):
        self.file.seek(0)
        return struct.unpack("=Q", self.file.read(8))[0]


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def wait_for_port(port):
    for _ in range(500):
        with socket.socket() as visitor:
            if visitor.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise Trouble(f"nobody listens on port {port}")
