"""What a page must say of records, worked out from the records alone and not by the page's own code."""
import datetime
import re

UNKNOWN = "–"
MODES = {"3d": "3D fix", "2d": "2D fix", "time": "Time only", "none": "No fix"}
POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
# Verdicts whose beginning and end are events of their own; of the other bad ones the port's events say so.
NEWS = {"jammed", "spoofed", "no_signal", "antenna_fault", "stuck_time", "refused_position", "usb3_interference"}
AGED = {"aging": "Fix is aging", "stale": "Fix is stale", "lost": "Fix lost"}


def seconds(text):
    """Seconds since 1970 of a time in a record."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def one_digit(value):
    """A digit behind the point for what is small."""
    return "%.1f" % value if abs(value) < 9.95 else "%.0f" % value


def numbers(fix, known, live):
    """The texts of the numbers: of the last fix, of the last position, and whether it is live."""
    said = dict.fromkeys(["longitude", "accuracy", "altitude", "speed", "course"], UNKNOWN)
    said["latitude"], said["longitude"] = "No position yet", ""
    if known:
        said["latitude"] = "%.6f° %s" % (abs(known["lat"]), "S" if known["lat"] < 0 else "N")
        said["longitude"] = "%.6f° %s" % (abs(known["lon"]), "W" if known["lon"] < 0 else "E")
        if "h_acc_m" in known:
            said["accuracy"] = "±%s m" % one_digit(known["h_acc_m"])
        if "alt_msl_m" in known:
            said["altitude"] = "%d m" % ((known["alt_msl_m"] + 0.5) // 1)
    if live and "speed_mps" in fix:
        said["speed"] = "%s km/h" % one_digit(fix["speed_mps"] * 3.6)
        if "course_deg" in fix and fix["speed_mps"] >= 0.5:
            degrees = int(fix["course_deg"] + 0.5) % 360
            said["course"] = "%03d° %s" % (degrees, POINTS[int(degrees / 45 + 0.5) % 8])
    return said


def is_close(field, found, expected):
    """Whether a text is the expected one; a last digit may be rounded the other way."""
    if found == expected:
        return True
    number = re.compile(r"[−-]?\d+(?:\.\d+)?")
    one, other = number.search(found), number.search(expected)
    if not one or not other or number.sub("#", found, 1) != number.sub("#", expected, 1):
        return False
    step = 10.0 ** -len(one.group().partition(".")[2])
    return abs(float(one.group().replace("−", "-")) - float(other.group().replace("−", "-"))) <= step * 1.001 \
        and field in ("accuracy", "altitude", "speed", "course")


class Knowledge:
    """What a listener knows of one receiver: a fold of its records, in the order of their coming."""

    def __init__(self, records):
        self.fix = self.known = self.verdict = self.freshness = None
        self.gone = False
        self.sky_count = None
        self.events = []
        for record in records:
            self.take(record)

    def take(self, record):
        kind = record.get("type")
        if kind == "fix":
            self.fix, self.freshness, self.gone = record, record["state"], False
            if "lat" in record:
                self.known = record
        elif kind == "verdict":
            before = self.verdict and self.verdict["code"]
            if before != record["code"] and NEWS & {before, record["code"]}:
                self.events.append(record)
            self.verdict = record
        elif kind == "sky":
            self.sky_count = len({(each["gnss"], each["id"]) for each in record["satellites"]})
        elif kind == "event":
            self.events.append(record)
            if record["event"] in AGED:
                self.freshness = record["event"]
            if record["event"] in ("detached", "attached", "opened"):
                self.gone = record["event"] == "detached"
        elif kind == "device" and record.get("state") in ("gone", "present", "opened"):
            self.gone = record["state"] == "gone"

    @property
    def state(self):
        if self.gone:
            return "Unplugged"
        if self.fix is None or (self.freshness == "lost" and self.known is None):
            return "No fix yet"
        if "suspect" in self.fix and self.freshness != "lost":
            return "Forged?"
        if self.freshness != "live":
            return AGED[self.freshness]
        if "lat" in self.fix and self.fix.get("quality") == "dead_reckoning":
            return "Dead reckoning"
        return MODES[self.fix["mode"]] if "lat" in self.fix else MODES["none"]

    @property
    def is_live(self):
        return not self.gone and self.freshness == "live" and "suspect" not in self.fix and "lat" in self.fix

    def age(self, now):
        return now - seconds(self.known["received"]) if self.known else None

    def differences(self, said, now):
        """What a page says otherwise, by the names of its fields."""
        expected = {"state": self.state, **numbers(self.fix or {}, self.known, self.is_live)}
        if self.is_live and "sats_used" in self.fix:
            seen = self.fix.get("sats_seen", self.sky_count)
            expected["satellites"] = "%d of %s" % (self.fix["sats_used"], seen) if seen is not None else said["satellites"]
        expected["utc"] = self.fix["time"][11:19] if self.fix and "time" in self.fix else UNKNOWN
        for word in ("what", "why", "do"):
            # A verdict after which nothing can be done has no "do".
            expected[word] = self.verdict.get(word, "") if self.verdict else said[word]
        is_good = self.verdict and self.verdict["code"] == "good"
        if is_good:
            # Where all is well there is nothing to do.
            expected["do"] = expected["expect"] = ""
            if self.state in AGED.values():
                expected["why"] = "In the last epoch: %(what)s %(why)s" % expected
                expected["what"] = "The next position is overdue."
        elif self.verdict and "expect" in self.verdict:
            expected["expect"] = self.verdict["expect"]
        found = {
            field: (said[field], text) for field, text in expected.items() if not is_close(field, said[field], text)}
        age = self.age(now)
        if (age is None) != (said["seconds"] is None) or (age is not None and abs(age - said["seconds"]) > 1.2):
            found["age"] = (said["seconds"], age)
        elif age is not None and not is_age(said["age"], age):
            found["age"] = (said["age"], age)
        return found

    def event_differences(self, said, device):
        """Events that are missing on the page, or stand there otherwise: each has its time, the newest first.

        A source that has no port yet is named by itself: who came later can't know whose it was.
        """
        found = [text[:8] for text in said["events"]]
        events = list(reversed(without_pairs(self.events)))[:200]
        times = [event["at"][11:19] for event in events]
        own = [event["at"][11:19] for event in events if event["device"] == device or event.get("event") != "attached"]
        return {} if found in (times, own) else {"events": (found, times)}


PAIRS = {"detached": "disconnected", "first_fix": "back"}


def without_pairs(events):
    """Events without those that say what another one of the same cause says."""
    kept = []
    for event in events:
        last = kept[-1] if kept else None
        is_near = last and abs(seconds(event["at"]) - seconds(last["at"])) < 1.5
        name, other = event.get("event"), last and last.get("event")
        if is_near and other and PAIRS.get(name) == other:
            continue
        if is_near and name and PAIRS.get(other) == name:
            kept.pop()
        kept.append(event)
    return kept


def is_age(text, age):
    """Whether the age on the page is right within a second and what a look takes."""
    if text == "now":
        return age < 2.8
    found = re.fullmatch(r"(?:(\d+) min)? ?(?:([\d.]+) s)? ago", text)
    if not found:
        return False
    shown = int(found.group(1) or 0) * 60 + float(found.group(2) or 0)
    return shown - 0.5 <= age <= shown + 2.5
