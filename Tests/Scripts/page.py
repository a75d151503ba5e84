#!/usr/bin/env python3
"""Tests the page of `gpsbridge serve --http` in browsers, and its server with valid and untrusted requests.

usage: page.py [--pictures DIR] [--nightly] [--only 'NAME …'] PROGRAM

PROGRAM is gpsbridge. Without options the gate runs: what finds a fault cheaply, in Chromium. --nightly runs each check once, also
those of heap, frames and floods, and those of an engine in Chromium, Firefox and WebKit. Prints a line for each check and each
figure. The status is 1 if a check failed, 77 if Chromium or a package of pypi.txt is missing and can't be installed. --pictures stores
screenshots. No browser is downloaded; Debian's is used.

Checks run in lanes beside each other: none is judged by the clock.
"""
import argparse
import contextlib
import os
import pathlib
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Services/PageTests"))

from checking import parts_of, run_with_packages
from checks import ALL, bench as benches, browser as browsers, drivers

# Seconds after which something hangs.
LIMIT, NIGHTLY_LIMIT = 1800, 7200
# Checks without a browser mostly wait for a receiver in real time: the number that runs at a time, and that of browsers.
BESIDE, BROWSERS = 3, 2


class Run:
    """A run of checks in lanes."""

    def __init__(self, words, folder):
        self.words, self.folder = words, pathlib.Path(folder)
        self.lock = threading.Lock()
        self.counts = {"ok": 0, "FAILED": 0, "skipped": 0}
        self.benches = []

    def run(self, check, name, *more, after=lambda: None):
        """Runs a check with a folder and services of its own; returns whether it passed."""
        bench = benches.Bench(self.words.program, self.folder / name.replace(" ", "-"), self.words.pictures)
        bench.folder.mkdir()
        self.benches.append(bench)
        begun, word, why = time.monotonic(), "ok", check.__doc__
        try:
            check(bench, *more)
            after()
        except benches.Skipped as reason:
            word, why = "skipped", str(reason)
        except benches.Wrong as wrong:
            word, why = "FAILED", str(wrong)
        except Exception as error:
            # An error of the test, of the browser or of the network: the traceback shows which.
            word, why = "FAILED", "%s\n%s" % (error, traceback.format_exc(limit=-3))
        finally:
            bench.end()
        with self.lock:
            self.counts[word] += 1
            print("%-20s %-8s %5.1f s  %s" % (name, word, time.monotonic() - begun, why), flush=True)
            for line in bench.lines:
                print("%-20s          %s" % ("", line), flush=True)
        return word != "FAILED"

    def chromium(self, checks):
        """A lane of checks in Chromium, which it takes from the front of a list."""
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            browser = browsers.Browser(playwright)
            while (check := self.next(checks)) is not None:
                try:
                    page = drivers.Chromium(browser) if check.takes == "engine" else browser
                    self.run(check, check.name, page, after=browser.must_be_quiet)
                finally:
                    browser.close_pages()
            browser.close()

    def engine(self, engine, checks):
        """A lane of checks in another engine, which is started again after a failure."""
        driver = None
        for check in checks:
            def deed(bench):
                nonlocal driver
                driver = driver or engine(bench.folder)
                check(bench, driver)
                driver.run("() => localStorage.clear()")  # The next check finds nothing that this one has kept.
            deed.__doc__ = check.__doc__
            if not self.run(deed, "%s %s" % (check.name, engine.name)) and driver:
                driver.close()
                driver = None
        if driver:
            driver.close()

    def end(self):
        for bench in filter(None, [*self.benches, benches.Bench.shared]):
            bench.end()

    def next(self, checks):
        with self.lock:
            return checks.pop(0) if checks else None

    def all(self, chosen):
        of = {takes: [check for check in chosen if check.takes == takes] for takes in ("bench", "browser", "engine", "alone")}
        pages = [check for check in chosen if check.takes in ("browser", "engine")]
        beside, lanes = ThreadPoolExecutor(BESIDE), ThreadPoolExecutor(BROWSERS + 2)
        jobs = [beside.submit(self.run, check, check.name) for check in of["bench"]]
        jobs += [lanes.submit(self.chromium, pages) for _ in range(BROWSERS)]
        if self.words.nightly:
            jobs += [lanes.submit(self.engine, engine, of["engine"]) for engine in (drivers.Firefox, drivers.WebKit)]
        for job in jobs:
            job.result()
        self.chromium(of["alone"])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--pictures")
    words, names = parts_of(parser, [check.name for check in ALL], [check.name for check in ALL if not check.nightly])
    chosen = [check for check in ALL if check.name in names]
    run_with_packages((browsers.CHROMIUM, "chromium"))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gpsbridge-page-", ignore_cleanup_errors=True) as folder:
        run = Run(words, folder)

        def ended(number, _):
            print("page: FAILED, ended by signal %d" % number, flush=True)
            for process in drivers.PROCESSES:
                # Each has a group of its own; one may have ended.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            run.end()
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)
        for number in (signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, ended)
        signal.alarm(NIGHTLY_LIMIT if words.nightly else LIMIT)
        run.all(chosen)
        run.end()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    counts = run.counts
    print("page: %d checks ok, %d failed, %d skipped, in %d s, %d s of the processor" % (
        counts["ok"], counts["FAILED"], counts["skipped"], time.monotonic() - begun, sum(each.ru_utime + each.ru_stime for each in used)))
    sys.exit(1 if counts["FAILED"] else 0)


main()
