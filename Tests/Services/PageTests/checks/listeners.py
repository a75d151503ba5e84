"""Listeners that stop reading, and come back."""
import re
import socket

from .bench import HANGS, check, expect, expect_that, metric, wait_for
from .stream import Listener, must_be_whole

ALL, STUCK = 12, 4
# Four receivers at 10 Hz fill small buffers within seconds.
BUSY = ["sim:drive?rate=10&seed=%d" % seed for seed in range(1, 5)]


class Sleeper:
    """Asks for events and then reads nothing, with the smallest buffer that the system gives."""

    def __init__(self, service):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(HANGS)
        self.socket.connect(("127.0.0.1", service.port))
        self.socket.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % service.port)

    def wake(self):
        """Reads what is left until the end; the ids of whole events, in their order."""
        heard = b""
        try:
            while part := self.socket.recv(65536):
                heard += part
        except OSError:
            # The server has closed with bytes on the way: a reset.
            pass
        self.socket.close()
        head, _, body = heard.partition(b"\r\n\r\n")
        text = dechunked(body) if b"chunked" in head.lower() else body
        events = text.decode(errors="replace").split("\n\n")[:-1]
        return [found.group(1) for event in events if (found := re.search(r"^id: (\S+)$", event, re.MULTILINE))]


def dechunked(body):
    """The bytes of a body in chunks; the last chunk may be cut."""
    found = b""
    while (size := re.match(rb"\r?\n?([0-9A-Fa-f]+)\r\n", body)):
        length = int(size.group(1), 16)
        found += body[size.end():size.end() + length]
        body = body[size.end() + length:]
    return found


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
