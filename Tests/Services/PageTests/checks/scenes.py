"""What happens to receivers: the page must say at each moment what the records say.

The program plays recordings of simulated receivers as records, at once. A page whose stream and clock are the test's takes them second
by second; it is measured, and axe looks for what is wrong, in each state that is to be looked at.
"""
import datetime

from . import layout
from .bench import Wrong, check, expect, expect_that, wait_for
from .browser import AGES, AT_ONCE, KNOWS, event
from .stream import Listener
from .words import Knowledge, seconds

BEGIN = datetime.datetime(2026, 11, 20, 7, 8, tzinfo=datetime.timezone.utc)

# Keeps what the page announces.
ANNOUNCED = """
window.announced = [];
addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('announce');
  new MutationObserver(() => window.announced.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });
});
"""
SEND = "(events) => { for (const [id, record] of events) window.stream.send(record, id); }"


def story(bench, service, name, device):
    """The records of a journey as the service would send them live: pairs of a second and a record."""
    listener = Listener(service, "?recording=%s.nmea&speed=1000" % name)
    wait_for("the journey is over", listener.ended.is_set)
    found, freshness, at = [], "lost", BEGIN.timestamp()
    for record in listener.all():
        if record["type"] in ("hello", "tick"):
            continue
        record = {**record, "device": device}
        moment = record.get("time") or record.get("at")
        at = seconds(moment) if moment else at
        if record["type"] == "fix":
            # A position is as old as its record here.
            freshness = "live" if "lat" in record else freshness
            record.update(state=freshness, received=text(at))
        elif record["type"] == "event":
            freshness = record["event"] if record["event"] in ("aging", "stale", "lost") else freshness
        else:
            record["at"] = text(at)
        found.append((at - BEGIN.timestamp(), record))
    listener.close()
    return found


def text(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Scene:
    """A page that lives through stories, and what is known of them."""

    def __init__(self, bench, browser, name, *stories):
        self.bench, self.name = bench, name
        self.left = sorted((each for story in stories for each in story), key=lambda each: each[0])
        self.devices = list(dict.fromkeys(record["device"] for _, record in self.left))
        self.sent, self.states, self.looks, self.clock = [], [], 0, 0
        self.page = browser.open(bench.silent(), path=None)
        self.page.page.clock.install(time=BEGIN)
        for script in (AGES, AT_ONCE, ANNOUNCED):
            self.page.context.add_init_script(script)
        self.page.go()
        wait_for("the page knows a receiver", lambda: self.page.run(KNOWS))
        self.stand_still()

    def stand_still(self):
        """Stops the page's clock; the next second of the story is the next one of the page."""
        self.page.freeze()
        self.begun = self.now() - self.clock

    def now(self):
        return self.page.run("() => Date.now() / 1000")

    def send(self, *records):
        first = len(self.sent) + 1
        self.page.run(SEND, [["test-%d" % (first + at), record] for at, record in enumerate(records)])
        self.sent += records

    def second(self):
        """The next second: its records come, and the page draws them."""
        self.clock += 1
        move = self.page.page.clock.fast_forward
        move(round((self.begun + self.clock - self.now()) * 1000))
        due = [record for at, record in self.left if at <= self.clock]
        self.left = [each for each in self.left if each[0] > self.clock]
        self.send(*({key: text(seconds(value) - BEGIN.timestamp() + self.begun) if key in ("time", "received", "at") else value
                     for key, value in record.items()} for record in due))
        for _ in range(3):
            move(20)

    def compare(self):
        """Holds what the page says against the records of the same moment."""
        said = self.page.read()
        records = [record for record in self.sent if record["device"] == said["device"]]
        if not any(record["type"] == "fix" for record in records):
            return
        known = Knowledge(records)
        differences = {**known.differences(said, self.now()), **known.event_differences(said, said["device"])}
        if differences:
            raise Wrong("%s, after %d s, found and expected: %s" % (self.name, self.clock, differences))
        self.looks += 1
        if not self.states or self.states[-1] != said["state"]:
            self.states.append(said["state"])

    def live(self, until):
        while self.left and not until():
            self.second()
            self.compare()

    def must_have_announced(self):
        """Each change of the state once, and no number."""
        announced = self.page.run("() => window.announced")
        for before, words in zip(announced, announced[1:]):
            expect_that("%s announces a change once" % self.name, before != words, words)
        expect_that("%s never announces a number" % self.name, not any(
            any(letter.isdigit() for letter in words.replace("3D", "").replace("2D", "")) for words in announced), announced)
        heard = iter([words.split(".")[0] for words in announced])
        for words in self.states[1:]:
            expect_that("%s announces '%s'" % (self.name, words), words in heard, announced)
        self.bench.note("%s: %d looks agree with %d records: %s" % (self.name, self.looks, len(self.sent), ", ".join(self.states)))


# The journey of a receiver, its length in seconds, the states that are looked at, and those that must come in turn.
SCENES = [
    ("coldstart", 50, {"searching": "No fix yet"}, ["No fix yet", "3D fix"]),
    ("tunnel", 110, {"live": "3D fix", "lost": "Fix lost"}, ["3D fix", "Fix is aging", "Fix is stale", "Fix lost", "3D fix"]),
    ("jam", 130, {"jammed": "Fix lost"}, ["3D fix", "Fix lost", "3D fix"]),
]


@check("scenes", takes="browser")
def scenes(bench, browser):
    """The page says what the records say at each second, in each state, three sizes and two schemes, and axe finds nothing."""
    folder = bench.folder / "recordings"
    folder.mkdir()
    for name, length, _, _ in [*SCENES, ("walk", 20, None, None)]:
        (folder / (name + ".nmea")).write_bytes(bench.run("simulate", name, "--duration", "%ds" % length, "--speed", "max"))
    service = bench.serve("sim:silent", "--recordings", str(folder))
    stories = {}
    for name, _, visits, ends in SCENES:
        stories[name] = story(bench, service, name, "sim/ttyACM0")
        scene = Scene(bench, browser, name, stories[name])
        for label, state in visits.items():
            scene.live(lambda: scene.states and scene.states[-1] == state and scene.looks > 20)
            expect_that("'%s' comes in %s" % (state, name), scene.states[-1] == state, scene.states)
            visit(bench, scene, label)
        scene.live(lambda: False)
        expected = iter(scene.states)
        for words in ends:
            expect_that("'%s' comes in its turn in %s" % (words, name), words in expected, scene.states)
        if name == "tunnel":
            unplug(bench, scene)
        scene.must_have_announced()
        scene.page.close()
    choose_the_other(Scene(bench, browser, "two receivers", [each for each in stories["tunnel"] if each[0] < 18], story(bench, service, "walk", "sim/ttyUSB0")))


def visit(bench, scene, label):
    """Looks at a state; the page's clock goes on meanwhile by itself."""
    scene.page.page.clock.resume()
    layout.look_around(bench, scene.page, label, sizes=layout.SIZES)
    scene.stand_still()


def unplug(bench, scene):
    scene.send({**event("detached"), "device": scene.devices[0], "at": text(scene.now())})
    scene.page.page.clock.fast_forward(20)
    expect("the state without its cable", scene.page.read()["state"], "Unplugged")
    visit(bench, scene, "unplugged")


def choose_the_other(scene):
    """The tabs name both receivers; the other one is shown with its own numbers."""
    scene.live(lambda: scene.looks > 8)
    buttons = scene.page.read()["receivers"]
    expect_that("two receivers have two tabs", len(buttons) == 2, buttons)
    first = scene.page.read()["device"]
    scene.page.page.click("#receivers button:nth-child(2)")
    scene.second()
    expect_that("the other receiver is shown", scene.page.read()["device"] != first, first)
    scene.live(lambda: False)
