#!/usr/bin/env python3
"""Counts what an epoch costs `watch` and `serve` with one client, and which files cause it.

usage: cost.py PROGRAM          prints the figures and the largest contributors
       cost.py PROGRAM --store  also writes them to Tests/Apparatus/Cost/baseline.txt
       cost.py PROGRAM --check  fails if a figure is more than 3 % above the baseline, and names the contributors

PROGRAM is a release build with its linker map beside it. The receiver is a pseudo-terminal; an epoch is one burst of eight
sentences. step.c executes whole epochs in single steps, and the program's clock moves a tenth of a second for each; the figures are
means of ten epochs in a row. They do not depend on the speed, the load or the devices of the machine, nor on its heap (heap.c takes
its place), but on Swift and on libc. `watch` reports positions only (--types fix), `serve` sends its client satellites, too.

Status 77: this system cannot count; the reason is the last line.
"""

import bisect
import collections
import mmap
import os
import platform
import pty
import re
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
BASELINE = os.path.join(HERE, "baseline.txt")
FIGURES = ["instructions", "code lines", "code pages", "data lines", "system calls", "allocations"]
MOST_GROWTH = 0.03
# Epochs: until the program's clocks are moved, before the first one that is counted, counted ones: a second, since some work is done
# once a second.
STARTED, WARM, COUNTED = 10, 60, 10
MOST_EPOCHS = 900
ALLOCATORS = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"]
CALLS = {0: "read", 1: "write", 7: "poll", 20: "writev", 44: "sendto", 46: "sendmsg", 228: "clock_gettime", 232: "epoll_wait",
         233: "epoll_ctl", 271: "ppoll", 281: "epoll_pwait", 441: "epoll_pwait2"}
# The same functions of libc on each processor.
PLAIN_LIBC = "glibc.cpu.hwcaps=" + ",".join(
    "-" + name for name in ("AVX512F", "AVX512VL", "AVX2", "AVX", "AVX_Fast_Unaligned_Load", "ERMS", "FSRM", "RTM"))


sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "Tests", "Scripts"))
from checking import Missing, module, need, skip

ORDER = module(os.path.join(ROOT, "Scripts", "function-order.py"))


class Code:
    """Which file the code at an address is from."""

    def __init__(self, process, program):
        self.areas, self.libraries = [], {}
        with open(f"/proc/{process}/maps", encoding="utf-8") as lines:
            for line in lines:
                fields = line.split()
                first, last = (int(text, 16) for text in fields[0].split("-"))
                path = fields[5] if len(fields) > 5 else "other"
                self.libraries.setdefault(path, first - int(fields[2], 16))
                self.areas.append((first, last, path))
        self.program, self.places = os.path.realpath(program), sections(program + ".map")
        self.starts = [start for start, _, _ in self.places]
        self.known = {}

    def allocators(self):
        """The addresses of the functions of the heap that allocate."""
        heap = next(path for path in self.libraries if path.endswith("/heap.so"))
        rows = subprocess.run(["nm", "-D", "--defined-only", heap], capture_output=True, text=True, check=True).stdout
        found = [line.split() for line in rows.splitlines()]
        return [int(row[0], 16) + self.libraries[heap] for row in found if row[-1] in ALLOCATORS]

    def file(self, address):
        if address not in self.known:
            self.known[address] = self.find(address)
        return self.known[address]

    def find(self, address):
        path = next((path for first, last, path in self.areas if first <= address < last), "other")
        if path != self.program:
            return os.path.basename(path)
        address -= self.libraries[path]
        place = bisect.bisect_right(self.starts, address) - 1
        return self.places[place][2] if place >= 0 and address < self.places[place][1] else "program"


def sections(path):
    """The start, end and source file of each piece of code, from the linker's map."""
    found = []
    row = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}(\S.*):\((\.text|\.plt|\.init)")
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := row.match(line):
                start = int(match[1], 16)
                found.append((start, start + int(match[2], 16), source(match[3])))
    return sorted(found)


def source(path):
    """The name of an object file as contributors have it."""
    if match := re.search(r"([^/]+)\.build/(?:[^/]*/)*([^/]+)\.o$", path):
        return f"{match[1]}/{match[2]}"
    return os.path.basename(path.split("(")[0])


def is_ours(file):
    return "/" in file


class Clock:
    """The clocks of the program: the kernel's at first, then moved by the time between two epochs."""

    FORMAT = "17q"

    def __init__(self, folder):
        self.path = os.path.join(folder, "clock")
        with open(self.path, "wb") as file:
            file.write(bytes(struct.calcsize(self.FORMAT)))
        with open(self.path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), 0)

    def take_over(self):
        times = []
        for clock in range(16):
            try:
                times.append(time.clock_gettime_ns(clock))
            except OSError:
                times.append(0)
        struct.pack_into(self.FORMAT, self.page, 0, 1, *times)

    def move(self, milliseconds):
        moved, *times = struct.unpack(self.FORMAT, self.page)
        struct.pack_into(self.FORMAT, self.page, 0, moved, *(each + milliseconds * 1_000_000 for each in times))


class Subject:
    """A command of the program that reads epochs, and its output or the reports to its client."""

    def __init__(self, tools, program, folder, command):
        self.tools, self.folder, self.command = tools, folder, command
        self.clock, self.positions, self.number = Clock(folder), 0, 0
        self.device, self.slave = pty.openpty()
        ORDER.bench.tty.setraw(self.slave)
        self.bursts = ORDER.plain_bursts(2 * MOST_EPOCHS)
        port = os.path.join(folder, "gpsd")
        arguments = ["watch", "--format", "gpsd", "--types", "fix"] if command == "watch" else ["serve", "--gpsd", port]
        environment = {
            "PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8", "GLIBC_TUNABLES": PLAIN_LIBC,
            "LD_PRELOAD": f"{tools}/clock.so {tools}/heap.so", "COST_CLOCK": self.clock.path}
        # Some containers do not permit that; then a few lines of data differ from run to run.
        fixed = ["setarch", "--addr-no-randomize"]
        if subprocess.run([*fixed, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
            fixed = []
        self.process = subprocess.Popen(
            [*fixed, program, *arguments, os.ttyname(self.slave)], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        output = self.process.stdout.fileno() if command == "watch" else None
        threading.Thread(target=ORDER.count_positions, args=(self, output, port), daemon=True).start()

    def send(self):
        os.write(self.device, self.bursts[self.number])
        self.number += 1

    def start(self):
        """Sends epochs ten times a second until the program reports positions, then takes over its clocks."""
        begin = time.monotonic()
        while self.positions < STARTED:
            if self.process.poll() is not None or self.number == MOST_EPOCHS:
                raise RuntimeError(f"{self.command} reported {self.positions} positions of {self.number} epochs")
            time.sleep(max(0, begin + self.number / 10 - time.monotonic()))
            self.send()
        time.sleep(0.5)
        self.clock.take_over()

    def wait(self, positions):
        """Waits until this many positions are reported and the program waits, too."""
        deadline = time.monotonic() + 10
        while (self.positions < positions or self.is_busy()) and time.monotonic() < deadline:
            time.sleep(0.002)

    def is_busy(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "S"

    def pause(self):
        """Lets nearly all the time until the next epoch pass, and the timers of the program that are due."""
        self.clock.move(95)
        time.sleep(0.1)
        self.wait(self.positions)

    def run(self, epochs):
        """Sends epochs; a slow machine delays them, but the clock of the program always has a tenth of a second for each."""
        for _ in range(epochs):
            before = self.positions
            self.pause()
            self.clock.move(5)
            self.send()
            self.wait(before + 1)

    def count(self, addresses):
        """Executes one epoch in single steps and returns what was recorded."""
        self.pause()
        path, before = os.path.join(self.folder, "steps"), self.positions
        counter = subprocess.Popen(
            [os.path.join(self.tools, "step"), str(self.process.pid), path, *(f"{address:x}" for address in addresses)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if counter.stdout.readline() == "ready\n":
            self.clock.move(5)
            self.send()
            counter.stdin.write("\n")
        reason = counter.communicate()[1].strip()
        if counter.returncode:
            raise (Missing if counter.returncode == 77 else RuntimeError)(reason)
        self.wait(before + 1)
        if self.positions != before + 1:
            raise RuntimeError(f"{self.command} reported {self.positions - before} positions of an epoch, not one")
        with open(path, encoding="ascii") as file:
            return [line.split() for line in file]


def figures(rows, code):
    """Each figure of an epoch: how much each file contributes."""
    counts = {figure: collections.Counter() for figure in FIGURES}
    seen = {"code lines": set(), "code pages": set()}
    for row in rows:
        if row[0] == "i":
            address, length, file = int(row[1], 16), int(row[2]), code.file(int(row[1], 16))
            counts["instructions"][file] += int(row[3])
            for figure, size in (("code lines", 64), ("code pages", 4096)):
                for unit in range(address // size, (address + length - 1) // size + 1):
                    if unit not in seen[figure]:
                        seen[figure].add(unit)
                        counts[figure][file] += 1
        elif row[0] == "d":
            counts["data lines"][code.file(int(row[2], 16))] += 1
        elif row[0] == "s":
            counts["system calls"][CALLS.get(int(row[1]), f"call {row[1]}")] += 1
        elif row[0] == "a":
            callers = [code.file(int(caller, 16)) for caller in row[2:]]
            counts["allocations"][next(filter(is_ours, callers), callers[0] if callers else "libc")] += 1
    return counts


def measured(tools, program, command):
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(tools, program, folder, command)
        try:
            subject.start()
            subject.run(WARM)
            code = Code(subject.process.pid, program)
            epochs, addresses = [], code.allocators()
            for _ in range(COUNTED):
                epochs.append(figures(subject.count(addresses), code))
        finally:
            subject.process.kill()
            subject.process.wait()
    return {figure: mean([epoch[figure] for epoch in epochs]) for figure in FIGURES}


def mean(counts):
    names = set().union(*counts)
    return collections.Counter({name: sum(each[name] for each in counts) / len(counts) for name in names})


def compiled(folder):
    """Compiles the counter, the clock and the heap."""
    if platform.machine() != "x86_64":
        raise Missing("it reads instructions of x86-64 only")
    need(cc="gcc", nm="binutils", setarch="util-linux")
    for name, flags in (("step", ["-lcapstone"]), ("clock.so", ["-shared", "-fPIC"]), ("heap.so", ["-shared", "-fPIC"])):
        made = subprocess.run(
            ["cc", "-O2", "-o", os.path.join(folder, name), os.path.join(HERE, name.split(".")[0] + ".c"), *flags],
            capture_output=True, text=True, check=False)
        if made.returncode:
            errors = [line for line in made.stderr.splitlines() if "error" in line or "cannot find" in line]
            raise Missing(f"{name} does not compile, is libcapstone-dev installed? {(errors or [''])[0]}")


def show(command, counts):
    print(f"{command}, an epoch of eight sentences")
    for figure in FIGURES:
        modules = collections.Counter()
        for file, count in counts[figure].items():
            modules[file.split("/")[0]] += count
        print(f"  {figure:<14} {sum(modules.values()):>11,.1f}  " + ", ".join(
            f"{name} {count:,.1f}" for name, count in modules.most_common(7)))
    files = sorted(set().union(*(counts[figure] for figure in FIGURES if figure != "system calls")),
                   key=lambda file: (-counts["code lines"][file], file))
    print(f"  {'file, by code lines':<52}" + "".join(f"{figure:>14}" for figure in FIGURES if figure != "system calls"))
    for file in files[:20]:
        print(f"  {file:<52}" + "".join(f"{counts[figure][file]:>14,.1f}" for figure in FIGURES if figure != "system calls"))


def swift_version():
    text = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    return (re.search(r"Swift version (\S+)", text) or ["", "unknown"])[1]


def store(results):
    with open(BASELINE, "w", encoding="utf-8") as file:
        file.write(f"# Written by make cost COST=--store: Swift {swift_version()}, {' '.join(platform.libc_ver())}.\n")
        file.write("# command, figure, contributor, count\n")
        for command, counts in results.items():
            for figure in FIGURES:
                for name, count in sorted(counts[figure].items(), key=lambda item: (-item[1], item[0])):
                    file.write(f"{command}\t{figure}\t{name}\t{count:g}\n")


def stored():
    results = collections.defaultdict(lambda: {figure: collections.Counter() for figure in FIGURES})
    with open(BASELINE, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                command, figure, name, count = line.rstrip("\n").split("\t")
                results[command][figure][name] = float(count)
    return results


def grown(before, now):
    """Compares figures with the stored ones and prints which have grown too much."""
    failures = 0
    for command, counts in now.items():
        for figure in FIGURES:
            old, new = (sum(side[figure].values()) for side in (before[command], counts))
            if new <= old * (1 + MOST_GROWTH):
                continue
            failures += 1
            changes = collections.Counter(counts[figure])
            changes.subtract(before[command][figure])
            names = ", ".join(f"{name} +{count:,.1f}" for name, count in changes.most_common(5) if count > 0)
            percent = f"{100 * (new / old - 1):.1f} %" if old else "from nothing"
            print(f"cost: {figure} of {command}: {old:,.1f} in the baseline, {new:,.1f} now, {percent} more (at most 3 %): {names}")
    if failures:
        print("If that is worth it, store the new figures: make cost COST=--store")
    else:
        print("cost: no figure is more than 3 % above the baseline")
    return 1 if failures else 0


def main():
    arguments = sys.argv[1:]
    if not 1 <= len(arguments) <= 2 or arguments[1:] not in ([], ["--store"], ["--check"]):
        sys.exit(__doc__)
    program = os.path.realpath(arguments[0])
    try:
        with tempfile.TemporaryDirectory() as tools:
            compiled(tools)
            results = {command: measured(tools, program, command) for command in ("watch", "serve")}
    except Missing as reason:
        skip(reason)
    for command, counts in results.items():
        show(command, counts)
    if "--store" in arguments:
        store(results)
    if "--check" in arguments:
        sys.exit(grown(stored(), results))


if __name__ == "__main__":
    main()
