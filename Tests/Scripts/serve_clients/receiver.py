"""A simulated receiver that can be silenced and unplugged, its position at each second, and `serve` with it."""
import datetime
import os
import signal
import subprocess
import time

from checking import HANG, wait_for

from .client import seconds


class Receiver:
    """`gpsbridge simulate` on a pseudo-terminal, a walk with a different position each second."""

    def __init__(self, bench):
        self.bench = bench
        self.link = bench.folder / "receiver"
        self.process = None
        # Each second of the simulation, and the receiver's position.
        self.places = {}
        # When it was plugged in, or None.
        self.plugged = None
        self.seed = 6

    def plug(self, start="hot"):
        """Plugs it in, by default with satellite data; a cold start needs a while for its first fix."""
        # Each plug starts a different walk, so that old positions are recognized.
        self.seed += 1
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        words = [
            self.bench.program, "simulate", "walk?start=%s&time=%s" % (start, now), "--seed", str(self.seed)]
        told = subprocess.run(
            words + ["--duration", "5min", "--speed", "max"], capture_output=True, text=True, timeout=HANG,
            env=self.bench.environment)
        places = dict(filter(None, map(position, told.stdout.splitlines())))
        if len(places) < 200:
            raise RuntimeError("simulate printed %d positions in 5 minutes: %s" % (len(places), told.stderr.strip()))
        self.places.update(places)
        self.process = subprocess.Popen(
            words + ["--pty", str(self.link)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.bench.environment, start_new_session=True)
        wait_for("the receiver's link", lambda: os.path.exists(self.link), self.process)
        self.plugged = time.monotonic()

    def be_silent(self):
        self.process.send_signal(signal.SIGSTOP)

    def speak(self):
        self.process.send_signal(signal.SIGCONT)

    def unplug(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=HANG)
        self.plugged = None
        # From now on it has no position.
        now = int(time.time())
        self.places = {second: place for second, place in self.places.items() if second <= now}

    def problem(self, sighting, lag, begun):
        """What is wrong with a position and its time, or None if it is right and not older than allowed."""
        now = time.time() - (time.monotonic() - sighting.heard)
        shown = "%.6f, %.6f" % sighting.place
        if sighting.time is None:
            found = [
                second for second in range(int(now) - lag, int(now) + 3)
                if second in self.places and is_close(self.places[second], sighting.place)]
            if not found:
                return "another place at %s: %s" % (clock(now), shown)
            return None if found[-1] >= begun else "only places of earlier"
        place = self.places.get(int(sighting.time))
        if place is None:
            return "a place of %s, when the receiver had none: %s" % (clock(sighting.time), shown)
        if not is_close(place, sighting.place):
            return "another place of %s: %s for %.6f, %.6f" % (clock(sighting.time), shown, *place)
        if not -3 <= now - sighting.time <= lag:
            return "a place of %s at %s" % (clock(sighting.time), clock(now))
        return None if sighting.time >= int(begun) else "only places of earlier"


class Service:
    """`gpsbridge serve` with the receiver."""

    def __init__(self, bench, outputs):
        self.bench, self.outputs = bench, outputs
        self.log = bench.folder / "serve.log"
        self.log.write_text("")
        # The first time the system chooses a port, which serve prints.
        self.port = 0
        self.begin()

    def begin(self):
        old = len(self.words())
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [self.bench.program, "serve", str(self.bench.receiver.link), "--gpsd", "127.0.0.1:%d" % self.port]
                + self.outputs,
                stdout=log, stderr=log, env=self.bench.environment, start_new_session=True)
        try:
            wait_for("the server's port", lambda: "find it at" in self.words()[old:], self.process)
        except RuntimeError as error:
            raise RuntimeError("%s: %s" % (error, self.words())) from error
        self.port = int(self.words()[old:].split("find it at 127.0.0.1:")[1].split()[0])

    def restart(self):
        """Restarts it on the same port, without a service manager."""
        self.process.terminate()
        self.process.wait(timeout=HANG)
        self.begin()

    def words(self):
        return self.log.read_text().strip()


def position(sentence):
    """The time and the position of an RMC, or None for another sentence or without a fix."""
    fields = sentence.split("*")[0].split(",")
    if not fields[0].endswith("RMC") or len(fields) < 10 or fields[2] != "A":
        return None
    hours, date = fields[1], fields[9]
    moment = seconds("20%s-%s-%sT%s:%s:%s" % (date[4:], date[2:4], date[:2], hours[:2], hours[2:4], hours[4:6]))
    return moment, (degrees(fields[3], fields[4]), degrees(fields[5], fields[6]))


def degrees(text, side):
    """Degrees from NMEA's number of degrees and minutes."""
    whole, minutes = text[:text.index(".") - 2], text[text.index(".") - 2:]
    return (int(whole) + float(minutes) / 60) * (-1 if side in "SW" else 1)


def is_close(one, other):
    return all(abs(a - b) <= 1e-5 for a, b in zip(one, other))


def clock(moment):
    return time.strftime("%H:%M:%S", time.gmtime(moment))
