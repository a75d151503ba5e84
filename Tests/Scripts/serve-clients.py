#!/usr/bin/env python3
"""Tests `gpsbridge serve` with existing client programs, and reads what they show.

usage: serve-clients.py PROGRAM [CLIENT...]

PROGRAM is gpsbridge; without names all clients run at the same time. `gpsbridge serve` reads a simulated, moving receiver on a
pseudo-terminal. Each client must show its position (within 1e-5 degrees), the present time and a 3D fix; show no fix during
20 s of silence, and positions afterwards; show no fix while the receiver is unplugged and until the newly plugged one has
a fix, and positions afterwards; and show positions again after a restart of the server. Prints a line for each client. The
status is 1 if one failed. Missing clients are skipped with the reason.
"""
import os
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from serve_clients import collectors, libraries, nmea, programs, requests, screens, windows
from serve_clients.bench import Bench

CLIENTS = (
    programs.ALL + requests.ALL + screens.ALL + libraries.ALL + collectors.ALL + windows.ALL + nmea.ALL)
# Seconds after the last epoch: a fix is lost after two and a half epochs, two seconds at least, plus the time to read the screen.
GRACE = 6
SILENCE = 20
AWAY = 8


class Trial:
    """One client and its result."""

    def __init__(self, client):
        self.client = client
        self.complaint = None
        self.positions = 0

    def answers(self, begun, heard):
        """The number of correct positions since then, and what was late or wrong."""
        right, late, wrong = 0, ["nothing else"], []
        for sighting in list(self.client.sightings):
            if sighting.heard < heard or sighting.place is None and self.client.shows_place:
                continue
            problem = None
            if self.client.shows_place:
                problem = self.client.bench.receiver.problem(sighting, self.client.lag, begun)
            if problem is None and self.client.shows_mode and sighting.mode != self.client.mode:
                problem = "a fix of mode %s" % sighting.mode
            if problem is None and self.client.shows_time and sighting.time is None:
                problem = "a position without a time"
            if problem is None:
                right += 1
            else:
                (wrong if problem.startswith("another place") else late).append(problem)
        return right, late, wrong

    def hold(self, what, complaint):
        """Stores the first complaint and its phase."""
        if complaint and self.complaint is None:
            self.complaint = "at %s: %s" % (what, complaint)

    def look(self, what):
        """Whether it runs and there is no complaint."""
        self.hold(what, self.client.ending())
        return self.complaint is None


def phase(what):
    """Sets the name of the present phase, for the message after the time limit."""
    global now
    now = what


now = "the start"


def must_show(trials, what, limit):
    """Waits until each client has shown three positions measured from now on."""
    phase("%s, where each client has to show three positions within %d s" % (what, limit))
    begun, heard = time.time(), time.monotonic()
    pending = trials
    while pending and time.monotonic() < heard + limit:
        time.sleep(0.25)
        pending = [trial for trial in pending if trial.look(what) and trial.answers(begun, heard)[0] < 3]
    for trial in trials:
        right, late, wrong = trial.answers(begun, heard)
        trial.positions += right
        if wrong:
            trial.hold(what, "expected the place of the receiver, found " + wrong[-1])
        elif trial in pending:
            trial.hold(what, "expected three %s within %d s, found %d, and %s" % (
                trial.client.shows, limit, right, late[-1]))


def must_live(trials, what, length):
    """Waits; a client that ends or shows a fix gets a complaint."""
    phase("%s, in which each client has to go on without a fix" % what)
    begun = time.monotonic()
    while well(trials) and time.monotonic() < begun + length:
        time.sleep(0.25)
        for trial in trials:
            trial.look(what)
    for trial in trials:
        tells = trial.client.tells_no_fix
        late = [
            sighting for sighting in list(trial.client.sightings)
            if sighting.heard > begun + (GRACE if tells else max(GRACE, trial.client.lag))]
        if any(sighting.mode not in (0, 1) for sighting in late):
            trial.hold(what, "expected no fix, found one after more than %d s" % GRACE)
        elif tells and not late:
            trial.hold(what, "expected that it shows no fix, found nothing new")


def well(trials):
    return [trial for trial in trials if trial.complaint is None]


def run(bench, trials):
    early = [trial for trial in trials if trial.client.is_early]
    begin(early)
    # By then the server has answered, and there is nothing to show.
    must_live(early, "the time before the first plug", AWAY)
    bench.receiver.plug()
    begin([trial for trial in trials if not trial.client.is_early])
    must_show(well(trials), "the beginning", 60)
    bench.receiver.be_silent()
    must_live(well(trials), "the silence", SILENCE)
    bench.receiver.speak()
    must_show(well(trials), "the end of the silence", 40)
    # A client that is just restarting would find no receiver, and end.
    end = time.monotonic() + 20
    while time.monotonic() < end and not all(
            trial.client.may_lose() for trial in trials if trial.look("the end of the silence")):
        time.sleep(0.1)
    bench.receiver.unplug()
    must_live(well(trials), "the pulled plug", AWAY)
    bench.receiver.plug(start="cold")
    # In the last second some clients may already show the first position.
    must_live(well(trials), "the time without a fix after the new plug", bench.receiver.without_fix() - 1)
    must_show(well(trials), "the first fix after the new plug", 60)
    phase("the restart of the server")
    bench.service.restart()
    for trial in well(trials):
        if not trial.client.reconnects:
            trial.client.again()
    must_show(well(trials), "the restart of the server", 60)


def begin(trials):
    for trial in trials:
        phase("the start of " + trial.client.name)
        trial.client.begin()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1])
    names = [client.name for client in CLIENTS]
    for name in sys.argv[2:]:
        if name not in names:
            sys.exit("serve-clients: expected one of %s, found '%s'" % (", ".join(names), name))
    if not os.access(sys.argv[1], os.X_OK):
        sys.exit("serve-clients: there is no program %s" % sys.argv[1])
    # Ends all processes, also if something hangs.
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda number, _: sys.exit(
            "serve-clients: FAILED, ended by signal %d in %s" % (number, now)))
    signal.alarm(900)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gpsbridge-clients-", ignore_cleanup_errors=True) as folder:
        bench = Bench(sys.argv[1], folder)
        skipped, trials = {}, []
        try:
            for kind in CLIENTS:
                if len(sys.argv) > 2 and kind.name not in sys.argv[2:]:
                    continue
                client = kind(bench)
                why = client.missing()
                if why:
                    skipped[client.name] = why
                else:
                    trials.append(Trial(client))
            if trials:
                bench.begin([word for trial in trials for word in trial.client.outputs()])
                run(bench, trials)
                said = bench.service.words()
        except RuntimeError as error:
            sys.exit("serve-clients: FAILED, %s" % error)
        finally:
            bench.end()
    width = max(map(len, names))
    for trial in trials:
        print("%-*s  %s" % (
            width, trial.client.name,
            "FAILED " + trial.complaint if trial.complaint else "ok, %d %s held" % (
                trial.positions, trial.client.shows)))
    for name, why in skipped.items():
        print("%-*s  skipped: %s" % (width, name, why))
    failed = len(trials) - len(well(trials))
    if failed:
        print("serve said: " + said)
    print("serve-clients: %d clients ok, %d failed, %d skipped, in %d s" % (
        len(well(trials)), failed, len(skipped), time.monotonic() - begun))
    sys.exit(1 if failed else 0)


main()
