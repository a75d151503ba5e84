"""Disturbed time: no old position is called live, no true one is withheld, and no epoch is lost."""
import itertools
import os
import tempfile
import time

from . import clock, tool
from .receiver import LATITUDE, WEEKS, Datagrams, Epoch, Server
from .row import Row

JOBS = 4


def recorded(report, name, folder):
    """A recording in which a minute of data arrives at once: nothing is called live, and everything is exported."""
    begun = 1_790_000_000.0
    lines = ["#gpsbridge-recording 1 %s.000Z\n" % time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(begun))]
    for second in range(150):
        arrives = 80_000 + second if 20 <= second < 80 else second * 1000 + 50
        data = Epoch(begun + second, begun, is_glitch=second in (85, 140)).data.decode()
        lines.append("%d %s\n" % (arrives, data.replace("\r\n", "\\x0D\\x0A")))
    path = f"{folder}/backlog.gbr"
    with open(path, "w") as file:
        file.writelines(lines)
    fixes = tool.records(["watch", path, "--types", "fix"], folder)
    live = [fix for fix in fixes if fix.get("state") == "live"]
    report.check(name, "watch, age", "no live position in a recording", f"{len(live)} live", not live)
    glitch_free = [fix for fix in fixes if "lat" in fix and "suspect" not in fix]
    report.check(name, "watch, withheld", "148 positions that are not suspect", f"{len(glitch_free)}", len(glitch_free) >= 148)
    points = tool.records(["export", path, "--format", "ndjson"], folder)
    seconds = {round((point["lat"] - LATITUDE) * 111_195 / 22) for point in points if "lat" in point}
    missing = sorted(set(range(150)) - {85, 140} - seconds)
    report.check(name, "record + export", "all 148 epochs", f"{len(missing)} missing: {missing[:4]}", not missing)
    report.check(name, "fix", "status 0", "an error", bool(tool.output(["fix", path, "--json"], folder)))



def set_clock(seconds):
    return lambda row: row.clock.set(seconds() if callable(seconds) else seconds)


def vouch(row):
    row.clock.vouch(True)


def set_receiver(seconds):
    def disturb(row):
        row.receiver.offset = seconds
    return disturb


def slow_down(row):
    row.receiver.rate = 1


def table(is_sample):
    """Each row: its name, and the disturbance of its receiver, its cable and its clock."""
    days = 86_400
    yield "host at 1970, then right", {"prepare": set_clock(lambda: 60 - time.time()), "disturb": set_clock(0)}
    yield "host's clock set back by 1 h", {"disturb": set_clock(-3600)}
    yield "host's clock set ahead by 3 days", {"disturb": set_clock(3 * days)}
    yield "processes stopped for 2 s", {"disturb": lambda row: row.stop(2)}
    yield "machine slept for 1 h", {"disturb": lambda row: row.sleep(3600)}
    yield "tcp:// that keeps 60 s", {"cable": lambda: Server(60)}
    yield "10 Hz, then 1 Hz", {"rate": 10, "disturb": slow_down}
    yield "receiver 1024 weeks early", {"disturb": set_receiver(-WEEKS)}
    yield "receiver 1024 weeks late", {"disturb": set_receiver(WEEKS)}
    yield "receiver in local time, 2 h ahead", {"prepare": vouch, "disturb": set_receiver(7200)}
    if is_sample:
        return
    yield "processes stopped for 30 s", {"disturb": lambda row: row.stop(30)}
    yield "processes stopped for 5 min", {"disturb": lambda row: row.stop(300)}
    yield "processes stopped for 30 s at 10 Hz", {"rate": 10, "disturb": lambda row: row.stop(30)}
    yield "tcp:// held back for 60 s", {"cable": Server, "disturb": lambda row: row.hold(60)}
    yield "udp:// held back for 60 s", {"cable": Datagrams, "disturb": lambda row: row.hold(60)}
    yield "gpsd:// of a server that was stopped for 60 s", {"is_served": True, "disturb": lambda row: row.stop_servers(60)}
    yield "clients stalled for 60 s", {"disturb": lambda row: row.stall_clients(60)}


def rows(report, seed, is_sample, folder):
    library = clock.build(folder)
    listed = list(table(is_sample))
    if is_sample:
        # A different selection for each change.
        listed = [listed[(seed * JOBS + index) % len(listed)] for index in range(JOBS)]

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

    made = [one(name, options, has_glitches) for name, options in listed for has_glitches in ([True] if is_sample else [True, False])]
    name = "times: a recording with a minute that arrived at once"
    return [(name, lambda: recorded(report, name, folder))] + made
