#!/usr/bin/env python3
"""Tests `gpsbridge serve` with existing client programs, and reads what they show.

usage: serve-clients.py PROGRAM [--nightly] [CLIENT...]

PROGRAM is gpsbridge. `gpsbridge serve` reads a simulated, moving receiver on a pseudo-terminal. Each client must show its position
(within 1e-5 degrees), the present time and a 3D fix. Without --nightly five clients do so once, which use different parts of the
protocol. With it, or with names, all clients, or these, run at the same time, and must also show no fix while the receiver is silent,
and positions afterwards; show no fix while the receiver is unplugged and until the newly plugged one has a fix, and positions
afterwards; and show positions again after a restart of the server. Prints a line for each client. The status is 1 if one failed, and
77 if one is missing, with the reason.
"""
import argparse
import os
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from checking import HANG, wait_for
from serve_clients import collectors, libraries, nmea, programs, screens
from serve_clients.bench import Bench

CLIENTS = programs.ALL + screens.ALL + libraries.ALL + collectors.ALL + nmea.ALL
# Reports and a damaged request; bytes; Debian's libgps; a poll; sentences over TCP.
GATE = (programs.PipeEverything, programs.PipeBytes, screens.CursesGPS, libraries.PollingGPS, nmea.DaemonOverTCP)


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


def must_show(trials, what):
    """Waits until each client has shown three positions measured from now on."""
    phase("%s, where each client has to show three positions" % what)
    begun, heard = time.time(), time.monotonic()

    def pending():
        return [trial for trial in trials if trial.look(what) and trial.answers(begun, heard)[0] < 3]

    reached(pending)
    for trial in trials:
        right, late, wrong = trial.answers(begun, heard)
        trial.positions += right
        if wrong:
            trial.hold(what, "expected the place of the receiver, found " + wrong[-1])
        elif right < 3:
            trial.hold(what, "expected three %s, found %d, and %s" % (trial.client.shows, right, late[-1]))


def reached(pending):
    """Waits until no client is pending, and ends as a hang otherwise."""
    try:
        wait_for(now, lambda: not pending(), step=0.1)
    except RuntimeError:
        pass


def must_lose(trials, what):
    """Waits until each client that shows that there is no fix has shown it; from then on, none may show one.

    Those that print nothing then have no word of their own. Their positions are judged by `answers`, since each has its time.
    """
    phase("%s, in which each client has to go on without a fix" % what)
    begun = time.monotonic()

    def shown(trial):
        return [sighting for sighting in list(trial.client.sightings) if sighting.heard > begun]

    def is_told(trial):
        return any(sighting.mode in (0, 1) for sighting in shown(trial))

    tellers = [trial for trial in trials if trial.client.tells_no_fix]
    reached(lambda: [trial for trial in tellers if trial.look(what) and not is_told(trial)])
    for trial in trials:
        trial.look(what)
    return lambda may_return=False: [judge_loss(trial, what, shown(trial), may_return) for trial in tellers]


def judge_loss(trial, what, sightings, may_return):
    """A client may show an old fix before it has shown that there is none, and not afterwards; a new one if the receiver has one."""
    modes = [sighting.mode in (0, 1) for sighting in sightings]
    if True not in modes:
        return trial.hold(what, "expected that it shows no fix, found nothing new")
    for sighting in sightings[modes.index(True):]:
        if sighting.mode in (0, 1):
            continue
        if not may_return:
            trial.hold(what, "expected no fix, found one after it had shown none")
        elif sighting.place is not None and trial.client.shows_place:
            problem = trial.client.bench.receiver.problem(sighting, trial.client.lag, 0) or ""
            trial.hold(what, problem if problem.startswith("another place") or "had none" in problem else None)


def well(trials):
    return [trial for trial in trials if trial.complaint is None]


def run(bench, trials, is_short):
    early = [trial for trial in trials if trial.client.is_early]
    begin(early)
    # By then the server has answered, and there is nothing to show.
    must_lose(early, "the time before the first plug")()
    bench.receiver.plug()
    begin([trial for trial in trials if not trial.client.is_early])
    must_show(well(trials), "the beginning")
    if is_short:
        return
    bench.receiver.be_silent()
    must_lose(well(trials), "the silence")()
    bench.receiver.speak()
    must_show(well(trials), "the end of the silence")
    bench.receiver.unplug()
    must_lose(well(trials), "the pulled plug")()
    bench.receiver.plug(start="cold")
    judge = must_lose(well(trials), "the time without a fix after the new plug")
    must_show(well(trials), "the first fix after the new plug")
    judge(may_return=True)
    phase("the restart of the server")
    bench.service.restart()
    for trial in well(trials):
        if not trial.client.reconnects:
            trial.client.again()
    must_show(well(trials), "the restart of the server")


def begin(trials):
    for trial in trials:
        phase("the start of " + trial.client.name)
        trial.client.begin()


def main():
    names = [client.name for client in CLIENTS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nightly", action="store_true", help="all clients, and all phases")
    parser.add_argument("program")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=", ".join(names))
    options = parser.parse_args()
    for name in options.clients:
        if name not in names:
            parser.error("expected one of %s, found '%s'" % (", ".join(names), name))
    if not os.access(options.program, os.X_OK):
        parser.error("there is no program %s" % options.program)
    is_short = not options.nightly and not options.clients
    kinds = GATE if is_short else [kind for kind in CLIENTS if not options.clients or kind.name in options.clients]
    # Ends all processes, also if something hangs.
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda number, _: sys.exit(
            "serve-clients: FAILED, ended by signal %d in %s" % (number, now)))
    signal.alarm(15 * HANG)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gpsbridge-clients-", ignore_cleanup_errors=True) as folder:
        bench = Bench(options.program, folder)
        skipped, trials = {}, []
        try:
            for kind in kinds:
                client = kind(bench)
                why = client.missing()
                if why:
                    skipped[client.name] = why
                else:
                    trials.append(Trial(client))
            if trials:
                bench.begin([word for trial in trials for word in trial.client.outputs()])
                run(bench, trials, is_short)
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
    sys.exit(1 if failed else 77 if skipped else 0)


main()
