# SPDX-License-Identifier: Apache-2.0
"""Puts a gateway where a client expects Apple's hosts, and takes the client through its steps.

The client's own code stays as it was installed: only this process' sockets lead elsewhere when
they are asked for Apple's names, and SSL_CERT_FILE, which the caller sets, names the authority to
trust.

A driver is called with one argument, JSON: the gateway's `port`, the `authority`, the `topic`,
either a `certificate` or a `key` with `keyID` and `teamID`, and `steps`. Each step has a `name`,
the `token` to push to, and perhaps `renewed`: with a client that is made anew; or `after`: the path
of a pipe that gives a line when it is time. For each step a driver
prints one line of JSON: `reason` ("" for an accepted push, null where no answer came),
`timestamp` of a 410, `error` (the client's words), `logged` (its warnings), and `connections`,
how many the client has opened so far.
"""

import json
import logging
import socket
import sys
import time

HOSTS = {"api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com"}
HERE, HTTPS = "127.0.0.1", 443


class Place:
    """What a driver is told, and what it counts."""

    def __init__(self, told):
        self.told = told
        self.connections = 0
        self.logged = []
        look_up, connect = socket.getaddrinfo, socket.socket.connect

        def getaddrinfo(host, *rest, **named):
            name = host.decode() if isinstance(host, bytes) else host
            return look_up(HERE if name in HOSTS else host, *rest, **named)

        def connect_here(self, address):
            if address[:2] == (HERE, HTTPS):
                place.connections += 1
                address = (HERE, told["port"])
            return connect(self, address)

        place = self
        socket.getaddrinfo = getaddrinfo
        socket.socket.connect = connect_here

    def __getattr__(self, name):
        try:
            return self.told[name]
        except KeyError:
            raise AttributeError(name) from None


class Log(logging.Handler):
    """Keeps what a library warns of, where a driver's caller can read it."""

    def __init__(self, place):
        super().__init__(logging.WARNING)
        self.place = place

    def emit(self, record):
        self.place.logged.append(record.getMessage())


class Refused(Exception):
    """The gateway has answered, and not with 200."""

    def __init__(self, reason, timestamp=None):
        super().__init__(reason)
        self.reason = reason
        self.timestamp = timestamp


def begin():
    """The place that this process' argument describes."""
    place = Place(json.loads(sys.argv[1]))
    logging.getLogger().addHandler(Log(place))
    return place


def report(place, step, reason, error=None, timestamp=None):
    """Prints the line of a step."""
    line = {
        "name": step["name"], "reason": reason, "timestamp": timestamp, "error": error,
        "logged": place.logged, "connections": place.connections,
    }
    print(json.dumps(line), flush=True)
    place.logged = []


def words(error):
    """What an exception says, with its kind."""
    return f"{type(error).__name__}: {error}"


def wait(step):
    """Returns when it is time for a step."""
    if step.get("after"):
        with open(step["after"], encoding="ascii") as pipe:
            pipe.readline()


def run(place, push, renew=None):
    """Takes a client that blocks through its steps; `renew` makes another one where it is asked."""
    for step in place.steps:
        wait(step)
        if step.get("renewed"):
            renew()
        try:
            push(step["token"])
        except Refused as refused:
            report(place, step, refused.reason, timestamp=refused.timestamp)
        except Exception as error:  # pylint: disable=broad-except
            report(place, step, None, error=words(error))
        else:
            report(place, step, "")


def payload():
    """What a provider of calls sends: a moment ahead it is of no use."""
    return {"aps": {}, "call": {"from": "0123456789", "sent": int(time.time())}}
