"""Runs in the machine until it is ended by SIGTERM.

usage: python3 -m Crowd REPORT CLIENTS     so many clients
"""

import selectors
import signal
import sys

from .clients import Client, Visitor, connected
from .report import Report


def main(path: str, count: int):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    report, selector = Report(path), selectors.DefaultSelector()
    for number in range(count):
        selector.register(Client(str(number), connected(number), report), selectors.EVENT_READ)
    visitor = Visitor(report)
    while True:
        if visitor.comes():
            selector.register(visitor, selectors.EVENT_READ)
        for key, _ in selector.select(0.1):
            # By its number: who has gone has none any more.
            if not key.fileobj.read():
                selector.unregister(key.fd)
        report.write()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
