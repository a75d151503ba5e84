"""The program by itself: its page is inside, and its libraries are opened by the page alone."""
import gzip
import json
import pathlib
import re
import shutil
import subprocess

from .bench import HANGS, ROOT, Bench, check, expect, expect_that, wait_for

LIBRARIES = ("libmicrohttpd.so", "libz.so")
# Files that the page needs to be live, and the bytes that it has, as it is and compressed. At 20 kB/s and with 800 ms a request the first position is there within 4 s if two
# requests follow each other and at most 48 kB are sent before it.
MOST_FILES, MOST_BYTES, MOST_SENT, MOST_FIRST = 8, 150_000, 52_000, 48_000
FILES = ROOT / "Sources" / "Services" / "CGPSPageFiles" / "Page"
# What browsers send to an address without TLS.
ACCEPTS = {"Accept-Encoding": "gzip, deflate"}

# What the last position needs.
FIRST = ("/", "/style.css", "/layout.css", "/early.js", "/fix.json")
SHOWN = """() => Object.fromEntries(['state', 'quality', 'age', 'latitude', 'longitude'].map(
  (id) => [id, document.getElementById(id)?.textContent ?? '']))"""


def maps(process):
    return pathlib.Path("/proc/%d/maps" % process.pid).read_text()


@check("library")
def library(bench):
    """libmicrohttpd and zlib are mapped by a service with a page, and by no other command."""
    def found(text):
        return [library for library in LIBRARIES if library in text]

    linked = subprocess.run(["ldd", bench.program], capture_output=True, text=True, timeout=HANGS).stdout
    expect("the libraries that the program is linked with", found(linked), [])
    service = bench.serve("sim:drive")
    service.ask("/", headers=ACCEPTS)
    expect("the libraries that a service with a page maps", found(maps(service.process)), list(LIBRARIES))
    service.stop()
    for words in (["serve", "sim:drive", "--gpsd", "127.0.0.1:0"], ["watch", "sim:drive", "--types", "fix"]):
        process = subprocess.Popen(
            [bench.program] + words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            # The first line says that all is begun.
            process.stdout.readline()
            expect("the libraries that %s maps" % words[0], found(maps(process)), [])
        finally:
            process.terminate()
            process.wait(timeout=HANGS)
            process.stdout.close()
    opened = subprocess.run(
        ["strace", "-f", "-e", "trace=openat", bench.program, "version"], capture_output=True, text=True, timeout=HANGS) \
        if shutil.which("strace") else None
    expect("the libraries that version opens", found(opened.stderr) if opened else [], [])


@check("packed")
def packed(bench):
    """Each file of the page is the same compressed and as it is."""
    service = bench.serve("sim:drive")
    sent = 0
    for path in ["/"] + sorted(path for file in FILES.iterdir() if service.ask(path := "/" + file.name)[0] != 404):  # Others are in these.
        plain = service.ask(path)[2]
        status, others, body = service.ask(path, headers=ACCEPTS)
        expect("the statuses of " + path, status, 200)
        is_packed = others.get("content-encoding") == "gzip"
        expect_that("%s is compressed where that saves a tenth" % path, is_packed or len(gzip.compress(plain)) > 0.88 * len(plain), others)
        expect_that("%s is the same" % path, (gzip.decompress(body) if is_packed else body) == plain, len(body))
        sent += len(body) if path != "/records.schema.json" else 0
    bench.note("all files of the page have %d bytes compressed" % sent)


@check("page", takes="browser")
def page(bench, browser):
    """The page is inside the program, has 150 kB at most, and shows the last position with its age before all but its first files come."""
    folder = bench.folder / "alone"
    folder.mkdir()
    alone = Bench(shutil.copy(bench.program, folder / "gpsbridge"), folder)
    try:
        service = alone.serve("sim:static").has_fix()
        opened = browser.open(service, path=None)
        sizes, held, is_open = {}, [], []
        opened.page.on("response", lambda answer: sizes.setdefault(answer.url.removeprefix(service.address), len(sizes)))

        def pass_first(route):
            # What the page itself names, and nothing that only a script asks for but the last position.
            path = route.request.url.removeprefix(service.address)
            route.continue_() if is_open or path in FIRST else held.append(route)
        opened.page.route("**/*", pass_first)
        opened.page.goto(service.address + "/", wait_until="commit")
        early = wait_for("the last position is there", lambda: (found := opened.run(SHOWN))["latitude"].count("°") and found)
        fix = json.loads(service.text("/fix.json"))
        expect("the state until the page is whole", early["state"], "Connecting")
        expect("whose position it is", early["quality"], fix["device"])
        expect_that("it has an age", early["age"].endswith(" s ago"), early["age"])
        # At rest it stays within some meters.
        expect_that("it is the service's", abs(float(early["latitude"].split("°")[0]) - fix["lat"]) < 0.001, (early, fix))
        wait_for("its age counts on", lambda: opened.run(SHOWN)["age"] != early["age"])
        first = sum(sent(service, path) for path in FIRST)
        is_open.append(True)
        for route in held:
            route.continue_()
        opened.wait_for_state("3D fix")
        opened.page.wait_for_load_state("load")
        files = [path for path in sizes if not re.search(r"\.json$|^/events|^/history|^/\w+\.bin$", path)]
        plain = sum(len(service.ask(path)[2]) for path in files)
        packed = sum(sent(service, path) for path in files)
        bench.note("the last position after %d bytes of %d requests; %d files with %d bytes, %d compressed" % (first, len(FIRST), len(files), plain, packed))
        limits = {"bytes come first": (first, MOST_FIRST), "files": (len(files), MOST_FILES), "bytes compressed": (packed, MOST_SENT),
                  "bytes": (plain, MOST_BYTES)}
        expect("what is too much, and its limit", {what: pair for what, pair in limits.items() if pair[0] > pair[1]}, {})
        expect("the type of the page", service.ask("/")[1]["content-type"], "text/html; charset=utf-8")
    finally:
        alone.end()


def sent(service, path):
    """Bytes of an answer to a browser."""
    return len(service.ask(path, headers=ACCEPTS)[2])
