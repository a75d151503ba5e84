"""Runs in the machine until it is ended by SIGTERM.

usage: python3 -m Crowd REPORT CLIENTS     so many clients, of which two are programs of others
"""

import selectors
import signal
import sys

from .clients import PROGRAMS, Visitor, of_others, own
from .report import Report


def main(path: str, count: int):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    report, selector = Report(path), selectors.DefaultSelector()
    clients = [of_others(name, report) for name in PROGRAMS]
    try:
        clients += [own(number, report) for number in range(count - len(PROGRAMS))]
        for client in clients:
            selector.register(client, selectors.EVENT_READ)
        run(report, selector)
    finally:
        for client in clients:
            client.leave()


def run(report: Report, selector: selectors.BaseSelector):
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
