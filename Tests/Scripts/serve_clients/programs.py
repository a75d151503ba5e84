"""gpsd's own programs that print lines."""
import json
import math
import re
import time

from .client import Client, seconds
from .receiver import position


class Pipe(Client):
    """gpspipe: prints reports, sentences, or bytes."""

    needs = {"gpspipe": "gpsd-clients"}
    flag = ""

    def command(self):
        return [self.path("gpspipe"), self.flag, self.bench.address]


class PipeReports(Pipe):
    name, flag = "gpspipe -w", "-w"

    def line(self, text):
        if text.startswith('{"class":"TPV"'):
            self.see_report(json.loads(text))


class PipeEverything(PipeReports):
    """gpspipe with flags for which version 3.22 sends a request that is truncated inside a key."""

    name = "gpspipe -r -w -P -S -2"

    def command(self):
        return [self.path("gpspipe"), "-r", "-w", "-P", "-S", "-2", self.bench.address]


class PipeNamed(PipeReports):
    """gpspipe that names the receiver, before it is plugged in."""

    name = "gpspipe -w HOST:PORT:DEVICE"
    is_early = True

    def command(self):
        return [self.path("gpspipe"), "-w", "%s:%s" % (self.bench.address, self.bench.receiver.link)]


class PipeSentences(Pipe):
    name, flag = "gpspipe -r", "-r"
    shows_mode = tells_no_fix = False

    def line(self, text):
        found = position(text)
        if found:
            self.see(*found, None)


class PipeBytes(PipeSentences):
    name, flag = "gpspipe -R", "-R"


class Logger(Client):
    """gpxlogger: a point for each position. On a terminal it flushes each line."""

    name = "gpxlogger"
    needs = {"gpxlogger": "gpsd-clients"}
    tells_no_fix = False
    point = None

    def command(self):
        return [self.path("gpxlogger"), self.bench.address]

    def line(self, text):
        if match := re.match(r'<trkpt lat="(.+?)" lon="(.+?)">', text):
            self.point = {"place": (float(match[1]), float(match[2]))}
        elif self.point is not None and (match := re.match(r"<(time|fix)>(.*)</", text)):
            self.point[match[1]] = match[2]
        elif text == "</trkpt>" and self.point is not None:
            moment = self.point.get("time")
            self.see(
                seconds(moment) if moment else None, self.point["place"],
                {"3d": 3, "2d": 2}.get(self.point.get("fix")))
            self.point = None


class Profiler(Client):
    """gpsprof: repeatedly collects some positions and draws them."""

    name = "gpsprof"
    needs = {"gpsprof": "gpsd-clients"}
    shows_time = shows_mode = tells_no_fix = False
    # It draws six positions together; the first ones may be from before the unplugging.
    lag = 90
    wait = 6

    def start(self):
        self.middle, self.offsets, self.is_in_points = None, [], False
        self.begun = time.monotonic()
        super().start()

    def command(self):
        return [self.path("gpsprof"), "-T", "dumb", "-f", "space", "-n", str(self.wait), self.bench.address]

    def again(self):
        super().again()
        # The previous drawing, in part.
        self.middle, self.offsets, self.is_in_points = None, [], False
        self.begun = time.monotonic()

    def may_lose(self):
        return self.process.poll() is None and 2 <= time.monotonic() - self.begun <= self.wait - 2

    def line(self, text):
        if match := re.search(r"mean\\n +([\d.]+)([NS])\\n +([\d.]+)([EW])", text):
            self.middle = (
                float(match[1]) * (-1 if match[2] == "S" else 1), float(match[3]) * (-1 if match[4] == "W" else 1))
        elif text.startswith("# Position uncertainty"):
            self.is_in_points = True
        elif text == "e" and self.is_in_points:
            self.is_in_points = False
            for east, north in self.offsets:
                meters = 111_132.95 - 559.85 * math.cos(2 * math.radians(self.middle[0]))
                across = 111_412.84 * math.cos(math.radians(self.middle[0])) - 93.5 * math.cos(
                    3 * math.radians(self.middle[0]))
                self.see(None, (self.middle[0] + north / meters, self.middle[1] + east / across), None)
        elif self.is_in_points:
            self.offsets.append(tuple(float(part) for part in text.split()))

    def ending(self):
        # It ends after a drawing: start it again. Without a receiver it would not start.
        plugged = self.bench.receiver.plugged
        if self.process.poll() == 0 and plugged is not None and time.monotonic() > plugged + 5:
            self.start()
        return None if self.process.poll() == 0 else super().ending()


ALL = [PipeReports, PipeEverything, PipeNamed, PipeSentences, PipeBytes, Logger, Profiler]
