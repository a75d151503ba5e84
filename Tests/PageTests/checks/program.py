"""The program by itself: its page is inside, and its library is opened by the page alone."""
import gzip
import json
import pathlib
import shutil
import subprocess
import time

from .bench import ROOT, Bench, check, expect, expect_that, wait_for
from .stream import Listener

LIBRARY = "libmicrohttpd"
MOST_BYTES = 150_000
MOST_SENT = 60_000
FILES = ROOT / "Sources" / "Serving" / "CGPSPageFiles" / "Page"
# What browsers send to an address without TLS.
ACCEPTS = {"Accept-Encoding": "gzip, deflate"}

# A phone at the edge of its network.
SLOW = {"offline": False, "latency": 800, "downloadThroughput": 20_000, "uploadThroughput": 20_000}
SHOWN = "() => Object.fromEntries(['state', 'quality', 'age', 'latitude', 'longitude'].map((id) => [id, document.getElementById(id)?.textContent]))"
PAINTED = """() => performance.getEntriesByName('first-contentful-paint').length > 0 &&
  document.getElementById('latitude').textContent.includes('°')"""


def maps(process):
    return pathlib.Path("/proc/%d/maps" % process.pid).read_text()


@check("library")
def library(bench):
    """libmicrohttpd is mapped by who shows a page, and by nobody else."""
    linked = subprocess.run(["ldd", bench.program], capture_output=True, text=True, timeout=20).stdout
    expect_that("the program is not linked with it", LIBRARY not in linked, linked)
    service = bench.serve("sim:drive")
    service.ask("/")
    expect_that("who shows a page maps it", LIBRARY in maps(service.process), "no %s in its maps" % LIBRARY)
    service.stop()
    for words in (["serve", "sim:drive", "--gpsd", "127.0.0.1:0"], ["watch", "sim:drive", "--types", "fix"]):
        process = subprocess.Popen(
            [bench.program] + words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            # The first line says that all is begun.
            process.stdout.readline()
            expect_that("%s maps no %s" % (words[0], LIBRARY), LIBRARY not in maps(process), maps(process))
        finally:
            process.terminate()
            process.wait(timeout=10)
            process.stdout.close()
    opened = subprocess.run(
        ["strace", "-f", "-e", "trace=openat", bench.program, "version"], capture_output=True, text=True, timeout=20) \
        if shutil.which("strace") else None
    expect_that("version opens no %s" % LIBRARY, opened is None or LIBRARY not in opened.stderr, opened and opened.stderr)


@check("packed")
def packed(bench):
    """Each file of the page is the same compressed and as it is, and a browser that has one form does not have the other."""
    service = bench.serve("sim:drive")
    sent = 0
    for path in ["/"] + sorted("/" + file.name for file in FILES.iterdir() if file.name != "index.html"):
        _, headers, plain = service.ask(path)
        status, others, body = service.ask(path, headers=ACCEPTS)
        expect("the statuses of " + path, status, 200)
        is_packed = others.get("content-encoding") == "gzip"
        expect_that("%s is compressed where that saves a tenth" % path, is_packed or len(gzip.compress(plain)) > 0.88 * len(plain), others)
        expect_that("%s is the same" % path, (gzip.decompress(body) if is_packed else body) == plain, len(body))
        expect("whether the tags of %s differ" % path, headers["etag"] != others["etag"], is_packed)
        for form, tag in ((headers, others["etag"]), (others, headers["etag"])):
            expect("what the answers of %s depend on" % path, form["vary"], "Accept-Encoding")
            more = ACCEPTS if form is others else {}
            for known, wanted in ((form["etag"], 304), (tag, 200 if is_packed else 304)):
                expect("the status of %s for who has %s" % (path, known), service.ask(path, headers={**more, "If-None-Match": known})[0], wanted)
        sent += len(body) if path != "/records.schema.json" else 0
    bench.tell("all files of the page have %d bytes compressed" % sent)
    service.stop()


@check("page", takes="browser")
def page(bench, browser):
    """The page is inside the program, has 150 kB at most, and its first numbers stand there within a second."""
    folder = bench.folder / "alone"
    folder.mkdir()
    alone = Bench(shutil.copy(bench.program, folder / "gpsbridge"), folder)
    service = alone.serve("sim:drive")
    try:
        Listener(service).wait_for("there is a fix", lambda record: record.get("state") == "live", 20)
        times, sizes = [], {}
        for _ in range(3):
            opened = browser.open(service, path=None)
            opened.page.on("response", lambda answer: sizes.update(
                {answer.url: answer.request}) if "/events" not in answer.url and "/history" not in answer.url else None)
            begun = time.monotonic()
            opened.page.goto(service.address + "/", wait_until="commit")
            wait_for("numbers stand there", lambda: opened.run(
                "() => document.getElementById('latitude')?.textContent.includes('°') ?? false"), 10, 0.01)
            times.append(time.monotonic() - begun)
            opened.page.wait_for_load_state("load")
            names = {url: len(service.ask(url.removeprefix(service.address))[2]) for url in sizes if url.startswith(service.address)}
            opened.must_be_quiet()
            opened.close()
        files = {url: size for url, size in names.items() if not url.endswith(".json")}
        sent = sum(len(service.ask(url.removeprefix(service.address), headers=ACCEPTS)[2]) for url in files)
        bench.tell("first numbers after %.2f s; %d files with %d bytes, %d compressed" % (min(times), len(files), sum(files.values()), sent))
        expect_that("the page has at most %d bytes compressed" % MOST_SENT, sent <= MOST_SENT, sent)
        expect_that("first numbers stand there within 1 s", min(times) <= 1, "%.2f s" % min(times))
        expect_that("the page has at most %d bytes" % MOST_BYTES, sum(files.values()) <= MOST_BYTES, sum(files.values()))
        expect("the type of the page", service.ask("/")[1]["content-type"], "text/html; charset=utf-8")
    finally:
        alone.end()


@check("slow-line", takes="alone")
def slow_line(bench, browser):
    """At 20 kB/s and 800 ms a request, the position is shown in four seconds, with its age, and is not called live."""
    service = bench.serve("sim:static")
    Listener(service).wait_for("there is a fix", lambda record: record.get("state") == "live", 20)
    times = []
    for _ in range(2):
        page = browser.open(service, path=None)
        session = page.context.new_cdp_session(page.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        begun = time.monotonic()
        page.page.goto(service.address + "/", wait_until="commit")
        wait_for("a position is painted", lambda: page.run(PAINTED), 30, 0.02)
        times.append(time.monotonic() - begun)
        early, fix = page.run(SHOWN), json.loads(service.text("/fix.json"))
        expect("the state until the page is whole", early["state"], "Connecting")
        expect("whose position it is", early["quality"], fix["device"])
        expect_that("it has an age", early["age"].endswith(" s ago"), early["age"])
        # At rest it stays within some meters.
        expect_that("it is the service's", abs(float(early["latitude"].split("°")[0]) - fix["lat"]) < 0.001, (early, fix))
        wait_for("its age counts on", lambda: page.run(SHOWN)["age"] != early["age"], 5)
        wait_for("the page is whole", lambda: page.run(SHOWN)["state"] == "3D fix", 30)
        bench.tell("the position is shown after %.2f s, and the page is whole after %.1f s" % (times[-1], time.monotonic() - begun))
        page.must_be_quiet()
        page.close()
    expect_that("the position is shown within 4 s", min(times) <= 4, times)
    service.stop()
