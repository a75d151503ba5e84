"""QR codes of the position and of the page's address, as a camera reads them."""
import json
import os
import re
import select
import shutil
import subprocess
import urllib.parse
import urllib.request

from checking import terminal

from . import layout
from .bench import HANGS, Skipped, check, expect, expect_that, token_of, wait_for
from .coordinates import PLACES, printed, recording
from .browser import KNOWS
from .layout import SETTLE

TEXT = "(id) => document.getElementById(id).textContent"
OPEN = "() => [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.id).sort().join(' ')"

# The modules of a code of the service.
MODULES = re.compile(r"M(\d+) (\d+)h1v1h-1z")


def drawn(svg, path):
    """Draws the code of the service."""
    side = int(re.search(r'viewBox="0 0 (\d+) ', svg).group(1))
    dark = {(int(x), int(y)) for x, y in MODULES.findall(svg)}
    return picture([[(x, y) in dark for x in range(side)] for y in range(side)], path)


def picture(rows, path):
    """Writes rows of modules, of which some are dark, as a picture with four pixels a module."""
    large = [[255 * (not dark) for dark in row for _ in range(4)] for row in rows for _ in range(4)]
    path.write_bytes(b"P5 %d %d 255\n" % (len(large[0]), len(large)) + b"".join(map(bytes, large)))
    return path


def read(*paths):
    """What zbar reads in pictures, one after the other."""
    if not shutil.which("zbarimg"):
        raise Skipped("there is no zbarimg (Debian package zbar-tools)")
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", *map(str, paths)], capture_output=True, text=True, timeout=HANGS)
    return done.stdout.splitlines()


@check("code-lengths")
def code_lengths(bench):
    """zbar reads a code of each length that the service draws, of ten sizes; a longer text and none are refused."""
    service = bench.silent()
    texts = ["".join(chr(33 + (index * 7 + length * 13) % 90) for index in range(length)) for length in range(1, 214)]
    paths = [drawn(service.text("/code.svg?text=" + urllib.parse.quote(text, safe="")), bench.folder / ("%03d.pgm" % len(text))) for text in texts]
    expect("what zbar reads", read(*paths), texts)
    for query in ("?text=" + "x" * 214, "?text=", ""):
        expect("the status of " + query[:8], service.ask("/code.svg" + query)[0], 400)


@check("codes", takes="browser")
def codes(bench, browser):
    """A camera reads the position in the form of `gpsbridge fix`, and an address that opens the page by its token."""
    secret = token_of(64)
    service = bench.serve("sim:silent", "--token-file", bench.secret(secret, "token"), is_quiet=True)
    page = browser.open(service, "/?token=" + secret, accept_downloads=False)

    def camera():
        page.run(SETTLE)
        page.run("() => { const code = document.getElementById('code'); return code.hidden ? null : code.decode(); }")
        path = bench.folder / "code.png"
        page.page.screenshot(path=str(path))
        return read(path)

    # Without a position there is the address alone.
    page.press("q")
    wait_for("the codes are open", lambda: page.run(OPEN) == "codes")
    expect("what can be chosen without a position", page.run("() => document.getElementById('code-place').disabled"), True)
    expect("what a camera reads", camera(), [service.address + "/"])
    expect_that("an address of this machine has a note", "this machine only" in page.run(TEXT, "code-note"), page.run(TEXT, "code-note"))
    page.press("Escape")
    for place in PLACES[:3]:
        path = recording(bench, place)
        fix = json.loads(printed(bench, path, "json"))
        page.take({**fix, "device": page.run("() => window.gpsbridge.state().device")})
        page.page.click("#forms")
        page.page.get_by_role("button", name="QR code…").click()
        wait_for("the codes are open", lambda: page.run(OPEN) == "codes forms-dialog")
        expect("what a camera reads at %s, %s" % place, camera(), [printed(bench, path, "geo-uri")])
        expect("of when it is", page.run(TEXT, "code-note"), "The position of %s 10:00:00 UTC: recorded." % fix["time"][:10])
        page.press("Escape")
        expect("what is open then", page.run(OPEN), "forms-dialog")
        page.press("Escape")
    page.press("q")
    page.page.get_by_label("This page").check()
    page.page.get_by_label("Token, if there is one").fill(" %s\n" % secret)
    layout.look_around(bench, page, "codes", also=lambda size, scheme: expect(
        "what a camera reads, %s, %s" % (size, scheme), camera(), ["%s/?token=%s" % (service.address, secret)]))
    # The phone of another user goes there.
    [address] = camera()
    phone = browser.open(service, address.removeprefix(service.address), width=390, height=844, is_mobile=True, has_touch=True)
    wait_for("the page opens there", lambda: phone.run(KNOWS))
    expect("the address that is left", phone.page.url, service.address + "/")
    phone.close()
    page.page.get_by_label("A link to share").check()
    page.page.click("#share-receiver")
    seen = wait_for("a camera reads a link", camera)[0].removeprefix(service.address)
    expect("what a guest sees, and what else", [service.ask(path)[0] for path in (seen, "/fix.json", "/")], [200, 401, 401])
    expect_that("it says whose it is", page.run(TEXT, "code-note").startswith("Anyone with this link sees where sim/"), page.run(TEXT, "code-note"))
    page.page.route("**/share.json?end=all", lambda route: route.fulfill(body="no answer of a service"), times=1)
    for words, status in (("The links have not ended", 200), ("All links have ended.", 404)):
        page.page.click("#share-end")
        wait_for(words, lambda: page.run(TEXT, "code-note").startswith(words) and service.ask(seen)[0] == status)
    page.page.get_by_label("This page").check()
    page.page.get_by_label("Address").fill("https://boat.local:8947/")
    expect("what a camera reads of another address", camera(), ["https://boat.local:8947/?token=" + secret])
    page.page.get_by_label("Address").fill("http://%s.local/" % ("x" * 200))
    expect("what a camera reads of a long address", camera(), [])
    expect("why", page.run(TEXT, "code-note"), "This text is too long: a code holds 213 bytes.")
    page.page.get_by_role("button", name="Close").click()
    # The browser reports the end of a dialog later.
    page.page.wait_for_function(
        "(word) => !document.body.outerHTML.includes(word) && document.getElementById('code-token').value === ''", arg=secret)
    expect_that("the token is in no log", secret not in service.said(), service.said())


def on_terminal(bench, *words, columns=120, lines=60, **settings):
    """Begins `serve` on a terminal of its own, and answers its process and a function with what it has written."""
    screen, side = terminal(lines, columns)
    environment = {**os.environ, "HOME": str(bench.folder), "LC_ALL": "C.UTF-8", **settings}
    process = subprocess.Popen(
        [bench.program, "serve", "sim:silent", "--gpsd", "none", *words], stdin=side, stdout=side, stderr=side, env=environment,
        start_new_session=True)
    bench.players.append(process)
    os.close(side)
    written = bytearray()

    def said():
        while select.select([screen], [], [], 0)[0]:
            try:
                written.extend(os.read(screen, 65536))
            except OSError:
                # The program has ended.
                break
        return written.decode(errors="ignore").replace("\r", "")
    return process, said


def picture_of(text, path):
    """Draws the cells of a terminal as a picture: dark blocks on light ones, or cells with a dark ground."""
    rows = []
    for line in text.split("\n"):
        if "\x1b[4" in line or "\x1b[30;47m" in line:
            if "\x1b[30;47m" in line:
                cells = line.removeprefix("\x1b[30;47m").removesuffix("\x1b[0m")
                rows.append([cell in "▀█" for cell in cells])
                rows.append([cell in "▄█" for cell in cells])
            else:
                rows.append([cell.startswith("40m") for cell in line.split("\x1b[")[1:-1]])
    return picture(rows, path)


@check("terminal-code")
def terminal_code(bench):
    """A camera reads the code that `serve --http-code` shows on a terminal, and its address opens the page; a log gets none."""
    for index, length in enumerate((32, 64, 100, 170)):
        secret = token_of(length)
        file = bench.secret(secret, "token-%d" % length)
        settings = {"LC_ALL": "C"} if index == 1 else {}
        process, said = on_terminal(
            bench, "--http", "127.0.0.1:0" if index == 3 else "0.0.0.0:0", "--http-name", "127.0.0.1", "--token-file", file,
            "--http-code", columns=160, **settings)
        if index == 3:
            wait_for("serve refuses a code of this machine's own page", lambda: process.poll() is not None)
            expect("the status", process.returncode, 2)
            expect_that("the remedy is named", "add --http '*:8947' and --token-file FILE" in said(), said())
            continue
        path = bench.folder / ("terminal-%d.pgm" % length)
        address, = wait_for("a camera reads the code", lambda: "\x1b[0m\n" in said() and read(picture_of(said(), path)))
        port = int(address.split(":")[2].split("/")[0])
        expect("what a camera reads", address, "http://127.0.0.1:%d/?token=%s" % (port, secret))
        with urllib.request.build_opener(Stay).open(address, timeout=HANGS) as answer:
            expect("what the address opens with", (answer.status, answer.headers["Location"]), (303, "/"))
        expect_that("the token is in no word", secret not in said(), said())
    # The usual terminal has room for the token that the program makes, and smaller ones get the reason.
    file = bench.folder / "made"
    for columns, lines, words in ((80, 24, None), (30, 24, "the terminal has 30 and 24"), (80, 20, "the terminal has 80 and 20")):
        process, said = on_terminal(
            bench, "--http", "0.0.0.0:0", "--http-name", "boat.local", "--token-file", str(file), "--http-code", columns=columns, lines=lines)
        if words:
            wait_for("serve says that it has no room", lambda: words in said())
        else:
            address, = wait_for("a camera reads it", lambda: "\x1b[0m\n" in said() and read(picture_of(said(), bench.folder / "usual.pgm")))
            expect_that("its address has the token of the file", address.endswith("/?token=" + file.read_text().strip()), address)
            drawn = said()[said().index("\x1b["):].count("\n")
            expect_that("all of it is seen", drawn < lines, drawn)
    # A service writes to a log.
    service = bench.serve("sim:silent", "--http", "0.0.0.0:0", "--token-file", str(file), "--http-code")
    wait_for("serve says why it shows none", lambda: "standard error is not one" in service.said())
    expect_that("the log has no code", "\x1b" not in service.said(), service.said())


class Stay(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: the answer itself is looked at."""

    def http_error_303(self, request, answer, code, message, headers):
        return answer
