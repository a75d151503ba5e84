"""What happens to receivers, all side by side: the page must say at each moment what the records say.

Each scene is a service with a simulated receiver, which lives in real time; a listener of our own, a page on a desk and one
on a phone. While a scene is in a state that is to be looked at, both pages are measured, and axe looks for what is wrong.
"""
import time

from . import layout
from .bench import Wrong, check, expect, expect_that, wait_for
from .stream import Listener, must_be_whole
from .words import Knowledge

# For so long a page may say what was before: a record is on its way, and ages change once a second.
PATIENCE = 1.5

# Stands for a pseudo-terminal behind which another program plays somebody who walks.
WALK = "walk"

OBSERVE = """() => {
  window.announced = [];
  new MutationObserver(() => window.announced.push(document.getElementById('announce').textContent))
    .observe(document.getElementById('announce'), { childList: true, characterData: true, subtree: true });
}"""


class Scene:
    """One service, who hears it, and the pages that show it."""

    def __init__(self, bench, browser, name, sources, visits, ends):
        self.bench, self.name, self.visits, self.ends = bench, name, visits, ends
        self.service = bench.serve(*[bench.play("walk") if source is WALK else source for source in sources])
        self.listener = Listener(self.service)
        self.desk = browser.open(self.service)
        self.phone = browser.open(
            self.service, width=390, height=844, device_scale_factor=2, is_mobile=True, has_touch=True)
        for page in (self.desk, self.phone):
            page.run(OBSERVE)
        self.states = []
        self.differs_since = {}
        self.seen = 0
        self.visited = {}

    def records_of(self, device):
        """The records of one receiver, and of none that is known."""
        others = {record["device"] for record in self.listener.all("fix")} - {device}
        if self.name != "two receivers":
            # A receiver that is plugged in again may have another port.
            others = set()
        return [record for record in self.listener.all() if record.get("device") not in others]

    def compare(self, page, part):
        """Holds what a page says against the records of the same moment."""
        before = len(self.listener.events)
        said = page.read()
        now = time.time()
        records = self.records_of(said["device"])
        if len(self.listener.events) != before or not any(record["type"] == "fix" for record in records):
            return
        known = Knowledge(records)
        differences = known.differences(said, now)
        differences.update(known.event_differences(said, said["device"]))
        for field in [field for field in self.differs_since if field[0] == part and field[1] not in differences]:
            del self.differs_since[field]
        for field, (found, expected) in differences.items():
            since = self.differs_since.setdefault((part, field), now)
            if now - since > PATIENCE:
                raise Wrong("%s, the %s: expected '%s' as %s for %.1f s, found '%s'" % (
                    self.name, part, expected, field, now - since, found))
        self.seen += 1
        if part == "desk" and not differences and (not self.states or self.states[-1] != said["state"]):
            self.states.append(said["state"])

    def visit(self, axe):
        """Looks at both pages in each size and scheme while the state is one that is to be seen."""
        state = self.states[-1] if self.states else None
        wanted = next((label for label, words in self.visits.items() if words == state), None)
        if wanted is None or wanted in self.visited or (wanted == "live" and self.seen < 20):
            return
        if wanted == "jammed":
            verdicts = [record["code"] for record in self.listener.all("verdict")]
            expect_that("the verdict of a jammed receiver says so", verdicts[-1] == "jammed", verdicts)
        self.visited[wanted] = 0
        for scheme in ("light", "dark"):
            for size in layout.SIZES:
                page = self.phone if size == "phone" else self.desk
                what = "%s, %s" % (self.name, wanted)
                layout.look(page, what, size, scheme)
                if self.bench.pictures and wanted in ("live", "lost"):
                    path = self.bench.pictures / ("page-%s-%s-%s.png" % (wanted, size, scheme))
                    self.bench.tell("%s has %d bytes" % (path.name, layout.picture(page, path)))
                if size != "wall":
                    layout.must_be_accessible(axe, page, "%s, %s, %s" % (what, size, scheme))
                    self.visited[wanted] += 1
        self.desk.page.emulate_media(color_scheme="light")
        self.desk.page.set_viewport_size({"width": 1440, "height": 900})
        self.differs_since.clear()

    def must_have_said(self):
        """The states in their order, each once, and each to who only listens."""
        expected = iter(self.states)
        for words in self.ends:
            expect_that("'%s' comes in its turn in %s" % (words, self.name), words in expected, self.states)
        for label in self.visits:
            expect_that("%s was looked at while '%s'" % (self.name, label), label in self.visited, self.states)
        for page in (self.desk, self.phone):
            told = page.run("() => window.announced")
            for before, text in zip(told, told[1:]):
                expect_that("%s announces a change once" % self.name, before != text, text)
            expect_that("%s never announces a number" % self.name, not any(
                any(letter.isdigit() for letter in text.replace("3D", "").replace("2D", "")) for text in told), told)
        heard = iter([text.split(".")[0] for text in self.desk.run("() => window.announced")])
        for words in self.states[1:]:
            expect_that("%s announces '%s'" % (self.name, words), words in heard, self.desk.run("() => window.announced"))
        must_be_whole(self.name, self.listener.numbers())
        for page in (self.desk, self.phone):
            page.must_be_quiet()


SCENES = [
    ("cold start", ["sim:coldstart"], {"searching": "No fix yet"}, ["No fix yet", "3D fix"]),
    ("drive", ["sim:drive"], {"live": "3D fix"}, ["3D fix"]),
    ("tunnel", ["sim:tunnel"], {"lost": "Fix lost"}, ["3D fix", "Fix lost", "3D fix"]),
    ("unplug", ["sim:unplug"], {"unplugged": "Unplugged"}, ["3D fix", "Unplugged", "3D fix"]),
    ("jam", ["sim:jam"], {"jammed": "Fix lost"}, ["3D fix", "Fix lost", "3D fix"]),
    ("two receivers", ["sim:tunnel", WALK], {}, ["3D fix"]),
]


@check("scenes", takes="browser")
def scenes(bench, browser):
    """The page says what the records say, in seven states, three sizes and two schemes, and axe finds nothing."""
    from axe_playwright_python.sync_playwright import Axe
    axe = Axe()
    running = [Scene(bench, browser, *scene) for scene in SCENES]
    two = running[-1]
    end = time.monotonic() + 135
    while time.monotonic() < end and not all(is_over(scene) for scene in running):
        for scene in running:
            for part, page in (("desk", scene.desk), ("phone", scene.phone)):
                scene.compare(page, part)
            scene.visit(axe)
        time.sleep(0.1)
    for scene in running:
        scene.must_have_said()
        bench.tell("%s: %d looks agree with %d records: %s" % (
            scene.name, scene.seen, len(scene.listener.events), ", ".join(scene.states)))
    # The sixth state is that without a service, in the check `link`.
    runs = sum(sum(scene.visited.values()) for scene in running)
    expect("runs of axe, in five states, two sizes and two schemes", runs, 20)
    choose_the_other(two)
    for scene in running:
        for page in (scene.desk, scene.phone):
            page.close()
        scene.listener.close()
        scene.service.stop()


def is_over(scene):
    """Whether all that is to happen has happened, and the end has been looked at."""
    left = list(scene.ends)
    for state in scene.states:
        if left and state == left[0]:
            left.pop(0)
    return not left and all(label in scene.visited for label in scene.visits) and scene.seen > 40


def choose_the_other(scene):
    """The tabs name both receivers and what they are in; the other one is shown with its own numbers."""
    buttons = scene.desk.read()["receivers"]
    expect_that("two receivers have two tabs", len(buttons) == 2, buttons)
    first = scene.desk.read()["device"]
    scene.desk.page.click("#receivers button:nth-child(2)")
    scene.differs_since.clear()
    scene.desk.wait_for("the other receiver is shown", lambda said: said["device"] != first)
    looks = scene.seen

    def agrees():
        scene.compare(scene.desk, "desk")
        return scene.seen > looks + 3 and not [field for field in scene.differs_since if field[0] == "desk"]
    wait_for("the page shows the other receiver's records", agrees, 15, 0.1)
