#!/usr/bin/env python3
"""Tests the page of `gpsbridge serve --http` in browsers, and its server with valid and untrusted requests.

usage: page.py PROGRAM [--pictures DIR] [--nightly] [--turn NUMBER] [--only NAME...]

PROGRAM is gpsbridge, which serves simulated receivers in real time; checks compare the page with the records that the test
receives itself. Checks without a browser run at the same time as those with one. Prints a line for each check and each figure.
The status is 1 if a check failed, 77 if Chromium or Playwright is missing; Tests/Scripts/page.sh creates a Python with the latter.
--pictures stores screenshots; --nightly also runs long checks, for example a day at 10 Hz. --turn runs every second one of the checks
with a browser, those with an even place if the number is even; page.sh passes the number of commits where time is limited.
"""
import argparse
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PageTests"))

from checks import ALL, bench as benches, browser as browsers

# Seconds after which something hangs. All checks take 1140 s on two cores, and those of a turn 600 s.
LIMIT = 1800
# Checks without a browser mostly wait for a receiver in real time: the number that runs at a time.
BESIDE = 3


class Results:
    """The results of the checks, from several threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = {"ok": 0, "FAILED": 0, "skipped": 0}

    def run(self, check, bench, *more):
        begun = time.monotonic()
        try:
            check(bench, *more)
            word, why = "ok", ""
        except benches.Skipped as reason:
            word, why = "skipped", str(reason)
        except benches.Wrong as wrong:
            word, why = "FAILED", str(wrong)
        except Exception as error:
            # An error of the test, of Chromium or of the network: the traceback shows which.
            word, why = "FAILED", "%s\n%s" % (error, traceback.format_exc(limit=-3))
        with self.lock:
            self.counts[word] += 1
            text = why or check.__doc__
            print("%-12s %-8s %5.1f s  %s" % (check.name, word, time.monotonic() - begun, text), flush=True)
            while bench.lines:
                print("%-12s          %s" % ("", bench.lines.pop(0)), flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("program")
    parser.add_argument("--pictures")
    parser.add_argument("--nightly", action="store_true")
    parser.add_argument("--turn", type=int)
    parser.add_argument("--only", nargs="+", default=[])
    words = parser.parse_args()
    names = [check.name for check in ALL]
    for name in words.only:
        if name not in names:
            sys.exit("page: expected one of %s, found '%s'" % (", ".join(names), name))
    if not os.access(words.program, os.X_OK):
        sys.exit("page: there is no program %s" % words.program)
    chosen = [
        check for check in ALL
        if check.name in words.only or (not words.only and (words.nightly or not check.nightly))]
    if words.turn is not None and not words.nightly and not words.only:
        turns = [check for check in chosen if check.takes != "bench"]
        left = turns[1 - words.turn % 2::2]
        chosen = [check for check in chosen if check not in left]
        print("page: %d checks have their turn with the next commit" % len(left), flush=True)
    if why := missing():
        print("page: skipped: " + why)
        sys.exit(77)
    # Ends all processes, also if something hangs.
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, lambda number, _: sys.exit("page: FAILED, ended by signal %d" % number))
    signal.alarm(LIMIT * (2 if words.nightly else 1))
    print("page: seed %d" % benches.SEED, flush=True)
    begun, results = time.monotonic(), Results()
    with tempfile.TemporaryDirectory(prefix="gpsbridge-page-", ignore_cleanup_errors=True) as folder:
        run_all(chosen, results, words, pathlib.Path(folder))
    counts = results.counts
    print("page: %d checks ok, %d failed, %d skipped, in %d s" % (
        counts["ok"], counts["FAILED"], counts["skipped"], time.monotonic() - begun))
    sys.exit(1 if counts["FAILED"] else 0)


def run_all(chosen, results, words, folder):
    from playwright.sync_api import sync_playwright
    begun = []

    def run(check, *more):
        # Each check has its own folder and services.
        bench = benches.Bench(words.program, folder / check.name, words.pictures)
        bench.folder.mkdir()
        begun.append(bench)
        try:
            results.run(check, bench, *more)
        finally:
            bench.end()
    beside = ThreadPoolExecutor(BESIDE)
    try:
        others = [beside.submit(run, check) for check in chosen if check.takes == "bench"]
        with sync_playwright() as playwright:
            browser = browsers.Browser(playwright)
            for takes in ("browser", "alone"):
                for check in chosen:
                    if check.takes == takes:
                        run(check, browser)
                for other in others:
                    other.result()
            browser.close()
    finally:
        beside.shutdown(wait=False, cancel_futures=True)
        for bench in begun:
            bench.end()


def missing():
    """Why pages can't be opened here, or None."""
    try:
        import axe_playwright_python, PIL, playwright, websocket  # noqa: F401
    except ImportError as error:
        return "%s; Tests/Scripts/page.sh creates a Python that has it" % error
    if not os.access(browsers.CHROMIUM, os.X_OK):
        return "there is no %s (Debian package chromium)" % browsers.CHROMIUM
    return None


main()
