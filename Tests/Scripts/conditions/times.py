"""Disturbed time: no old position is called live, no true one is withheld, and no epoch is lost."""
import itertools
import os
import tempfile
import time

from checking import preloaded

from .receiver import WEEKS, Server
from .row import Row

# A row mostly waits for its own stops, of up to five minutes: the longest first.
JOBS, SAMPLE = 12, 4


def set_clock(seconds):
    return lambda row: row.clock.set(seconds() if callable(seconds) else seconds)


def set_receiver(**values):
    return lambda row: vars(row.receiver).update(values)


def table(is_sample):
    """Each row: its name, and the disturbance of its receiver, its cable and its clock."""
    days = 86_400
    yield "host at 1970, then right", {"prepare": set_clock(lambda: 60 - time.time()), "disturb": set_clock(0)}
    yield "host's clock set back by 1 h", {"disturb": set_clock(-3600)}
    yield "host's clock set ahead by 3 days", {"disturb": set_clock(3 * days)}
    yield "processes stopped for 2 s", {"disturb": lambda row: row.stop(2)}
    yield "machine slept for 1 h", {"disturb": lambda row: row.sleep(3600)}
    yield "tcp:// that keeps 60 s", {"cable": lambda: Server(60)}
    yield "10 Hz, then 1 Hz", {"rate": 10, "disturb": set_receiver(rate=1)}
    yield "receiver 1024 weeks early", {"disturb": set_receiver(offset=-WEEKS)}
    yield "receiver 1024 weeks late", {"disturb": set_receiver(offset=WEEKS)}
    yield "receiver in local time, 2 h ahead", {"prepare": lambda row: row.clock.vouch(True), "disturb": set_receiver(offset=7200)}
    if is_sample:
        return
    yield "processes stopped for 30 s", {"disturb": lambda row: row.stop(30)}
    yield "processes stopped for 5 min", {"disturb": lambda row: row.stop(300)}
    yield "processes stopped for 30 s at 10 Hz", {"rate": 10, "disturb": lambda row: row.stop(30)}
    yield "tcp:// held back for 60 s", {"cable": Server, "disturb": lambda row: row.hold(60)}
    yield "gpsd:// of a server that was stopped for 60 s", {"is_served": True, "disturb": lambda row: row.stop_servers(60)}
    yield "clients stalled for 60 s", {"disturb": lambda row: row.stall_clients(60)}


def rows(report, seed, is_sample, folder):
    library = preloaded(folder, "Tests/Scripts/conditions/clock.c")
    listed = list(table(is_sample))
    if is_sample:
        # A different selection for each change.
        listed = [listed[(seed * SAMPLE + index) % len(listed)] for index in range(SAMPLE)]

    if os.getloadavg()[0] > 2 * os.cpu_count():
        report.note(f"times: the load of this machine is {os.getloadavg()[0]:.0f}; some late answers may be due to it")
    numbers = itertools.count()

    def one(name, options, has_glitches):
        name = f"times: {name}" + (", one epoch 720 m off" if has_glitches else "")
        # The length of a socket's path is limited.
        place = tempfile.mkdtemp(dir=folder)
        delay = next(numbers) % JOBS * 2.6

        def run():
            Row(name, place, library, has_glitches=has_glitches, is_short=is_sample, **options).run(report, delay)
        return name, run

    return [one(name, options, has_glitches) for name, options in reversed(listed)
            for has_glitches in ([True] if is_sample else [True, False])]
