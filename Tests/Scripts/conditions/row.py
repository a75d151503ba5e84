"""One row of disturbed time: a receiver, the programs that read it, and what their clients saw."""
import collections
import os
import signal
import subprocess
import threading
import time

from checking import free_port

from . import clock, tool
from .clients import Monitor, Question, Record, Serve, Watch
from .receiver import Receiver, Terminal

# Seconds: the maximum age of a live position, the maximum time without a true one, and the time of the disturbance.
OLDEST, WITHHELD, QUIET = 3, 10, 12
# Seconds after its start at which a program has certainly opened its port.
OPENED = 6
# Seconds after a disturbance at which one epoch is 720 m off.
GLITCHES = (5, 90)


class Row:
    """A receiver, the programs that read it, and what their clients saw."""

    def __init__(self, name, folder, library, cable=Terminal, prepare=None, disturb=None, rate=1, is_served=False,
                 has_glitches=False, is_short=False):
        self.name, self.folder, self.make, self.disturb, self.is_served = name, folder, cable, disturb, is_served
        self.glitches = [at for at in GLITCHES if not is_short or at < 20] if has_glitches else []
        self.tail = 20 if is_short or not has_glitches else GLITCHES[-1] + 15
        self.clock = clock.Clock(library, f"{folder}/clock")
        self.programs, self.sights, self.stops, self.shift = [], {}, [], 0
        self.is_over, self.stalls, self.stalled = False, threading.Event(), None
        self.stalls.set()
        self.gates, self.lateness = collections.defaultdict(threading.Lock), []
        self.receiver, self.servers = Receiver(self.now), []
        self.receiver.rate = rate
        if prepare:
            prepare(self)

    def now(self):
        """The true time, which also counts the sleep of the machine."""
        return time.time() + self.shift

    def pause(self, seconds):
        time.sleep(seconds)

    def watch_lateness(self):
        """Measures how late this machine runs timers: clients are as late."""
        while not self.is_over:
            before = time.monotonic()
            time.sleep(0.1)
            late = time.monotonic() - before - 0.1
            if late > 0.05:
                self.lateness.append((self.now(), late))

    def late(self, at):
        return max((late for moment, late in self.lateness if abs(moment - at) < 5), default=0)

    def stall(self):
        """Waits until the clients read again."""
        self.stalls.wait()

    def cable(self, name):
        made = self.make(f"{self.folder}/{name}") if self.make is Terminal else self.make()
        made.fill(self.receiver.begun)
        self.receiver.cables.append(made)
        return made

    def source(self, cable):
        """The SOURCE of a program: the cable, or a server of ours that reads it."""
        if not self.is_served:
            return cable.source
        address = f"127.0.0.1:{free_port()}"
        self.servers.append(tool.start(["serve", cable.source, "--gpsd", address], self.folder, stderr=subprocess.DEVNULL))
        return f"gpsd://{address}"

    def newest(self, cable):
        """The time of the newest position that a program could read."""
        return max((epoch.at for _, epoch in list(cable.arrived)), default=None)

    def ask(self):
        for column in Question.KINDS:
            Question(self, column)

    def run(self, report, delay):
        # Delay the start: rows that begin together would start all their programs at once.
        time.sleep(delay)
        self.receiver.start()
        threading.Thread(target=self.watch_lateness, daemon=True).start()
        time.sleep(0.5)
        moment = self.clock.moment()
        self.record = Record(self)
        for kind in (Watch, Monitor, Serve):
            kind(self)
        time.sleep(QUIET - 1)
        self.ask()
        time.sleep(1)
        self.disturbed = self.now()
        if self.disturb:
            self.disturb(self)
        self.calm = self.now()
        self.receiver.glitches = [self.calm + at for at in self.glitches]
        self.ask()
        time.sleep(self.tail)
        self.finish = self.now()
        self.receiver.stops = True
        time.sleep(1.5)
        self.is_over = True
        for program in self.programs:
            program.end()
        for server in self.servers:
            server.kill()
            server.wait()
        # Without this the other checks of a row would check nothing.
        begun = self.record.header()
        report.check(self.name, "the clock that the program sees", f"{moment:.0f}", begun, abs(begun - moment) < 5)
        self.judge(report)
        for cable in self.receiver.cables:
            cable.close()

    # Disturbances.

    def stop(self, seconds):
        self.stop_processes([program.process for program in self.programs], seconds)

    def stop_servers(self, seconds):
        self.stop_processes(self.servers, seconds)

    def stop_processes(self, processes, seconds):
        begun = self.now()
        stopped = [process for process in processes if process.poll() is None]
        for process in stopped:
            os.kill(process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        for process in stopped:
            os.kill(process.pid, signal.SIGCONT)
        self.stops.append((begun, self.now()))

    def sleep(self, seconds):
        """Blocks requests in the meantime: their answers would be from before the sleep."""
        gates = list(self.gates.values())
        for gate in gates:
            gate.acquire()
        begun = self.now()
        self.shift += seconds
        self.clock.sleep(seconds)
        self.stops.append((begun, self.now()))
        for gate in gates:
            gate.release()

    def hold(self, seconds):
        cables = list(self.receiver.cables)
        for one in cables:
            one.hold()
        time.sleep(seconds)
        for one in cables:
            one.release(self.now())

    def stall_clients(self, seconds):
        begun = self.now()
        self.stalls.clear()
        time.sleep(seconds)
        self.stalls.set()
        # Read at once what pipes and sockets kept.
        self.stalled = (begun, self.now() + 2)

    # Results.

    def judge(self, report):
        for column, sights in sorted(self.sights.items()):
            self.judge_ages(report, column, sights)
        cables = {"watch": "watch", "monitor --line": "monitor"}
        for column in ("watch", "monitor --line", "gpsd's port", "?POLL", "/fix.json", "/healthz", "/metrics", "/events"):
            program = next(program for program in self.programs if program.name == cables.get(column, "serve"))
            self.judge_gaps(report, column, program)
        for program in self.programs:
            if isinstance(program, Question):
                self.judge_question(report, program)
        exported = {round(when, 1) for when in self.record.exported()}
        expected = [epoch.at for now, epoch in self.record.cable.arrived
                    if not epoch.is_glitch and self.record.begun + OPENED < now < self.finish]
        missing = [at for at in expected if round(at, 1) not in exported]
        report.check(self.name, "record + export", f"all {len(expected)} epochs that arrived",
                     f"{len(missing)} missing, {self.ages(missing)}", not missing)

    def ages(self, moments):
        return ", ".join(f"{at - self.disturbed:+.1f} s" for at in sorted(moments)[:4]) + " from the disturbance"

    def is_held(self, sight):
        return self.stalled is not None and self.stalled[0] <= sight.at <= self.stalled[1]

    def judge_ages(self, report, column, sights):
        limit = OLDEST + Question.MORE.get(column, 0) / 2
        live = [sight for sight in sights if sight.is_live and sight.when is not None]
        held = [sight for sight in live if self.is_held(sight) and sight.at - sight.when > limit]
        old = [sight for sight in live if not self.is_held(sight) and sight.at - sight.when > limit + self.late(sight.at)]
        # What a program printed about its age at that moment.
        old += [sight for sight in live if sight.own_age is not None and sight.own_age > OLDEST and sight not in old]
        if held:
            report.note(f"{self.name} | {column}: {len(held)} positions that pipes and sockets held back, "
                        f"{max(sight.at - sight.when for sight in held):.0f} s old at most")
        worst = max((max(sight.at - sight.when, sight.own_age or 0) for sight in old), default=0)
        report.check(self.name, f"{column}, age", f"no live position of more than {limit:g} s",
                     f"{len(old)} of {len(live)}, {worst:.1f} s at most; {self.ages([sight.at for sight in old])}", not old)

    def judge_gaps(self, report, column, program):
        present = sorted(sight.at for sight in self.sights.get(column, [])
                         if sight.is_live and sight.when is not None and sight.at - sight.when <= OLDEST)
        breaks = self.stops + ([self.stalled] if self.stalled else [])
        worst, since = 0, 0
        for now, epoch in program.cable.arrived:
            is_fresh = now - epoch.at < 1.5 and not epoch.is_glitch and program.begun + OPENED < now < self.finish - WITHHELD
            if not is_fresh or any(begun - 1 <= now <= end for begun, end in breaks):
                continue
            shown = next((at for at in present if at >= now), self.finish + 2)
            if shown - now > worst:
                worst, since = shown - now, now
        report.check(self.name, f"{column}, withheld", f"a true position is shown within {WITHHELD} s",
                     f"{worst:.1f} s without one, {self.ages([since])}", worst <= WITHHELD + self.late(since))

    def judge_question(self, report, question):
        if question.begun + Question.LIMIT < self.calm:
            # Its own limit passed while it was stopped.
            return
        status = question.process.returncode
        limit = WITHHELD + Question.MORE.get(question.column, 0)
        ended = question.ended or self.finish
        took = ended - (question.begun if ended < self.calm else max(question.begun, self.calm))
        report.check(self.name, f"{question.column}, withheld", f"status 0 within {limit} s",
                     f"status {status} after {took:.1f} s", status == 0 and took <= limit + self.late(ended))
