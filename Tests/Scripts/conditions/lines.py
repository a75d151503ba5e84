"""Damaged lines: no wrong position is shown, and no right one is withheld.

A simulated drive is damaged at random, and the output for it is compared with the output for the clean stream. A sum of eight bits fits
one damaged sentence in some hundred, the two of UBX one message in 300 with several flipped bits: as many positions may be wrong.
"""
import collections
import functools
import itertools
import operator
import re
import threading

from . import tool
from .damage import KINDS, damaged

JOBS = 2
RATES = (100_000, 10_000, 1_000, 100)
LANGUAGES = ("nmea", "ubx", "both")
# Degrees, m/s and degrees of course: more than the rounding of a receiver's two protocols.
PLACE, SPEED, COURSE = 1.5e-6, 0.02, 0.1
# With one byte in a hundred damaged, one in ten of the places whose sum fits may be shown although it is more than ten meters off.
FAR, MOST_FAR, WORST = 9e-5, 10, 100
ANY = re.compile(rb"\$..(RMC|GGA|GLL|VTG)([^\r\n$*]*)\*([0-9A-F]{2})\r\n")
SENTENCE = re.compile(rb"\$G[A-Z](?:RMC,|GGA,)(\d{6}\.\d\d),[^\r\n$]*\*[0-9A-F]{2}\r\n")
NAV_PVT = re.compile(rb"\xb5\x62\x01\x07\x5c\x00(?=(.{94}))", re.DOTALL)


class Clean:
    """A clean stream and the output for it."""

    def __init__(self, language, minutes, seed, folder):
        self.language = language
        self.data = tool.output(
            ["simulate", "drive", "--dialect", "ublox8", "--language", language, "--duration", f"{minutes}min",
             "--seed", str(seed), "--speed", "max"], folder)
        records = tool.records(["watch", "-", "--types", "fix"], folder, self.data)
        self.fixes = {record["time"]: record for record in records if "lat" in record}
        self.sentences = set(fitting(self.data))
        self.parts = {part: time for part, time in self.positions(self.data) if time in self.fixes}
        if len(self.fixes) < minutes * 55 or not self.parts:
            raise RuntimeError(f"the clean stream has {len(self.fixes)} fixes in {minutes} minutes")

    @staticmethod
    def positions(data):
        """Each complete sentence or message with a position, and its time."""
        for match in SENTENCE.finditer(data):
            clock = match[1]
            yield match[0], "2026-11-20T%s:%s:%s0Z" % (clock[:2].decode(), clock[2:4].decode(), clock[4:].decode())
        for match in NAV_PVT.finditer(data):
            body = match[1]
            year = int.from_bytes(body[4:6], "little")
            yield body, "%04d-%02d-%02dT%02d:%02d:%02d.000Z" % (year, *body[6:11])

    def forged(self, data):
        """How many sentences and messages with a place or a speed are damaged although their sum fits."""
        return sum(sentence not in self.sentences for sentence in fitting(data))

    def whole(self, data):
        """The times of positions that were not damaged."""
        return {self.parts[part] for part, _ in self.positions(data) if part in self.parts}


def fitting(data):
    """The sentences and messages whose sum fits."""
    for match in ANY.finditer(data):
        if functools.reduce(operator.xor, match[0][1:match.end(2) - match.start()], 0) == int(match[3], 16):
            yield match[0]
    for match in NAV_PVT.finditer(data):
        covered = match[0][2:] + match[1][:-2]
        if match[1][-2:] == bytes([sum(covered) % 256, sum(itertools.accumulate(covered)) % 256]):
            yield match[1]


def difference(fix, clean):
    """What is wrong with a fix, or None."""
    off = max(abs(fix["lat"] - clean["lat"]), abs(fix["lon"] - clean["lon"]))
    if off > PLACE:
        return "far place" if off > FAR else "place"
    if "speed_mps" in fix and "speed_mps" in clean and abs(fix["speed_mps"] - clean["speed_mps"]) > SPEED:
        return "speed"
    if "course_deg" in fix and "course_deg" in clean:
        turn = abs(fix["course_deg"] - clean["course_deg"]) % 360
        if min(turn, 360 - turn) > COURSE:
            return "course"
    return None


def judge(report, row, rate, clean, data, folder):
    records = tool.records(["watch", "-", "--types", "fix,verdict"], folder, data)
    wrong, examples, shown, marked = collections.Counter(), [], set(), set()
    for fix in records:
        if fix["type"] != "fix" or not {"lat", "time"} <= set(fix):
            continue
        time = fix["time"]
        what = difference(fix, clean.fixes[time]) if time in clean.fixes else "time"
        if fix.get("suspect"):
            if what is None:
                marked.add(time)
            continue
        if what not in ("time", "place", "far place"):
            shown.add(time)
        if what is not None:
            wrong[what] += 1
            examples.append(f"{what} at {time}")
    seen = ", ".join(f"{count} {what}" for what, count in wrong.items())
    seen += ": " + ", ".join(examples[:3])
    fits = clean.forged(data)
    if rate <= WORST:
        most = max(1, fits // MOST_FAR)
        report.check(row, "positions", f"at most {most} far off, {fits} sums fit", seen, wrong["far place"] <= most)
    else:
        report.check(row, "positions", f"at most {fits} wrong, whose sums fit", seen, wrong.total() <= fits)
    whole = clean.whole(data)
    hidden = (whole | marked) - shown
    limit = len(whole) // 100
    report.check(
        row, "right positions", f"at most {limit} of {len(whole)} marked or withheld",
        f"{len(hidden)}, {len(marked)} of them marked: {', '.join(sorted(hidden)[:3])}", len(hidden) <= limit)
    forged = sum(record["type"] == "verdict" and record["code"] == "spoofed" for record in records)
    suspect = sum(record["type"] == "fix" and "suspect" in record for record in records)
    report.check(row, "forged", "0 verdicts, 0 positions", f"{forged} verdicts, {suspect} positions", not forged and not suspect)


def rows(report, seed, is_sample, folder):
    """The matrix of damage."""
    minutes, streams = (10, 1) if is_sample else (60, 3)
    cleans, lock = {}, threading.Lock()

    def clean_of(language, turn):
        with lock:
            if (language, turn) not in cleans:
                cleans[language, turn] = Clean(language, minutes, seed + turn, folder)
            return cleans[language, turn]

    def one(language, kind, rate, turn):
        def run():
            number = seed + turn
            clean = clean_of(language, turn)
            row = f"lines: {language}, bytes {kind}, 1 in {rate}, seed {number}"
            judge(report, row, rate, clean, damaged(clean.data, kind, rate, number), folder)
        return f"lines: {language}, {kind}, 1 in {rate}", run

    return [
        one(language, kind, rate, turn) for turn in range(streams) for language in LANGUAGES for kind in KINDS
        for rate in RATES if not is_sample or rate in (1_000, 100)
    ]
