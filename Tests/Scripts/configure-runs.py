#!/usr/bin/env python3
"""Configures a third-party simulated receiver at random, and compares the tool's report with the receiver's settings.

usage: configure-runs.py PROGRAM [--nightly]       12 runs, or 100

Each run starts a receiver of ../shared/testbed/ublox_air.py, of a random generation and with random faults (it misses the
first commands, refuses a setting, or garbles a line at the wrong speed), and sets random values with the tool. Then this script
reads the settings from the receiver. The tool must not report a wrong value as confirmed or refuse a value without a reason,
and the receiver must still answer. Status 77: the receiver or pyubx2 is missing, and the reason was printed.
"""
import collections
import concurrent.futures
import os
import pathlib
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from checking import HANG, Missing, python_with_packages, skip, ubx, wait_for
from seeding import SEED

SHARED = pathlib.Path(os.environ.get("GPSBRIDGE_SHARED", "../shared"))
AIR = SHARED / "testbed/ublox_air.py"
MODELS = {"portable": 0, "stationary": 2, "pedestrian": 3, "automotive": 4, "sea": 5}
FASTEST = {6: 5, 7: 10, 8: 10, 9: 25, 10: 25}





def ask(path, question, kind, speed):
    """The payload of the answer to a poll, read without gpsbridge."""
    device = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        settings = termios.tcgetattr(device)
        settings[4] = settings[5] = getattr(termios, "B%d" % speed)
        termios.tcsetattr(device, termios.TCSANOW, settings)
        for _ in range(4):
            os.write(device, question)
            heard, end = b"", time.monotonic() + 5
            while time.monotonic() < end:
                if not select.select([device], [], [], 0.2)[0]:
                    continue
                heard += os.read(device, 4096)
                at = heard.find(b"\xb5\x62" + struct.pack(">H", kind))
                if at >= 0 and len(heard) >= at + 8:
                    length = struct.unpack_from("<H", heard, at + 4)[0]
                    if len(heard) >= at + 8 + length:
                        return heard[at + 6:at + 6 + length]
        return None
    finally:
        os.close(device)


def value(path, key, width, speed):
    """A value by its key, or None if the receiver refuses the poll."""
    answer = ask(path, ubx(0x068B, bytes(4) + struct.pack("<I", key)), 0x068B, speed)
    return None if answer is None else struct.unpack_from(width, answer, 8)[0]


def has(path, generation, speed):
    """The receiver's interval in milliseconds and its model, or None if it does not answer."""
    if ask(path, ubx(0x0A04), 0x0A04, speed) is None:
        return None
    if generation >= 9:
        return value(path, 0x30210001, "<H", speed), value(path, 0x20110021, "<B", speed)
    rate = ask(path, ubx(0x0608), 0x0608, speed)
    model = ask(path, ubx(0x0624), 0x0624, speed)
    return rate and struct.unpack_from("<H", rate)[0], model and model[2]


def run(tool, python, number, chance, home):
    generation = chance.choice(sorted(FASTEST))
    link = os.path.join(home, "gps%d" % number)
    faults = []
    if chance.random() < 0.4:
        faults += ["--deaf", str(chance.choice([1, 1, 2]))]
    if generation >= 9 and chance.random() < 0.3:
        faults += ["--refuse", chance.choice(["CFG_RATE_MEAS", "CFG_NAVSPG_DYNMODEL"])]
    isSerial = chance.random() < 0.5
    if isSerial:
        faults += ["--port", "uart1", "--garble"]
    wishes = {}
    if chance.random() < 0.7:
        wishes["rate"] = chance.choice([2, 4, 5, 10, 20])
    if chance.random() < 0.7 or not wishes:
        wishes["model"] = chance.choice(sorted(MODELS))
    if isSerial and chance.random() < 0.6:
        wishes["baud"] = chance.choice([19200, 38400, 115200])
    words = [word for name, value in wishes.items() for word in ("--" + name, str(value))]
    air = subprocess.Popen(
        [python, str(AIR), "--generation", str(generation), "--link", link, "--seconds", str(2 * HANG)] + faults,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    complaint = None
    try:
        wait_for("the receiver", lambda: os.path.exists(link), air)
        told = subprocess.run(
            [tool, "configure", link] + words, capture_output=True, text=True, timeout=HANG,
            env={**os.environ, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home})
        said = {}
        for line in told.stdout.splitlines():
            for name in ("baud rate", "rate", "model"):
                if line.startswith("  " + name + " ") and "->" in line:
                    said[name] = "confirmed" in line
        speeds = [9600] if not isSerial else [wishes["baud"], 9600] if said.get("baud rate") else [9600, wishes.get("baud", 9600)]
        found = next((found for found in (has(link, generation, speed) for speed in speeds) if found), None)
        if told.returncode not in (0, 11):
            complaint = "ended with %d: %s" % (told.returncode, told.stderr.strip())
        elif found is None:
            complaint = "the receiver is lost"
        elif said.get("rate") and found[0] != 1000 // wishes["rate"]:
            complaint = "rate %s was confirmed, but it is %s ms" % (wishes["rate"], found[0])
        elif said.get("model") and found[1] != MODELS[wishes["model"]]:
            complaint = "model %s was confirmed, but it is %s" % (wishes["model"], found[1])
        elif told.returncode == 0 and not all(said.get(name, False) for name in ("rate", "model") if name in wishes):
            complaint = "the status is 0, but it confirmed only %s" % said
        elif told.returncode == 11 and not faults and wishes.get("rate", 0) <= FASTEST[generation]:
            complaint = "it was refused without a reason"
        outcome = "confirmed" if told.returncode == 0 else "refused"
    except subprocess.TimeoutExpired:
        complaint, outcome = "it does not end", "hung"
    finally:
        air.send_signal(signal.SIGTERM)
        air.wait()
    text = "u-blox %d %s | %s" % (generation, " ".join(faults), " ".join(words))
    if complaint:
        print("FAILED run %d: %s: %s" % (number, text, complaint), flush=True)
        print(told.stdout + told.stderr if outcome != "hung" else "", flush=True)
    return outcome, complaint


def main():
    runs = 100 if "--nightly" in sys.argv else 12
    if not AIR.exists():
        skip("there is no %s" % AIR)
    try:
        python = python_with_packages()
    except Missing as reason:
        skip(reason)
    # A run mostly waits for answers: some go on side by side.
    with tempfile.TemporaryDirectory() as home, concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(
            lambda number: run(sys.argv[1], python, number, random.Random(SEED * 1_000_003 + number), home), range(runs)))
    counts = collections.Counter(outcome for outcome, _ in results)
    failed = sum(complaint is not None for _, complaint in results)
    # Most runs have no fault that could refuse everything.
    if "confirmed" not in counts:
        print("FAILED: nothing was confirmed in %d runs" % runs)
        failed += 1
    print("configure-runs: %d runs with seed %d, %s, %d wrong" % (
        runs, SEED, ", ".join("%d %s" % (counts[key], key) for key in sorted(counts)), failed))
    sys.exit(1 if failed else 0)


main()
