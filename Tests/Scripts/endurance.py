#!/usr/bin/env python3
"""Runs serve, record, monitor and watch for a long time, and measures them.

usage: endurance.py PROGRAM MINUTES

A receiver sends five epochs a second to each of four pseudo-terminals. `serve` has ten gpsd clients, two listeners of the page's
events and a metrics collector; `monitor` draws on a terminal. For each program the script prints the resident memory at the
beginning, after ten minutes and at the end, its slope after thirty minutes (or after half the time, if that is less), the
descriptors, and the wake-ups a second. The status is 1 if a program ended by itself, if its descriptors grew, if its memory grew by
more than 0.1 MB an hour after the first thirty of at least sixty minutes, or if a client missed epochs.
"""
import fcntl
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request

sys.dont_write_bytecode = True
from checking import free_port, wait_for
from conditions import tool
from conditions.receiver import Receiver, Terminal

RATE, CLIENTS, LISTENERS = 5, 10, 2
# Megabytes an hour, and minutes.
MOST, SETTLED = 0.1, 30


class Measured:
    """A program, and its figures at each measurement."""

    def __init__(self, name, words, folder, receiver, **options):
        self.name, self.looks, self.problems = name, [], []
        self.cable = Terminal(f"{folder}/{name}.port")
        receiver.cables.append(self.cable)
        words = [self.cable.source if word == "SOURCE" else word for word in words]
        self.process = tool.start(words, folder, stderr=subprocess.DEVNULL, **options)

    def look(self, minutes):
        if self.process.poll() is not None:
            if not self.problems:
                self.problems.append(f"ended by itself with {self.process.returncode} after {minutes:.0f} min")
            return
        place = pathlib.Path("/proc") / str(self.process.pid)
        status = (place / "status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
        wakes = sum(
            int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for task in (place / "task").iterdir())
        self.looks.append((minutes, memory, len(os.listdir(place / "fd")), wakes))

    def row(self, length):
        """The line of the table; adds what is wrong to the problems."""
        if len(self.looks) < 3:
            return f"{self.name:<8} too short to measure"
        settled = SETTLED if length > SETTLED else length / 2
        late = [look for look in self.looks if look[0] >= settled] or self.looks[-2:]
        slope = self.slope(late)
        ten = min(self.looks, key=lambda look: abs(look[0] - 10))
        first, last = self.looks[1], self.looks[-1]
        wakes = (last[3] - first[3]) / (last[0] - first[0]) / 60
        if length >= 2 * SETTLED and slope > MOST:
            self.problems.append(f"grows by {slope:.2f} MB an hour after {settled:.0f} min")
        if last[2] > max(look[2] for look in self.looks if look[0] <= settled) + 1:
            self.problems.append(f"descriptors grew from {first[2]} to {last[2]}")
        return (f"{self.name:<8} {first[1]:>6.1f} {ten[1]:>6.1f} {last[1]:>6.1f} MB  {slope:>+7.3f} MB/h  "
                f"{first[2]:>3} {last[2]:>3} descriptors  {wakes:>6.1f} wake-ups/s")

    @staticmethod
    def slope(looks):
        """Megabytes an hour, by least squares."""
        hours, memory = [look[0] / 60 for look in looks], [look[1] for look in looks]
        middle, mean = sum(hours) / len(hours), sum(memory) / len(memory)
        spread = sum((hour - middle) ** 2 for hour in hours)
        return sum((hour - middle) * (one - mean) for hour, one in zip(hours, memory)) / spread if spread else 0


class Counts:
    """The epochs that `serve` sent to each client."""

    def __init__(self, port, page):
        self.port, self.page, self.epochs = port, page, {}

    def begin(self):
        for number in range(CLIENTS):
            self.follow(self.client, f"gpsd {number}")
        for number in range(LISTENERS):
            self.follow(self.listener, f"events {number}")
        self.follow(self.collector, None)

    def follow(self, function, name):
        if name:
            self.epochs[name] = 0
        threading.Thread(target=function, args=(name,), daemon=True).start()

    def client(self, name):
        with socket.create_connection(("127.0.0.1", self.port)) as connection, connection.makefile("rb") as stream:
            connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
            for line in stream:
                self.epochs[name] += line.startswith(b'{"class":"TPV"') and json.loads(line)["mode"] >= 2

    def listener(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.page}/events") as stream:
            for line in stream:
                self.epochs[name] += line.startswith(b'data: {"type":"fix"')

    def collector(self, _):
        while True:
            urllib.request.urlopen(f"http://127.0.0.1:{self.page}/metrics").read()
            time.sleep(15)


def screen():
    """Both ends of a terminal with a size; its output is read and dropped."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def drain():
        while os.read(master, 65536):
            pass
    threading.Thread(target=drain, daemon=True).start()
    return slave


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tool.PROGRAM, length = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    print(f"endurance: {length:g} minutes, {RATE} epochs a second", flush=True)
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        receiver = Receiver(time.time)
        receiver.rate = RATE
        port, page = free_port(), free_port()
        terminal = screen()
        serve = Measured("serve", ["serve", "SOURCE", "--gpsd", f"127.0.0.1:{port}", "--http", f"127.0.0.1:{page}"], folder, receiver)
        programs = [
            serve,
            Measured("record", ["record", "SOURCE", "-o", f"{folder}/kept.gbr"], folder, receiver),
            Measured("monitor", ["monitor", "SOURCE"], folder, receiver, stdin=terminal, stdout=terminal,
                     env=tool.environment(folder, TERM="xterm-256color"), start_new_session=True),
            Measured("watch", ["watch", "SOURCE", "--format", "gpsd"], folder, receiver, stdout=subprocess.DEVNULL),
        ]
        receiver.start()
        for one in (port, page):
            wait_for(f"port {one}", lambda: socket.socket().connect_ex(("127.0.0.1", one)) == 0, serve.process)
        counts = Counts(port, page)
        counts.begin()
        wait_for("an epoch of each client", lambda: all(counts.epochs.values()), serve.process)
        begun, before, arrived = time.monotonic(), dict(counts.epochs), len(serve.cable.arrived)
        while (minutes := (time.monotonic() - begun) / 60) < length:
            for program in programs:
                program.look(minutes)
            time.sleep(min(10, length * 6))
        sent = len(serve.cable.arrived) - arrived
        missed = {name: sent - (count - before[name]) for name, count in counts.epochs.items()}
        print(f"{'':<8} {'RSS at 0, 10 min, end':>23}  {'slope':>12}")
        for program in programs:
            print(program.row(length))
            program.process.terminate()
            program.process.wait(120)
        print(f"clients: {sent} epochs, {max(missed.values()):.0f} missed by one client at most")
        problems = [f"{program.name}: {problem}" for program in programs for problem in program.problems]
        problems += [f"{name} missed {count:.0f} of {sent} epochs" for name, count in missed.items() if count > max(10, sent / 100)]
    for problem in problems:
        print(f"WRONG  {problem}")
    sys.exit(1 if problems else 0)


main()
