"""Listeners that stop reading, and come back."""
import http.client
import socket

from .bench import HANGS, check, expect, expect_that, metric, wait_for
from .stream import Listener, must_be_whole

ALL, STUCK = 12, 4
# Four receivers at 10 Hz fill small buffers within seconds.
BUSY = ["sim:drive?rate=10&seed=%d" % seed for seed in range(1, 5)]


class Sleeper:
    """Asks for events and then reads nothing, with the smallest buffer that the system gives."""

    def __init__(self, service):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port)
        self.connection.sock = socket.socket()
        self.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connection.sock.settimeout(HANGS)
        self.connection.sock.connect(("127.0.0.1", service.port))
        self.connection.request("GET", "/events")

    def wake(self):
        """Reads what is left until the end; the ids of whole events, in their order."""
        ids, last = [], None
        try:
            for line in self.connection.getresponse():
                if line.startswith(b"id: "):
                    last = line[4:].decode().strip()
                elif line == b"\n" and last:
                    ids.append(last)
                    last = None
        except (OSError, http.client.HTTPException):
            # The server has closed with bytes on the way: a reset, or a chunk that is cut.
            pass
        self.connection.close()
        return ids


@check("sleepers")
def sleepers(bench):
    """4 of 12 listeners stop reading: they are closed, the others lose nothing, and each goes on behind its last id."""
    service = bench.serve(*BUSY)
    others = [Listener(service) for _ in range(ALL - STUCK)]
    asleep = [Sleeper(service) for _ in range(STUCK)]
    # Once all buffers are full: 64 kB of the service, doubled by the kernel, and the reader's.
    wait_for("those that do not read are closed", lambda: metric(service, "gpsbridge_http_listeners") <= ALL - STUCK, 3 * HANGS, 0.2)
    sent = sum(len(event.text) for event in others[0].events)
    bench.note("%d that do not read are closed when %.0f kB were sent" % (STUCK, sent / 1000))
    expect("listeners that are left", metric(service, "gpsbridge_http_listeners"), float(ALL - STUCK))
    expect("listeners that were dropped", metric(service, "gpsbridge_http_dropped_listeners_total"), float(STUCK))
    target = max(listener.numbers()[-1] for listener in others)
    for listener in others:
        listener.wait_for("all come as far", lambda record: listener.numbers() and listener.numbers()[-1] >= target)
        must_be_whole("one who reads", listener.numbers())
    expect("listeners that read and were closed", sum(listener.ended.is_set() for listener in others), 0)
    for listener in others:
        listener.close()
    for each in asleep:
        ids = each.wake()
        expect_that("one who slept has heard something", len(ids) > 0, ids)
        resumed = Listener(service, headers={"Last-Event-ID": ids[-1]})
        resumed.wait_for("records come behind its id", lambda record: len(resumed.events) > 3)
        first = next(event for event in resumed.events if event.id)
        missed = [record for record in resumed.all("missed")]
        expect("what one who comes back has missed", missed, [])
        expect("the first record of one who comes back", first.number, int(ids[-1].rsplit("-", 1)[1]) + 1)
        must_be_whole("one who comes back", [event.number for event in resumed.events if event.id])
        resumed.close()
