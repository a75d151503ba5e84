#!/usr/bin/env python3
"""Measures the memory and the time of each command that reads a file, on long logs.

usage: long-logs.py PROGRAM [--nightly] [MEGABYTES [SECONDS]]

Creates logs of MEGABYTES (30, or 1000 with --nightly): with 1 and 10 epochs a second, with a fix every ten seconds, and in our recording format. Prints
the peak memory (VmHWM) and the time of each command, and the time of `wc -l`; `replay` and `monitor` play the beginning of each
file for SECONDS (3). The status is 1 if a command fails or takes more than 14 MB.
TMPDIR needs space for one log at a time, which is removed.
"""
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 14.0
BLOCK = 2_000_000


def sentence(body):
    check = 0
    for letter in body.encode():
        check ^= letter
    return f"${body}*{check:02X}\r\n"


def epochs(rate):
    """Endless epochs: RMC and GGA in each, GSA and GSV at most once a second."""
    number = 0
    sky = "".join(map(sentence, (
        "GNGSA,A,3,05,12,20,25,29,,,,,,,,1.6,0.8,1.4", "GPGSV,2,1,05,05,40,083,46,12,55,200,44,20,17,344,39,25,61,120,47",
        "GPGSV,2,2,05,29,33,291,41")))
    while True:
        tenths = int(number * 10 / rate)
        second = tenths // 10
        day, time_of_day = divmod(second, 86_400)
        month, day = divmod(day, 28)
        clock = f"{time_of_day // 3600:02d}{time_of_day // 60 % 60:02d}{time_of_day % 60:02d}.{tenths % 10}0"
        date = f"{day + 1:02d}{month % 12 + 1:02d}{26 + month // 12:02d}"
        # To the north and back, half an hour each.
        way = abs(number % 60_000 - 30_000) / rate
        place = f"{48 + int(way / 200 // 60):02d}{way / 200 % 60:08.5f},N,01130.00000,E"
        text = sentence(f"GNRMC,{clock},A,{place},19.4,84.4,{date},,,A")
        text += sentence(f"GNGGA,{clock},{place},1,05,0.8,500.0,M,46.9,M,,")
        yield tenths * 100, text + (sky if tenths % 10 == 0 else "")
        number += 1


def write_log(path, rate, size, is_ours):
    """Writes blocks of epochs until the file is large enough."""
    left = size
    with open(path, "w", newline="") as file:
        if is_ours:
            file.write("#gpsbridge-recording 1 2026-01-01T00:00:00.000Z\n")
        gathered, length = [], 0
        for moment, text in epochs(rate):
            if is_ours:
                text = f"{moment} " + text.replace("\r\n", "\\x0D\\x0A") + "\n"
            gathered.append(text)
            length += len(text)
            if length >= min(left, BLOCK):
                file.write("".join(gathered))
                left -= length
                gathered, length = [], 0
                if left <= 0:
                    return


class Memory:
    """The peak memory of a process, read until it ends."""

    def __init__(self, process):
        self.path, self.most = f"/proc/{process.pid}/status", 0.0
        self.process, self.ended = process, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        pause = 0.001
        while not self.ended.wait(pause):
            pause = min(pause * 2, 0.02)
            try:
                with open(self.path) as file:
                    text = file.read()
            except OSError:
                return
            for line in text.splitlines():
                if line.startswith("VmHWM"):
                    self.most = max(self.most, int(line.split()[1]) / 1024)

    def end(self):
        self.ended.set()
        self.thread.join()
        return self.most


def run(command):
    """Runs a command to its end, and returns its status, seconds and memory."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    memory = Memory(process)
    message = process.communicate()[1].decode(errors="replace").strip()
    return process.returncode, time.monotonic() - begin, memory.end(), message


def play(command, seconds):
    """Runs a player in a terminal for a while and ends it by a signal; returns the time to its first byte instead of its time."""
    master, slave = pty.openpty()
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL)
    os.close(slave)
    memory = Memory(process)
    first = None
    while time.monotonic() - begin < seconds and process.poll() is None:
        if select.select([master], [], [], 0.1)[0]:
            try:
                os.read(master, 65_536)
            except OSError:
                break
            first = first or time.monotonic() - begin
    most = memory.end()
    process.send_signal(signal.SIGTERM)
    try:
        status = process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    os.close(master)
    # Ended by our signal, as expected.
    return 0 if status == -signal.SIGTERM and first else status or 1, first or seconds, most, ""


def main():
    is_nightly = "--nightly" in sys.argv
    if is_nightly:
        sys.argv.remove("--nightly")
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.abspath(sys.argv[1])
    size = int(float(sys.argv[2]) * 1_000_000) if len(sys.argv) > 2 else 1_000_000_000 if is_nightly else 30_000_000
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 3.0
    failed = False
    logs = [("1 Hz", "a.nmea", 1), ("10 Hz", "a.nmea", 10), ("a fix in 10 s", "a.nmea", 0.1), ("ours, 1 Hz", "a.gbr", 1)]
    for title, name, rate in logs:
        with tempfile.TemporaryDirectory(prefix="long-logs.") as folder:
            log = os.path.join(folder, name)
            write_log(log, rate, size, name.endswith(".gbr"))
            print(f"{title}, {os.path.getsize(log) / 1e6:.0f} MB")
            status, floor, _, _ = run(["wc", "-l", log])
            print(f"  {'wc -l':26} {floor:8.2f} s")
            verbs = [["export", log, "--format", format] for format in ("gpx", "csv")]
            verbs += [["stats", log], ["doctor", log], ["watch", log], ["watch", log, "--format", "gpsd"],
                      ["replay", log, "--speed", "max"]]
            plays = [["replay", log], ["monitor", log], ["replay", log, "--from", "1min"]]
            for words, is_play in [(words, False) for words in verbs] + [(words, True) for words in plays]:
                shown = " ".join(word for word in words if word != log)
                command = [program] + words
                status, took, memory, message = play(command, seconds) if is_play else run(command)
                figure = f"{took * 1000:8.0f} ms to the first byte" if is_play else f"{took:8.2f} s {took / floor:8.1f} x wc -l"
                # The findings of doctor decide its status; a slow receiver is a finding.
                bad = memory > LIMIT or (status != 0 and words[0] != "doctor")
                failed = failed or bad
                print(f"  {shown:26} {figure} {memory:8.1f} MB{f'   <-- status {status}, {LIMIT:.0f} MB is the limit' if bad else ''}", flush=True)
                if status != 0 and bad and message:
                    print("    " + message[:300])
    print("long-logs: " + (f"a command failed, or took more than {LIMIT:.0f} MB" if failed else "in order"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
