#!/usr/bin/env python3
"""Runs the tool for a long time, partly on damaged lines, and counts.

usage: soak.py TOOL MINUTES

Five receivers on pseudo-terminals send numbered sentences. Three send noise, cuts, wrong checksums and partial writes in between,
with pauses, and two of these are unplugged now and then and return on another terminal. `serve` has ten gpsd clients, two
listeners of the page's events and a metrics collector; `monitor` draws on a terminal. What is checked:

  - each complete valid sentence that was sent while the port was open is printed once and in order, or counted as dropped;
  - each byte of the recorded receiver is in its file;
  - fixes come in the order of their times;
  - no client of the server misses 1 % of the epochs;
  - no program ends by itself, and after the first minute neither memory nor descriptors grow; in at least sixty minutes,
    memory grows by 0.1 MB an hour at most after the first thirty.
"""
import json
import os
import pty
import random
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
import urllib.request

from checking import HANG, drain, free_port, of_process, sentence, terminal, wait_for
from seeding import SEED

TOOL, MINUTES = os.path.abspath(sys.argv[1]), float(sys.argv[2])
CLIENTS, LISTENERS = 10, 2
# Seconds: a reader that has just opened the port still sets it.
AFTER_OPEN = 1





class Line(threading.Thread):
    """One receiver, its cable, and the program that reads it."""

    def __init__(self, name, words, folder, unplugs=False, damages=True, screen=None):
        super().__init__(daemon=True)
        self.name, self.unplugs, self.damages = name, unplugs, damages
        self.random = random.Random(f"{SEED} {name}")
        self.link = f"{folder}/{name}"
        self.output, self.message = f"{folder}/{name}.out", f"{folder}/{name}.err"
        self.master = self.slave = None
        self.sent, self.all, self.damaged, self.plugs = [], bytearray(), 0, 0
        self.number, self.stops, self.problems = 0, False, []
        self.memory, self.descriptors, self.wakes = [], [], []
        self.plug()
        environment = dict(os.environ, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, TERM="xterm-256color")
        words = [TOOL] + [word.replace("LINE", self.link).replace("OUT", self.output) for word in words]
        # A program that writes a file prints nothing.
        printed = f"{folder}/{name}.printed" if f"{self.output}" in words else self.output
        with open(printed, "wb") as out, open(self.message, "wb") as message:
            self.program = subprocess.Popen(words, stdin=screen or subprocess.DEVNULL, stdout=screen or out, stderr=message,
                                            env=environment, start_new_session=screen is not None)

    def plug(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        beside = self.link + ".new"
        os.symlink(path, beside)
        os.rename(beside, self.link)
        self.plugs += 1

    def wait_until_read(self):
        """A hang-up discards unread bytes: waits until the program has counted all sentences, or recorded all bytes."""
        def is_read():
            if not self.damages:
                return True
            if not self.unplugs:
                return os.path.getsize(self.output) == len(self.all)
            self.program.send_signal(signal.SIGUSR1)
            with open(self.message, encoding="utf-8", errors="replace") as file:
                counts = re.findall(r'"sentences":(\d+)', file.read())
            return bool(counts) and int(counts[-1]) == len(self.sent)

        try:
            wait_for("the reader", is_read, self.program, step=0.2)
        except RuntimeError as error:
            self.problems.append(str(error))

    def unplug(self):
        self.wait_until_read()
        os.unlink(self.link)
        os.close(self.master)
        self.master = None
        time.sleep(self.random.uniform(0.1, 2))
        self.plug()

    def wait_for_reader(self):
        """A terminal whose other end nobody has opened reports a hang-up."""
        while not self.stops:
            poller = select.poll()
            poller.register(self.master, select.POLLIN)
            if not any(event & select.POLLHUP for _, event in poller.poll(0)):
                time.sleep(AFTER_OPEN)
                return
            time.sleep(0.02)

    def write(self, data):
        """Writes in pieces of random size."""
        place = 0
        while place < len(data):
            piece = data[place:place + self.random.choice([1, 7, 31, 64, 4096])]
            try:
                place += os.write(self.master, piece)
            except BlockingIOError:
                time.sleep(0.01)
        self.all += data

    def epoch(self):
        # Ten epochs a second, enough for days.
        tenths = self.number % 864000
        clock = "%02d%02d%02d.%d00" % (tenths // 36000, tenths // 600 % 60, tenths // 10 % 60, tenths % 10)
        bodies = [f"GPGGA,{clock},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
                  f"GPTXT,01,01,02,{self.name} {self.number}",
                  f"GPRMC,{clock},A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"]
        self.number += 1
        for body in bodies:
            whole = sentence(body).encode()
            chance = self.random.random() if self.damages else 0.5
            if chance < 0.02:
                # Never the beginning of a line: the following bytes would belong to the noise.
                noise = bytes(self.random.choice(NOISE) for _ in range(self.random.randrange(1, 60)))
                self.write(noise + b"\r\n")
            if chance > 0.98:
                self.write(whole[:self.random.randrange(1, len(whole) - 5)] + b"\r\n")
                self.damaged += 1
            elif chance > 0.96:
                star = whole.rindex(b"*")
                self.write(whole[:star + 1] + (b"00" if whole[star + 1:star + 3] != b"00" else b"01") + b"\r\n")
                self.damaged += 1
            else:
                self.write(whole)
                self.sent.append(whole.rstrip())

    def run(self):
        self.wait_for_reader()
        begun = time.monotonic()
        while not self.stops:
            started = time.monotonic()
            self.epoch()
            if not self.damages:
                # Its clock is right for hours.
                time.sleep(max(0, begun + self.number / 10 - time.monotonic()))
                continue
            if self.unplugs and self.random.random() < 0.002:
                self.unplug()
                self.wait_for_reader()
            if self.random.random() < 0.001:
                time.sleep(self.random.uniform(0, 8))
            time.sleep(max(0, 0.1 - (time.monotonic() - started)))

    def look(self):
        if self.program.poll() is not None:
            self.problems.append(f"ended by itself with {self.program.returncode}")
            return
        # Anonymous memory only: pages of the program are loaded when first executed, for example at the first unplugging.
        self.memory.append(of_process(self.program.pid, "RssAnon"))
        self.descriptors.append(len(os.listdir(f"/proc/{self.program.pid}/fd")))
        tasks = os.listdir(f"/proc/{self.program.pid}/task")
        self.wakes.append(sum(of_process(f"{self.program.pid}/task/{task}", "voluntary_ctxt_switches") for task in tasks))

    def end(self):
        self.stops = True
        self.join()
        if self.program.poll() is None:
            self.wait_until_read()
        # Not SIGINT, which a background process ignores.
        self.program.send_signal(signal.SIGTERM)
        try:
            self.program.wait(HANG)
        except subprocess.TimeoutExpired:
            self.problems.append("does not end at its signal")
            self.program.kill()
        if self.program.returncode not in (0, -signal.SIGTERM, 143):
            self.problems.append(f"ended with {self.program.returncode}")
        # A page's service keeps ten minutes of records: until they are there, its memory grows.
        fills = self.name == "serve" and MINUTES <= 12
        minute = len(self.memory) // 2 if MINUTES < 2 else 660 if self.name == "serve" and not fills else 60
        early, late = max(self.memory[:minute]), max(self.memory[minute:])
        if late > early * 1.05 + 512 and not fills:
            self.problems.append(f"grew from {early} kB to {late} kB")
        if max(self.descriptors[minute:]) > max(self.descriptors[:minute]) + 1:
            self.problems.append(f"descriptors grew: {max(self.descriptors[:minute])}, {max(self.descriptors[minute:])}")
        settled = self.memory[min(30 * 60, len(self.memory) // 2):]
        # A look each second: kilobytes an hour.
        slope = statistics.linear_regression(range(len(settled)), settled).slope * 3600 / 1024
        if MINUTES >= 60 and slope > 0.1:
            self.problems.append(f"grows by {slope:.2f} MB an hour after 30 min")
        print(f"{self.name}: {len(self.sent)} sentences sent, {self.damaged} damaged, plugged in {self.plugs} times; "
              f"memory {early} kB in the first minute, {late} kB later, {slope:+.3f} MB/h; descriptors {max(self.descriptors)}; "
              f"{(self.wakes[-1] - self.wakes[0]) / (len(self.wakes) - 1):.1f} wake-ups/s")


# Bytes of noise, without any that begin a line or message, which would include the following bytes.
NOISE = [byte for byte in range(256) if byte not in b"$!#\\\r\n" and byte not in (0xB5, 0xD3)]


def check_sentences(line):
    with open(line.output, "rb") as file:
        told = [part for part in file.read().split(b"\r\n") if part]
    if told != line.sent:
        missing = len(set(line.sent) - set(told))
        where = next((index for index, pair in enumerate(zip(told, line.sent)) if pair[0] != pair[1]), min(len(told), len(line.sent)))
        line.problems.append(f"{len(told)} sentences printed of {len(line.sent)}; {missing} missing; first difference at "
                             f"{where}: {told[where:where + 2]} for {line.sent[where:where + 2]}")
    print(f"{line.name}: {len(told)} of {len(line.sent)} sentences printed, in order")


def check_records(line):
    last, epochs, dropped, stats = "", 0, 0, {}
    with open(line.output, encoding="utf-8") as file:
        for text in file:
            record = json.loads(text)
            if record["type"] == "fix" and record.get("time"):
                epochs += 1
                if record["time"] <= last:
                    line.problems.append(f"{record['time']} came after {last}")
                last = record["time"]
            elif record["type"] == "event" and record["event"] == "dropped":
                dropped += record["count"]
            elif record["type"] == "stats":
                stats = record
    if stats.get("sentences") != len(line.sent):
        line.problems.append(f"{stats.get('sentences')} sentences counted of {len(line.sent)}")
    if epochs + dropped < line.number * 0.98:
        line.problems.append(f"{epochs} epochs of {line.number}")
    print(f"{line.name}: {stats.get('sentences')} of {len(line.sent)} sentences counted, {epochs} of {line.number} epochs "
          f"in order, {dropped} records dropped and counted")


def check_bytes(line):
    with open(line.output, "rb") as file:
        kept = file.read()
    if kept != bytes(line.all):
        line.problems.append(f"{len(kept)} bytes recorded of {len(line.all)}")
    print(f"{line.name}: {len(kept)} of {len(line.all)} bytes recorded")


class Clients:
    """The epochs that `serve` sends to each of its clients."""

    def __init__(self, port, page):
        self.port, self.page, self.epochs = port, page, {}

    def begin(self, line):
        for port in (self.port, self.page):
            wait_for(f"port {port}", lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, line.program)
        for function, count in ((self.client, CLIENTS), (self.listener, LISTENERS), (self.collector, 1)):
            for number in range(count):
                threading.Thread(target=function, args=(f"{function.__name__} {number}",), daemon=True).start()
        wait_for("an epoch of each client", lambda: len(self.epochs) == CLIENTS + LISTENERS, line.program)
        self.before, self.arrived = dict(self.epochs), line.number

    def client(self, name):
        with socket.create_connection(("127.0.0.1", self.port)) as connection, connection.makefile("rb") as stream:
            connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
            for text in stream:
                if text.startswith(b'{"class":"TPV"') and json.loads(text)["mode"] >= 2:
                    self.epochs[name] = self.epochs.get(name, 0) + 1

    def listener(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.page}/events") as stream:
            for text in stream:
                if text.startswith(b'data: {"type":"fix"'):
                    self.epochs[name] = self.epochs.get(name, 0) + 1

    def collector(self, _):
        while True:
            urllib.request.urlopen(f"http://127.0.0.1:{self.page}/metrics").read()
            time.sleep(15)

    def check(self, line):
        sent = line.number - self.arrived
        missed = {name: sent - (count - self.before[name]) for name, count in self.epochs.items()}
        line.problems += [f"{name} missed {count} of {sent} epochs"
                          for name, count in missed.items() if count > max(10, sent / 100)]
        print(f"{line.name}: {sent} epochs, {max(missed.values())} missed by one client at most")


def drained():
    """The program's end of a terminal, whose output is read and dropped."""
    screen, side = terminal(40, 120)
    drain(screen)
    return side


def main():
    print(f"soak: {MINUTES:g} minutes, seed {SEED}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        clients = Clients(free_port(), free_port())
        serve = ["serve", "LINE", "--gpsd", f"127.0.0.1:{clients.port}", "--http", f"127.0.0.1:{clients.page}"]
        lines = [
            (Line("sentences", ["watch", "LINE", "--format", "nmea"], folder, unplugs=True), check_sentences),
            (Line("records", ["watch", "LINE", "--types", "fix,event", "--stats"], folder, unplugs=True), check_records),
            (Line("bytes", ["record", "LINE", "--raw", "-o", "OUT"], folder), check_bytes),
            (Line("serve", serve, folder, damages=False), clients.check),
            (Line("monitor", ["monitor", "LINE"], folder, damages=False, screen=drained()), lambda line: None),
        ]
        for line, _ in lines:
            line.start()
        clients.begin(lines[3][0])
        end = time.monotonic() + MINUTES * 60
        while time.monotonic() < end and not any(line.problems for line, _ in lines):
            time.sleep(1)
            for line, _ in lines:
                line.look()
        for line, check in lines:
            line.end()
            check(line)
            with open(f"{folder}/{line.name}.err", encoding="utf-8", errors="replace") as message:
                talk = message.read()
            if line.problems:
                print(f"{line.name} printed:\n{talk[-2000:]}")
        problems = [f"{line.name}: {problem}" for line, _ in lines for problem in line.problems]
    for problem in problems:
        print(f"WRONG  {problem}")
    print("soak: " + ("everything sent is accounted for" if not problems else f"{len(problems)} problems"))
    sys.exit(1 if problems else 0)


main()
