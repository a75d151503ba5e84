#!/usr/bin/env python3
"""Writes the order of functions for the linker: by first use, those of an epoch first.

usage: function-order.py PROGRAM ORDER    writes the list ORDER
       function-order.py --check PROGRAM  fails if more than 2 % of the functions that an epoch runs are not in PROGRAM.order

Scripts/release.sh calls it between its two links. PROGRAM.map is the linker's map of PROGRAM, which has the names and sections of
functions. `watch`, `serve` with a client and `monitor` run under Scripts/first-use.c, each with a receiver on a pseudo-terminal.
The list has the functions that `watch` runs in an epoch, then those of its start, then what only `serve` and `monitor` run.

Status 77: this system cannot record it; the reason is the last line.
"""

import fcntl
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time

# This file and Tests/Scripts/tool-bench.py are imported.
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
CHECKS = os.path.join(HERE, "..", "Tests", "Scripts")
sys.path.insert(0, CHECKS)
from checking import module

# A section of many functions, such as that of the standard library's private ones, would be moved as a whole.
LARGEST_SECTION = 32 * 1024
# The parts of a recording: until positions are reported, during the epochs after that, while the program ends.
START, EPOCHS, END = range(3)
EPOCH_COUNT = 60
# Commands and whether the receiver has the full sky of four constellations.
GPSD = "watch --format gpsd"
TPV = b'"class":"TPV"'
WATCHES = [(GPSD, True), (GPSD, False), ("watch", True)]
MOST_MISSING = 0.02


class Impossible(Exception):
    """This system cannot record the order."""





def functions(path):
    """The names at each address of the program's code in small sections, from the linker's map."""
    names, inside, small = {}, False, False
    row = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ (\s*)(\S.*)")
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = row.match(line)
            if not match:
                continue
            address, size, indent, text = int(match[1], 16), int(match[2], 16), len(match[3]), match[4]
            if indent == 0:
                inside = text == ".text"
            elif indent == 8:
                small = size <= LARGEST_SECTION
            elif inside and small and size > 0:
                names.setdefault(address, []).append(text)
    if not names:
        raise Impossible(f"{path} has no functions")
    return names


def compiled(folder):
    """The recorder, compiled."""
    swift = shutil.which("swift")
    beside = os.path.join(os.path.dirname(os.path.realpath(swift)), "clang") if swift else ""
    compiler = next((found for found in (beside, "clang", "gcc", "cc") if found and shutil.which(found)), None)
    if not compiler:
        raise Impossible("there is no C compiler")
    recorder = os.path.join(folder, "first-use")
    made = subprocess.run(
        [compiler, "-O2", "-o", recorder, os.path.join(HERE, "first-use.c")], capture_output=True, text=True, check=False)
    if made.returncode:
        errors = [line for line in made.stderr.splitlines() if "error" in line]
        raise Impossible(f"first-use.c does not compile: {(errors or ['no reason given'])[0]}")
    return recorder


class Run:
    """A command of the program under the recorder, with a receiver on a pseudo-terminal."""

    def __init__(self, recorder, program, addresses, folder, command, bursts):
        self.name, self.bursts, self.place = command, bursts, tempfile.mkdtemp(dir=folder)
        self.device, slave = pty.openpty()
        bench.tty.setraw(slave, termios.TCSANOW)
        fcntl.fcntl(self.device, fcntl.F_SETFL, os.O_NONBLOCK | os.O_RDWR)
        self.slave = slave
        port, is_watch = os.path.join(self.place, "gpsd"), command.startswith("watch")
        arguments = command.split() + (["--gpsd", port] if command == "serve" else []) + [os.ttyname(slave)]
        self.output, self.errors = os.path.join(self.place, "order"), os.path.join(self.place, "errors")
        # Settings and profiles of this user must not count.
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": self.place, "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.positions, self.reading = 0, None
        screen, terminal = pty.openpty()
        termios.tcsetwinsize(terminal, (40, 120))
        with open(self.errors, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [recorder, addresses, self.output, program, *arguments], env=environment,
                stdin=terminal, stdout=subprocess.PIPE if is_watch else terminal,
                stderr=terminal if command == "monitor" else errors, start_new_session=True)
        os.close(terminal)
        bench.drain(screen)
        if command != "monitor":
            source = self.process.stdout.fileno() if is_watch else None
            # Positions are lines if they are not gpsd's.
            position = b"\n" if command == "watch" else TPV
            threading.Thread(target=count_positions, args=(self, source, port, position), daemon=True).start()

    def is_ready(self):
        return self.name == "monitor" or self.positions >= 10

    def send(self, number):
        try:
            os.write(self.device, self.bursts[number % len(self.bursts)])
        except BlockingIOError:
            pass

    def parts(self, names):
        """Ends the program and returns the addresses of each part in the order of first use."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        with open(self.output, encoding="ascii") as file:
            parts = [[int(line, 16) for line in part.split()] for part in file.read().split("-\n")]
        if len(parts) != END + 1 or len(parts[EPOCHS]) < 100:
            raise Impossible(f"{self.name} was not recorded to its end")
        return [[address for address in part if address in names] for part in parts]


def count_positions(run, descriptor, port, position=TPV):
    """Counts the positions in the output of a program, or without one in the reports for a client at its port."""
    if descriptor is None:
        client = socket.socket(socket.AF_UNIX)
        while client.connect_ex(port):
            time.sleep(0.1)
        client.sendall(b'?WATCH={"enable":true,"json":true};\n')
        descriptor = client.detach()
    while text := os.read(descriptor, 65536):
        run.positions += text.count(position)


def plain_bursts(count):
    """Epochs of a receiver of one constellation, which sends eight sentences."""
    bursts = []
    for number in range(count):
        tenths, position = 360000 + number, f"4807.{number:05d},N,01131.{2 * number:05d},E"
        clock = f"{tenths // 36000:02d}{tenths // 600 % 60:02d}{tenths // 10 % 60:02d}.{tenths % 10}00"
        bodies = [
            f"GPRMC,{clock},A,{position},0.51,84.40,211126,,,A", "GPVTG,84.40,T,,M,0.51,N,0.94,K,A",
            f"GPGGA,{clock},{position},1,09,0.90,545.4,M,46.9,M,,", "GPGSA,A,3,04,05,09,12,14,17,19,22,25,,,,1.60,0.90,1.32",
            "GPGSV,3,1,12,04,71,200,44,05,40,083,41,09,17,308,30,12,07,344,",
            "GPGSV,3,2,12,14,22,228,37,17,55,120,43,19,33,061,40,22,12,180,25",
            "GPGSV,3,3,12,25,64,278,45,29,05,020,,31,09,250,18,32,03,330,", f"GPGLL,{position},{clock},A,A"]
        burst = b""
        for body in bodies:
            checksum = 0
            for byte in body.encode():
                checksum ^= byte
            burst += f"${body}*{checksum:02X}\r\n".encode()
        bursts.append(burst)
    return bursts


def record(program, names, scenarios):
    """The parts of each scenario; they run at the same time."""
    with tempfile.TemporaryDirectory() as folder:
        recorder, addresses = compiled(folder), os.path.join(folder, "addresses")
        with open(addresses, "w", encoding="ascii") as file:
            file.writelines(f"{address:x}\n" for address in names)
        skies = {True: bench.epochs(program, 200), False: plain_bursts(1000)}
        runs = []
        try:
            for command, full in scenarios:
                runs.append(Run(recorder, program, addresses, folder, command, skies[full]))
            follow(runs)
            return [run.parts(names) for run in runs]
        finally:
            for run in runs:
                run.process.kill()


def follow(runs):
    """Sends epochs ten times a second, and begins the parts of the recordings between two epochs."""
    number, begin, ready = 0, time.monotonic(), None
    while ready is None or number < ready + EPOCH_COUNT:
        for run in runs:
            if run.process.poll() is not None:
                with open(run.errors, encoding="utf-8", errors="replace") as file:
                    reason = file.read().strip().splitlines() or [f"{run.name} ended with status {run.process.returncode}"]
                raise Impossible(reason[-1])
            run.send(number)
        number += 1
        # Epochs wait for a slow machine: the recorder stops the program at each function.
        begin = max(begin, time.monotonic() - number / 10)
        time.sleep(max(0, begin + number / 10 - time.monotonic()))
        if ready is None and number >= 30 and all(run.is_ready() for run in runs):
            begin_part(runs)
            ready = number
        elif ready is None and number > 900:
            raise Impossible("watch or serve reported no position within 90 s")
    begin_part(runs)


def begin_part(runs):
    for run in runs:
        run.process.send_signal(signal.SIGUSR1)
    time.sleep(0.05)


def order(program):
    """The addresses of functions in the order for the linker."""
    names = functions(program + ".map")
    *watches, serve, monitor = record(program, names, WATCHES + [("serve", True), ("monitor", True)])
    groups = [
        ("an epoch of watch", [address for parts in watches for address in parts[EPOCHS]]),
        ("the start of watch", [address for parts in watches for address in parts[START]]),
        ("serve", serve[EPOCHS] + serve[START]), ("monitor", monitor[EPOCHS] + monitor[START])]
    found = {}
    for name, group in groups:
        before = len(found)
        found.update(dict.fromkeys(group))
        print(f"  {name}: {len(found) - before} functions", file=sys.stderr)
    return [name for address in found for name in names[address]]


def check(program):
    """Whether the list of the program has nearly all functions that an epoch runs."""
    with open(program + ".order", encoding="utf-8") as file:
        listed = set(file.read().split())
    names = functions(program + ".map")
    run = {address for parts in record(program, names, WATCHES) for address in parts[EPOCHS]}
    missing = sorted(names[address][0] for address in run if not listed.intersection(names[address]))
    share = len(missing) / len(run)
    print(f"order: {len(missing)} of {len(run)} functions of an epoch are not in the list, {100 * share:.1f} %")
    if share <= MOST_MISSING:
        return 0
    print("\n".join("  " + name for name in missing[:40]))
    print("Their code is far from the other code of an epoch, which makes each epoch slower. Build again: make release")
    return 1


def main():
    arguments = sys.argv[1:]
    if len(arguments) != 2:
        sys.exit(__doc__)
    try:
        if arguments[0] == "--check":
            program = os.path.abspath(arguments[1])
            if not os.path.exists(program + ".order"):
                raise Impossible(f"{program} was linked without an order")
            sys.exit(check(program))
        program = os.path.abspath(arguments[0])
        names = order(program)
        with open(arguments[1], "w", encoding="utf-8") as file:
            file.write("\n".join(names) + "\n")
    except Impossible as reason:
        print(f"order: skipped: {reason}" if "--check" in arguments else reason, file=sys.stderr)
        sys.exit(77)


bench = module(os.path.join(CHECKS, "tool-bench.py"))
if __name__ == "__main__":
    main()
