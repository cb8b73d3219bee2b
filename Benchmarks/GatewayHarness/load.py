# SPDX-License-Identifier: Apache-2.0
"""h2load with a provider's request, and what it says of the answers."""
import os
import re
import subprocess
from dataclasses import dataclass

from processes import BUNDLE, Trouble, tool

APNS_ID = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
# A VoIP push of 200 bytes.
BODY = '{"aps":{},"call":"%s","caller":"+12025550123","name":"' % APNS_ID
BODY += "x" * (198 - len(BODY)) + '"}'


@dataclass
class Outcome:
    """One run of h2load against one server."""
    requests: int
    rate: float
    cpu_microseconds: float  # the server's, for each request


class Load:
    """The request, in the files that h2load reads."""

    def __init__(self, folder, tokens, authorization=None):
        self.uris = os.path.join(folder, "uris.txt")
        self.body = os.path.join(folder, "body.json")
        self.paths = [f"/3/device/{token}" for token in tokens]
        with open(self.uris, "w") as file:
            file.writelines(f"https://127.0.0.1{path}\n" for path in self.paths)
        with open(self.body, "w") as file:
            file.write(BODY)
        headers = {
            "apns-topic": f"{BUNDLE}.voip", "apns-push-type": "voip", "apns-priority": "10",
            "apns-expiration": "0", "apns-id": APNS_ID}
        if authorization:
            headers["authorization"] = authorization
        self.headers = [word for name, value in headers.items()
                        for word in ("-H", f"{name}: {value}")]

    def run(self, server, connections, streams, count):
        """Sends `count` requests over so many connections of so many streams each.

        Every answer must be 200. Streams that the server refuses at the very start, because the
        client has not yet read how many are allowed, are no answers and are not counted.
        """
        before = server.cpu_seconds()
        done = subprocess.run(
            [tool("h2load", "nghttp2-client"), "-n", str(count), "-c", str(connections),
             "-m", str(streams), "-t", "1", "-i", self.uris, "-d", self.body,
             "-B", f"https://127.0.0.1:{server.port}", *self.headers],
            capture_output=True, text=True, check=False)
        used = server.cpu_seconds() - before
        good, rate = self.read(done.stdout, server, count, connections * streams)
        return Outcome(good, rate, used / good * 1e6)

    @staticmethod
    def read(text, server, count, refused_max):
        seconds = re.search(r"finished in ([\d.]+)(us|ms|s|m)\b", text)
        codes = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", text)
        if not seconds or not codes:
            raise Trouble(f"h2load against {server.name} says: {text[-400:].strip()}")
        good, *others = map(int, codes.groups())
        if any(others) or not good or count - good > refused_max:
            raise Trouble(
                f"{server.name} answered {good} of {count} requests with 2xx, and with 3xx, 4xx,"
                f" 5xx: {others}")
        unit = {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60}[seconds.group(2)]
        return good, good / (float(seconds.group(1)) * unit)
