#!/usr/bin/env python3
"""Repeats the tests in random order under the loads of a shared machine, to find those that fail by chance.

usage: shake.py [--runs N] [--loads 'steal busy'] [--seed N] [PART...]

It builds once. Each run has another seed for the order and for TEST_SEED, and starts the processes of test.sh and the named steps of the
gate, two at a time (four under steal, eight of the part timed), under each load in turn:

  none   nothing else runs
  busy   two spinning processes on each core
  disk   a process that writes files and syncs them
  one    all on one core
  steal  the process group of the test is stopped for 5 to 500 ms at random moments, as a host does with a virtual machine
  idle   the tests have the lowest priority, beside a spinning process on each core
  stall  threads are held up at random where they read a clock or look at a file (stall.c)
  midnight  the day changes in the first half minute (faketime); tests that compare it with the kernel's clock fail
  any    disk, one or steal, drawn by the seed: they take no processor from others

Prints a line for each failure: load, run, seed, the longest pause, the tests and the log; then a table. The status is 1 if anything failed.
Parts are those of test.sh, and the steps of steps.txt that use its build, such as `page`. Modules whose tests have no thread, process or
clock show nothing new when they are repeated, so without parts these are left out.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = str(ROOT / "Tests" / "Scripts" / "test.sh")
STEPS = ROOT / "Tests" / "Scripts" / "steps.txt"
LOGS = ROOT / ".build" / "shake"
CORES = sorted(os.sched_getaffinity(0))
# Seconds after which a process hangs. None takes a tenth of it without a load.
LIMIT = 900
LOADS = "none busy disk one steal idle stall midnight"


class Load:
    """Processes that run beside the tests, and what happens to the tests themselves."""

    def __init__(self, name):
        self.name, self.beside = name, []

    def __enter__(self):
        spinners = {"busy": 2, "idle": 1}.get(self.name, 0) * len(CORES)
        # They end with this process, however it ends.
        spin = "while kill -0 %d 2>/dev/null; do %%s; done" % os.getpid()
        commands = [["sh", "-c", spin % ":"]] * spinners
        if self.name == "disk":
            file = LOGS / "written"
            commands.append(["sh", "-c", spin % ("dd if=/dev/zero of='%s' bs=1M count=64 conv=fsync status=none" % file)])
        if self.name == "stall":
            subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", LOGS / "stall.so", ROOT / "Tests" / "Scripts" / "stall.c"], check=True)
        self.beside = [subprocess.Popen(command, start_new_session=True) for command in commands]
        return self

    def __exit__(self, *_):
        for process in self.beside:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def begun(self):
        """What a test's process does before it starts."""
        # A group, and no session: the leader of one would take the first terminal that it opens for its own.
        os.setpgid(0, 0)
        # Programs of a background process ignore interrupts, and tests send them.
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        if self.name == "one":
            os.sched_setaffinity(0, CORES[:1])
        if self.name == "idle":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def steal(process, chance):
    """Stops a process group at random moments until it has ended; the longest pause in ms."""
    longest = 0
    while process.poll() is None:
        time.sleep(chance.uniform(0.02, 0.6))
        pause = chance.uniform(0.005, 0.5)
        try:
            os.killpg(process.pid, signal.SIGSTOP)
            time.sleep(pause)
            os.killpg(process.pid, signal.SIGCONT)
        except ProcessLookupError:
            break
        longest = max(longest, round(1000 * pause))
    return longest


class Work:
    """Something that is repeated in a process of its own: what a process of test.sh runs, or a step of the gate."""

    def __init__(self, name, words, is_test, how=None):
        self.name, self.words, self.is_test, self.how = name, words, is_test, how

    def run(self, load, run, seed):
        """Runs it once; a line about its failure, or None."""
        log = LOGS / ("%s-%d-%s.log" % (load.name, run, re.sub(r"\W+", "-", self.name)))
        environment = {**os.environ, "TEST_SEED": str(seed), "SWIFT_BACKTRACE": "enable=no"}
        if load.name == "stall":
            environment.update(LD_PRELOAD=str(LOGS / "stall.so"), STALL_SEED=str(seed))
        words = self.words
        if load.name == "midnight":
            # Durations stay true, whatever the time is.
            environment.update(FAKETIME_DONT_FAKE_MONOTONIC="1")
            words = ["faketime", "-f", time.strftime("@%F 23:59:") + str(30 + seed % 30), *words]
        longest = 0
        with open(log, "wb") as output:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment, preexec_fn=load.begun, cwd=ROOT)
            ending = threading.Timer(LIMIT, lambda: os.killpg(process.pid, signal.SIGKILL))
            ending.start()
            if load.name == "steal":
                longest = steal(process, random.Random("%d %s" % (seed, self.name)))
            status = process.wait()
            ending.cancel()
        text = log.read_text(errors="replace")
        if status == 0 and (not self.is_test or re.search(r"Test run with (?!0 tests)", text)):
            log.unlink()
            return None
        pattern = r'^✘ Test "?(.*?)"?(?:\(\))? (?:recorded|failed)' if self.is_test else r"^.*(?:FAILED|FALSE|WRONG).*"
        failed = sorted(set(re.findall(pattern, text, re.MULTILINE)))
        what = ("; ".join(failed) or "hung or crashed, status %d, in %s" % (status, last_begun(text)))[:400]
        return "FAILED  load %s, run %d, seed %d, longest pause %d ms: %s: %s  (%s)" % (
            load.name, run, seed, longest, self.name, what, log.relative_to(ROOT))


def tests(parts):
    """Builds the tests of parts; what each process of test.sh runs."""
    subprocess.run([SCRIPT, "--build", "optimized", *parts], check=True)
    lines = subprocess.run([SCRIPT, "--pieces", "optimized", *parts], check=True, capture_output=True, text=True).stdout.splitlines()
    for name, how, pattern in (line.split("|", 2) for line in lines[1:]):
        words = [lines[0], "--testing-library", "swift-testing", "--filter", pattern]
        yield Work(name, words + ([] if how == "--parallel" else ["--no-parallel"]), True, how)


def steps():
    """The steps of the gate that come after the build and the tests, by their names."""
    rows = [line.split(None, 3) for line in STEPS.read_text().splitlines() if re.match(r"gate\s", line)]
    return {name: Work(name, ["bash", "-c", command], False) for _, _, name, command in rows if name not in ("packages", "build", "test")}


def last_begun(text):
    begun = re.findall(r'^◇ Test "?(.*?)"?(?:\(\))? started\.$', text, re.MULTILINE)
    ended = set(re.findall(r'^[^ ]+ Test "?(.*?)"?(?:\(\))? (?:passed|failed|skipped)', text, re.MULTILINE))
    return "; ".join(name for name in begun if name not in ended) or "no test"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--loads", default=LOADS)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("parts", nargs="*", default=[])
    words = parser.parse_args()
    seed = words.seed if words.seed is not None else random.SystemRandom().randrange(1 << 32)
    loads = [random.Random(seed).choice(["disk", "one", "steal"]) if name == "any" else name for name in words.loads.split()]
    for name in set(loads) - set(LOADS.split()):
        sys.exit("shake: there is no load '%s'; expected some of: %s any" % (name, LOADS))
    parts = words.parts or ["tool", "truth", "library"]
    known = steps()
    chosen = [known[part] for part in parts if part in known]
    of_tests = [part for part in parts if part not in known]
    print("shake: %d runs, loads %s, parts %s, seed %d" % (words.runs, " ".join(loads), " ".join(parts), seed), flush=True)
    if of_tests:
        # Those that are run alone elsewhere are among the others here.
        chosen += [work for work in tests(of_tests) if work.how != "--alone" or "timed" in of_tests]
    else:
        subprocess.run([SCRIPT, "--build"], check=True)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    chance, counts = random.Random(seed), {}
    for run in range(1, words.runs + 1):
        for name in loads:
            begun, fresh = time.monotonic(), chance.randrange(1 << 32)
            order = chance.sample(chosen, len(chosen))
            # Those of the part timed mostly wait, and those that are stopped leave room.
            lanes = 8 if parts == ["timed"] else 4 if name == "steal" else 2
            with Load(name) as load, ThreadPoolExecutor(lanes) as beside:
                results = list(beside.map(lambda work: work.run(load, run, fresh), order))
            failures = [line for line in results if line]
            for line in failures:
                print(line, flush=True)
            done, failed = counts.get(name, (0, 0))
            counts[name] = (done + len(order), failed + len(failures))
            print("run %d, load %s: %d processes, %d failed, %d s" % (
                run, name, len(order), len(failures), time.monotonic() - begun), flush=True)
    print("\n%-8s %10s %8s" % ("load", "processes", "failed"))
    for name, (done, failed) in counts.items():
        print("%-8s %10d %8d" % (name, done, failed))
    failed = sum(failed for _, failed in counts.values())
    print("shake: %d failed, seed %d" % (failed, seed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
