"""gpsd's own programs that print lines."""
import json
import re

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


ALL = [PipeReports, PipeEverything, PipeNamed, PipeSentences, PipeBytes, Logger]
