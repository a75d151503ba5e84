#!/usr/bin/env python3
"""Checks the track store with real power cuts: `make store-check ONLY='power'`.

usage: store.py [--only 'PART …'] [--cuts N] [--kills N] [--seed N] [--long] [--seconds N] --probe PROGRAM --program GPSBRIDGE

    power   the power is cut at N of the writes (100; 0 is all of them), in six ways each: nothing is damaged, and nothing is
            missing that the store called safe. The same on a disk on which the log's syncs do nothing, as with synchronous=NORMAL:
            there something must be missing, or this check finds nothing. Way, trips and stops follow from the fixes that are there.
    truth   simulated receivers on a clock that runs faster: a day at rest (an hour each of the other dialects; with --long a day each)
            gives 0 m and no trip, and drives and walks the simulator's route within 1 %, as GeodSolve measures it
    write   what reaches the disk for each position (/proc/self/io), and the time of the processor: a store with a commit each second and
            each ten, beside a recording of the same length, which is synced each second
    strangers  files that are no store, damaged, newer or made to hang: one clear error each, within a second, and nothing is written
    damage  pages of noise in stores of 100,000 fixes, a turned bit, half a store: `track repair` gives back what is whole and
            nothing wrong, with the recording all of it; a recorder goes on in a new store
    versions  the power is cut while a store of version 1 is migrated, and the disk has no room for its copy: it is the old store
            or the new one, and whole
    questions  a million fixes are imported, and a day, days and a place are asked for; sqlite3 and gpsbabel do the same
    seen    the doctor and /healthz report who writes the store, and that its disk has no room; a report for others has no path
    linked  the C that calls SQLite, in a static program
    kill    `gpsbridge record --store` of a served receiver is killed N times (20) at random moments, and gpxlogger beside it: the
            store has what it reported as kept, while the file of gpxlogger is not well-formed
    full    the n-th write and those after it fail with ENOSPC or EIO, for n to --cuts: no report is missing, the store is whole, and
            what is kept and dropped is what was made
    slow    each sync takes 3 s: 99 of 100 reports are not 10 ms later than on a disk that is well, none is 500 ms late, and the
            memory stays within 4 MB
    held    sqlite3 holds a transaction for hours: the log stays under 64 MB, an event has the number of its process, and the log is
            short again after its end; three more read all the time
    size    bytes of a position in the file, plain and packed, as sqlite3 counts them

In `power`, the last part of the drive is a week later, so that the parts before are packed meanwhile. A simulated drive is stored by Tests/StoreTests/Probe under Tests/StoreTests/cutlog.c, which writes down each operation. For each of
them, the folder is put together as a disk may leave it:

    none    nothing of what was not synced is there
    all     all of it is there: the program was killed, not the machine
    prefix  the first so many operations are there
    page    any pages of 4096 bytes of any operations, in any order
    harsh   any sectors of 512 bytes, in any order, twice; and what is shared in memory is garbage

Status 77: something that the check needs is not installed; the reason is printed.
"""

import argparse
import math
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from seeding import SEED
from store_care import OLD_VERSION, check_old, damage, make_old, no_room
from store_reading import linked, questions, seen, strangers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WAYS = ("none", "all", "prefix", "page", "harsh", "harsh")

# What must hold in any store: SQL that returns 1.
RULES = (
    # Each fix is in one segment, in its session, its times and its box.
    "SELECT count(*) = (SELECT count(*) FROM fix) FROM fix JOIN segment ON seq BETWEEN first AND last AND"
    " fix.session = segment.session AND t BETWEEN t0 AND t1 AND lat BETWEEN south AND north AND lon BETWEEN west AND east",
    "SELECT count(*) = 0 FROM fix WHERE session NOT IN (SELECT id FROM session)",
    # A packed segment has its fixes in no row.
    "SELECT count(*) = 0 FROM pack WHERE first NOT IN (SELECT first FROM segment)",
    "SELECT count(*) = 0 FROM fix JOIN segment ON seq BETWEEN segment.first AND last JOIN pack ON pack.first = segment.first",
    "SELECT count(*) = 0 FROM session WHERE device NOT IN (SELECT id FROM device)",
    "SELECT count(*) = count(DISTINCT epoch) FROM session",
    "SELECT count(*) = 4 FROM store WHERE key IN ('installation', 'made', 'program', 'reads')",
    # The way of a device is that of its segments.
    "SELECT count(*) = 0 FROM device WHERE way <> (SELECT coalesce(sum(segment.way), 0) FROM segment"
    " JOIN session ON session.id = segment.session WHERE session.device = device.id AND first <= upto)",
    "SELECT count(*) = 0 FROM trip WHERE t1 < t0 OR way < 100000"
    " OR (SELECT count(*) FROM segment WHERE trip.first BETWEEN first AND last OR trip.last BETWEEN first AND last) = 0",
)
NUMBERS = "SELECT seq FROM fix UNION ALL SELECT seq FROM event UNION ALL SELECT seq FROM gap"
TABLES = {"store", "device", "session", "fix", "event", "gap", "segment", "dropped", "trip", "stop", "pack"}


class Missing(Exception):
    """Something that the check needs is not there."""


# The log

def operations(path):
    """The operations of a log: kind, name, offset, bytes."""
    with open(path, "rb") as file:
        data = file.read()
    found, at = [], 0
    while at < len(data):
        kind, length = chr(data[at]), data[at + 1]
        offset, count = struct.unpack_from("<QQ", data, at + 2)
        at += 18
        name = data[at:at + length].decode()
        at += length
        body = b""
        if kind in "WR":
            body = data[at:at + count]
            at += count
        found.append((kind, name, offset, body))
    return found


class File:
    """A file as it is on the disk, and what was not synced yet."""

    def __init__(self):
        self.durable, self.pending, self.exists = None, [], False


def apply(buffer, operation):
    kind, _, offset, body = operation
    if kind == "W":
        if len(buffer) < offset:
            buffer.extend(b"\0" * (offset - len(buffer)))
        buffer[offset:offset + len(body)] = body
    elif len(buffer) > offset:
        del buffer[offset:]
    else:
        buffer.extend(b"\0" * (offset - len(buffer)))


def pieces(pending, size, likely, chance):
    """Some of the pieces of some operations, perhaps in another order."""
    found = []
    for operation in pending:
        kind, name, start, body = operation
        if kind != "W":
            if chance.random() < likely:
                found.append(operation)
            continue
        at = start
        while at < start + len(body):
            end = min(start + len(body), (at // size + 1) * size)
            if chance.random() < likely:
                found.append(("W", name, at, body[at - start:end - start]))
            at = end
    if chance.random() < 0.3:
        chance.shuffle(found)
    return found


def left(pending, way, chance):
    if way == "none":
        return []
    if way == "all":
        return pending
    if way == "prefix":
        return pending[:chance.randint(0, len(pending))]
    return pieces(pending, 4096, 0.5, chance) if way == "page" else pieces(pending, 512, chance.random(), chance)


def cut(files, way, folder, chance):
    """Writes the files into a folder as a power cut may leave them."""
    for name, file in files.items():
        if name in ("", "ack"):
            continue
        path = os.path.join(folder, name)
        if name.endswith("-shm"):
            if way == "harsh":
                with open(path, "wb") as output:
                    output.write(chance.randbytes(chance.choice([0, 100, 32768])))
            continue
        if not file.exists and (file.durable is None or way == "all" or chance.random() < 0.5):
            continue
        if file.durable is None and way == "none":
            continue
        buffer = bytearray(file.durable or b"")
        for operation in left(file.pending, way, chance):
            apply(buffer, operation)
        with open(path, "wb") as output:
            output.write(buffer)


def packed(blob):
    """The numbers of the fixes in a blob: its first column, read as Sources/Storing/GPSTrackRows/TrackColumns.swift describes it."""
    at, half = 1, None

    def group(bits):
        nonlocal at, half
        if half is not None:
            value, half = half, None
            return value
        byte = blob[at]
        at += 1
        if bits == 8:
            return byte
        half = byte >> 4
        return byte & 15

    def value(bits):
        number, shift, more = 0, 0, 1 << (bits - 1)
        while True:
            found = group(bits)
            number |= (found & (more - 1)) << shift
            if not found & more:
                return number
            shift += bits - 1

    count = value(8)
    header = blob[at]
    at += 1
    missed = []
    while len(missed) < count:
        number = value(4 if header & 4 else 8)
        missed.append(number)
        if number == 0:
            missed += [0] * value(4 if header & 4 else 8)
    numbers, expected, before = [], 0, None
    for miss in missed:
        number = expected + (miss >> 1 if miss & 1 == 0 else ~(miss >> 1))
        expected = (0, number, 2 * number - before if before is not None else number)[header & 3]
        before = number
        numbers.append(number)
    return numbers


def all_numbers(store):
    """All numbers of fixes, packed or not, events and gaps; raises ValueError if a packed segment is not what its blob has."""
    numbers = [row[0] for row in store.execute(NUMBERS)]
    for first, last, blob in store.execute("SELECT pack.first, last, data FROM pack JOIN segment ON segment.first = pack.first"):
        found = packed(blob)
        if (found[0], found[-1]) != (first, last):
            raise ValueError("a packed segment has %d to %d, and its blob %d to %d" % (first, last, found[0], found[-1]))
        numbers += found
    return numbers


def look(folder):
    """What a store has after a cut: its last number, and a complaint."""
    path = os.path.join(folder, "track.db")
    if not os.path.exists(path):
        return 0, None
    store = sqlite3.connect(path)
    try:
        tables = {row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        answer = store.execute("PRAGMA integrity_check").fetchall()
        if answer != [("ok",)]:
            return 0, str(answer)[:100]
        if not tables:
            return 0, None
        if tables != TABLES:
            return 0, "half made: " + " ".join(sorted(tables))
        for rule in RULES:
            answer = store.execute(rule).fetchone()
            if answer != (1,):
                return 0, "%s: %s" % (rule[:60], answer)
        numbers = all_numbers(store)
        top = max(numbers, default=0)
        # One sequence without a hole, but for what was dropped.
        gone = store.execute("SELECT coalesce(sum(count), 0) FROM dropped").fetchone()[0]
        if len(set(numbers)) != len(numbers) or len(numbers) + gone != top:
            return 0, "%d numbers to %d, %d of them different, %d dropped" % (len(numbers), top, len(set(numbers)), gone)
        return top, None
    except (sqlite3.Error, ValueError, IndexError) as error:
        return 0, repr(error)[:100]
    finally:
        store.close()


def disagreements(probe, folders):
    """What does not follow from the fixes in the stores of some folders."""
    paths = [os.path.join(folder, "track.db") for folder in folders]
    answer = subprocess.run([probe, "--agree"] + paths, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    if len(answer) != len(paths):
        sys.exit("store.py: the probe gave %d answers about %d stores" % (len(answer), len(paths)))
    return [line for line in answer if line != "-"]


def replay(log, cuts, chance, probe, first=None, look=look):
    """Cuts the power at some operations; returns the states, complaints, how often safe numbers were missing, and stores with trips.

    `first` has the files of the folder before the first operation.
    """
    found = operations(log)
    chosen = set(chance.sample(range(len(found)), min(cuts or len(found), len(found))))
    files, safe, states, complaints, short, trips, folders = {}, 0, 0, {}, 0, 0, []
    for name, content in (first or {}).items():
        files[name] = File()
        files[name].durable, files[name].exists = bytearray(content), True
    scratch = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for number, operation in enumerate(found):
        kind, name, _, body = operation
        file = files.setdefault(name, File())
        if kind == "C":
            file.exists = True
        elif kind in "WT":
            if name == "ack":
                safe = max(safe, int(body.split()[-1]))
            else:
                file.pending.append(operation)
        elif kind == "S" and name:
            buffer = bytearray(file.durable or b"")
            for waiting in file.pending:
                apply(buffer, waiting)
            file.durable, file.pending = buffer, []
        elif kind == "S":
            for other in files.values():
                if not other.exists:
                    other.durable, other.pending = None, []
        elif kind == "U":
            file.exists = False
        elif kind == "R":
            files[body.decode()], files[name] = file, File()
            file.exists = True
        if number not in chosen:
            continue
        for way in WAYS:
            folder = tempfile.mkdtemp(dir=scratch)
            cut(files, way, folder, chance)
            top, complaint = look(folder)
            states += 1
            if complaint:
                complaints[way, complaint] = complaints.get((way, complaint), 0) + 1
            elif top < safe:
                short += 1
            if complaint or top == 0:
                shutil.rmtree(folder)
            else:
                trips += has_trips(folder)
                folders.append(folder)
        if len(folders) >= 60 or number == max(chosen):
            for complaint in disagreements(probe, folders) if folders else []:
                complaints["motion", complaint[:100]] = complaints.get(("motion", complaint[:100]), 0) + 1
            for folder in folders:
                shutil.rmtree(folder)
            folders = []
    return len(found), states, complaints, short, safe, trips


def has_trips(folder):
    store = sqlite3.connect(os.path.join(folder, "track.db"))
    try:
        return store.execute("SELECT count(*) > 0 FROM trip").fetchone()[0]
    finally:
        store.close()


# Parts

def power(options, work):
    if not shutil.which("gcc"):
        raise Missing("gcc is not installed (apt install gcc libc6-dev)")
    library = os.path.join(work, "cutlog.so")
    source = os.path.join(ROOT, "Tests/StoreTests/cutlog.c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    failed = []
    for name, lie in (("as it is", ""), ("with synchronous=NORMAL", "-wal")):
        folder, log = os.path.join(work, "run"), os.path.join(work, "log")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        if os.path.exists(log):
            os.remove(log)
        environment = dict(os.environ, LD_PRELOAD=library, CUT_DIR=folder, CUT_LOG=log, CUT_ACK="1", CUT_LIE=lie)
        subprocess.run(
            [options.probe, os.path.join(folder, "track.db"), "120", "3", "8"], check=True, env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        count, states, complaints, short, safe, trips = replay(log, options.cuts, random.Random(options.seed), options.probe)
        print("power, %s: %d operations, %d states, %d bad, %d without a safe number of %d, %d with a trip that has ended"
              % (name, count, states, sum(complaints.values()), short, safe, trips))
        for (way, complaint), times in sorted(complaints.items(), key=lambda item: -item[1])[:5]:
            print("    %d × %s: %s" % (times, way, complaint))
        store = sqlite3.connect(os.path.join(folder, "track.db"))
        if store.execute("SELECT count(*) FROM pack").fetchone()[0] == 0:
            failed.append("nothing was packed")
        store.close()
        if safe < 100:
            failed.append("the probe called too little safe")
        if states >= 300 and trips == 0:
            failed.append("no store had a trip")
        if not lie and (complaints or short):
            failed.append("power")
        if lie and not short:
            failed.append("a disk that lies was not noticed")
    return failed


DIALECTS = ("ublox6", "ublox7", "ublox8", "ublox9", "ublox10", "mtk", "sirf", "garmin")
ROUTES = ("walk", "drive", "tunnel", "boat", "canyon")


def play(options, work, scenario, dialect, seconds):
    """Stores a scenario; returns meters, meters of trips, trips, fixes, and the route."""
    store = os.path.join(work, "%s-%s.db" % (scenario, dialect))
    lines = subprocess.run([options.probe, "--play", store, scenario, dialect, str(seconds)],
                           check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    meters, in_trips, trips, fixes = lines[0].split()
    route = [tuple(float(word) for word in line.split()) for line in lines[1:]]
    return float(meters), float(in_trips), int(trips), int(fixes), route


def length(route):
    """The meters of a route by GeographicLib."""
    if not shutil.which("GeodSolve"):
        raise Missing("GeodSolve is not installed (apt install geographiclib-tools)")
    steps = "".join("%.9f %.9f %.9f %.9f\n" % (a + b) for a, b in zip(route, route[1:]))
    answer = subprocess.run(["GeodSolve", "-i", "-p", "6"], input=steps, check=True, capture_output=True, encoding="utf-8").stdout
    return sum(float(line.split()[2]) for line in answer.splitlines())


def truth(options, work):
    failed = []
    for number, dialect in enumerate(DIALECTS):
        seconds = 86400 if number == 2 or options.long else 3600
        meters, _, trips, fixes, _ = play(options, work, "static", dialect, seconds)
        print("truth, %s at rest for %d h: %.1f m, %d trips, %d fixes" % (dialect, seconds // 3600, meters, trips, fixes))
        if meters or trips or fixes < seconds / 3:
            failed.append("%s moves at rest" % dialect)
    for scenario in ROUTES:
        meters, in_trips, trips, fixes, route = play(options, work, scenario, "ublox8", 3600)
        true = length(route)
        print("truth, %s: way %.0f m, trips %.0f m of %d, route %.0f m by GeodSolve: %+.2f %%, %+.2f %%"
              % (scenario, meters, in_trips, trips, true, 100 * (meters / true - 1), 100 * (in_trips / true - 1)))
        # Noise adds to the speeds between tall buildings: the figure is printed, and no claim is made.
        bound = math.inf if scenario == "canyon" else 0.01
        if abs(meters / true - 1) > bound or abs(in_trips / true - 1) > bound:
            failed.append("the way of %s is wrong" % scenario)
    return failed


def disk_bytes(process):
    with open("/proc/%d/io" % process.pid, encoding="ascii") as file:
        return int(re.search(r"^write_bytes: (\d+)", file.read(), re.MULTILINE).group(1))


def thread_seconds(process):
    """The processor time of each thread, the first one first."""
    found = []
    for thread in sorted(os.listdir("/proc/%d/task" % process.pid), key=int):
        with open("/proc/%d/task/%s/schedstat" % (process.pid, thread), encoding="ascii") as file:
            found.append(int(file.read().split()[0]) / 1e9)
    return found


def write(options, work):
    # A file system in memory has no disk.
    folder = tempfile.mkdtemp(dir=os.path.join(ROOT, ".build"))
    try:
        return write_in(options, work, folder)
    finally:
        shutil.rmtree(folder)


def write_in(options, work, folder):
    settings = os.path.join(folder, "slow", "gpsbridge")
    os.makedirs(settings)
    with open(os.path.join(settings, "config.json5"), "w", encoding="utf-8") as file:
        file.write("{ store: { commit: '10s' } }")
    slow = dict(os.environ, XDG_CONFIG_HOME=os.path.dirname(settings))
    ways = (("store, 1 s", ["--store", "a.db"], None), ("store, 10 s", ["--store", "b.db"], slow),
            ("recording", ["-o", "c.gbr"], None))
    program = os.path.abspath(options.program)
    running = [subprocess.Popen([program, "record", "sim:drive", *words], cwd=folder, env=environment, stderr=subprocess.DEVNULL)
               for _, words, environment in ways]
    found = []
    try:
        # The first seconds make the files.
        time.sleep(15)
        # Begin midway between two commits of the slow store: a window that ends with one may have it or not.
        written, end = disk_bytes(running[1]), time.monotonic() + 15
        while disk_bytes(running[1]) == written:
            if time.monotonic() > end:
                return ["write: nothing was written within 15 s"]
            time.sleep(0.1)
        time.sleep(5)
        before = [(disk_bytes(process), thread_seconds(process)) for process in running]
        time.sleep(options.seconds)
        for process, (written, threads) in zip(running, before):
            times = [after - earlier for after, earlier in zip(thread_seconds(process), threads)]
            found.append(((disk_bytes(process) - written) / options.seconds, times))
    finally:
        for process in running:
            process.send_signal(signal.SIGINT)
            process.wait()
    answer = subprocess.run([options.probe, "--cost", os.path.join(folder, "cost.db"), "2000"], check=True, stdout=subprocess.PIPE).stdout
    epochs, receiver, store = (int(number) for number in answer.split())
    print("write: the median epoch takes %.1f µs on the receiver's thread (goal 5), the mean one %.1f µs on the store's (goal 60), of %d epochs"
          % (receiver / 1000, store / 1000, epochs))
    flat = found[-1][0]
    for (name, _, _), (rate, times) in zip(ways, found):
        print("write, %s: %.0f B a position, %.2f × a recording; threads %s µs a position"
              % (name, rate, rate / flat if flat else 0, " ".join("%.0f" % (1e6 * one / options.seconds) for one in times)))
    if not flat:
        raise Missing("the kernel counts no bytes written to %s" % folder)
    failed = []
    for (name, _, _), (rate, _), bound in zip(ways, found, (2.2, 0.4)):
        if rate > bound * flat:
            failed.append("%s writes %.2f × a recording, and may %.1f" % (name, rate / flat, bound))
    return failed


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("store.py: the server does not listen")


def kept(recorder, message):
    """How many positions a recorder has kept by its own word."""
    recorder.send_signal(signal.SIGUSR1)
    time.sleep(0.3)
    with open(message, encoding="utf-8") as file:
        found = re.findall(r": (\d+) positions?", file.read())
    return int(found[-1]) if found else 0


def kill(options, work):
    for needed, package in (("gpxlogger", "gpsd-clients"), ("xmllint", "libxml2-utils")):
        if not shutil.which(needed):
            raise Missing("%s is not installed (apt install %s)" % (needed, package))
    chance = random.Random(options.seed)
    folder, port = os.path.join(work, "kill"), free_port()
    os.mkdir(folder)
    store, message, failed, whole, sum_of_kept = os.path.join(folder, "track.db"), os.path.join(work, "message"), [], 0, 0
    server = subprocess.Popen([options.program, "serve", "sim:drive?rate=10", "--gpsd", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        for number in range(options.kills):
            logged = os.path.join(work, "%d.gpx" % number)
            logger = subprocess.Popen(["gpxlogger", "-f", logged, "127.0.0.1:%d" % port], stderr=subprocess.DEVNULL)
            with open(message, "w", encoding="utf-8") as output:
                recorder = subprocess.Popen(
                    [options.program, "record", "gpsd://127.0.0.1:%d" % port, "--store", store], stderr=output)
            time.sleep(chance.uniform(1.5, 3.5))
            safe = kept(recorder, message)
            time.sleep(chance.uniform(0, 1))
            for process in (recorder, logger):
                process.kill()
                process.wait()
            _, complaint = look(folder)
            if complaint:
                failed.append("kill %d: %s" % (number, complaint))
                break
            connection = sqlite3.connect(store)
            found = connection.execute("SELECT count(*) FROM fix WHERE session = (SELECT max(id) FROM session)").fetchone()[0]
            connection.close()
            sum_of_kept += safe
            if found < safe:
                failed.append("kill %d: %d positions were kept, and %d are there" % (number, safe, found))
            checked = subprocess.run(["xmllint", "--noout", logged], stderr=subprocess.DEVNULL, check=False)
            whole += checked.returncode == 0
    finally:
        server.kill()
        server.wait()
    print("kill: %d kills, %d positions kept by the recorder's word, %d complaints; gpxlogger left %d whole files"
          % (options.kills, sum_of_kept, len(failed), whole))
    if sum_of_kept == 0:
        failed.append("nothing was kept before the kills")
    return failed


def bad_disk(work):
    """The library that makes a disk bad."""
    if not shutil.which("gcc"):
        raise Missing("gcc is not installed (apt install gcc libc6-dev)")
    library = os.path.join(work, "baddisk.so")
    source = os.path.join(ROOT, "Tests/StoreTests/baddisk.c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def probe(options, folder, *words, **environment):
    """Runs the probe on a store in a folder; returns what it says of its last opening."""
    done = subprocess.run(
        [options.probe, os.path.join(folder, "track.db"), *words], env=dict(os.environ, **environment), stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, check=False)
    found = re.findall(r"made (\d+) kept (\d+) dropped (\d+) waiting (\d+) seen (\d+) late (-?\d+) latest (-?\d+)", done.stderr)
    refused = re.search(r"refused (\w+)", done.stderr)
    if refused:
        return {"refused": refused[1]}
    if done.returncode or not found:
        sys.exit("store.py: the probe failed: %s" % done.stderr[-300:])
    names = ("made", "kept", "dropped", "waiting", "seen", "late", "latest")
    said = dict(zip(names, (int(number) for number in found[-1])))
    memory = re.search(r"VmRSS:\s+(\d+)", done.stderr)
    said["memory"] = int(memory[1]) if memory else 0
    return said


def full(options, work):
    library, failed, runs, waited, refused = bad_disk(work), [], 0, 0, 0
    folder = os.path.join(work, "full")
    chance = random.Random(options.seed)
    places = range(1, 401) if options.cuts == 0 else sorted(chance.sample(range(1, 61), min(12, options.cuts)))
    for place in places:
        for error in ("5", "28"):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)
            # The store is made on a disk that is well.
            probe(options, folder, "20", "1")
            said = probe(
                options, folder, "60", "1", LD_PRELOAD=library, BAD_DIR=folder, BAD_AFTER=str(place), BAD_ERROR=error,
                BAD_COUNT=str(chance.randint(1, 8)))
            runs += 1
            _, complaint = look(folder)
            if "refused" in said:
                # Where the disk fails while the store is opened, there is an error, and a store that is whole.
                refused += 1
                if complaint or said["refused"] not in ("store_failed", "disk_full"):
                    failed.append("full: write %d, error %s: %s %s" % (place, error, said, complaint))
                continue
            store = sqlite3.connect(os.path.join(folder, "track.db"))
            rows = store.execute("SELECT count(*) FROM fix WHERE session = (SELECT max(id) FROM session)").fetchone()[0]
            waited += store.execute("SELECT count(*) FROM event WHERE kind = 'not_written'").fetchone()[0]
            store.close()
            if complaint or said["seen"] != said["made"] or said["kept"] + said["dropped"] + said["waiting"] != said["made"]:
                failed.append("full: write %d, error %s: %s %s" % (place, error, said, complaint))
            elif rows != said["kept"] or said["made"] < 50:
                failed.append("full: write %d, error %s: %s, and %d rows" % (place, error, said, rows))
    print("full: %d runs, %d refused, %d events of a disk that failed, %d complaints" % (runs, refused, waited, len(failed)))
    if waited == 0:
        failed.append("full: no write failed")
    return failed[:5]


def slow(options, work):
    library, found = bad_disk(work), {}
    for name, delay in (("well", "0"), ("slow", "3000")):
        folder = os.path.join(work, name)
        os.mkdir(folder)
        found[name] = probe(options, folder, "15", "real", LD_PRELOAD=library, BAD_DIR=folder, BAD_SYNC=delay)
    well, late = found["well"], found["slow"]
    print("slow: %d reports, 99 of 100 within %.1f ms, all within %.1f ms, %d kB; on a disk that is well %.1f ms, %.1f ms, %d kB" % (
        late["seen"], late["late"] / 1000, late["latest"] / 1000, late["memory"], well["late"] / 1000, well["latest"] / 1000,
        well["memory"]))
    failed = []
    # A machine that others share delays single reports; a sync would delay one by seconds.
    if late["late"] > well["late"] + 10_000 or late["latest"] > 500_000:
        failed.append("slow: a report came later")
    if late["memory"] > well["memory"] + 4096:
        failed.append("slow: more memory")
    if late["seen"] < 100 or late["kept"] < late["seen"] - 50:
        failed.append("slow: %s" % late)
    return failed


def held(options, work):
    if not shutil.which("sqlite3"):
        raise Missing("sqlite3 is not installed (apt install sqlite3)")
    folder, failed = os.path.join(work, "held"), []
    os.mkdir(folder)
    path = os.path.join(folder, "track.db")
    probe(options, folder, "60", "1")
    holder = subprocess.Popen(["sqlite3", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    readers = []
    try:
        holder.stdin.write("BEGIN; SELECT count(*) FROM fix;\n")
        holder.stdin.flush()
        holder.stdout.readline()
        loop = "while sqlite3 '%s' 'SELECT sum(lat) FROM fix' >/dev/null; do sleep 0.1; done" % path
        readers = [subprocess.Popen(["sh", "-c", loop], stderr=subprocess.DEVNULL) for _ in range(3)]
        said = probe(options, folder, "2400", "1")
        size = os.stat(path + "-wal").st_size
        connection = sqlite3.connect(path)
        names = [row[0] for row in connection.execute("SELECT detail FROM event WHERE kind = 'log_held'")]
        connection.close()
    finally:
        for process in [holder] + readers:
            process.kill()
            process.wait()
    after = probe(options, folder, "60", "1")
    log = os.stat(path + "-wal").st_size if os.path.exists(path + "-wal") else 0
    _, complaint = look(folder)
    print("held: a log of %.1f MB, named: %s; %d after the reader's end; %d made, %d kept, %d dropped, %d waited"
          % (size / 1e6, names, log, said["made"], said["kept"], said["dropped"], said["waiting"]))
    if size >= 64 << 20 or size < 8 << 20:
        failed.append("held: the log")
    if len(names) != 1 or "process %d)" % holder.pid not in names[0]:
        failed.append("held: the holder's name")
    if log or complaint or after["kept"] != after["made"]:
        failed.append("held: afterward: %s %s" % (after, complaint))
    return failed


def size(options, work):
    folder = os.path.join(work, "size")
    os.mkdir(folder)
    path = os.path.join(folder, "track.db")
    table = "SELECT sum(pgsize) FROM dbstat WHERE name IN (%s)"
    probe(options, folder, "3600", "1")

    def ask(query):
        if not shutil.which("sqlite3"):
            raise Missing("sqlite3 is not installed (apt install sqlite3)")
        return int(subprocess.run(["sqlite3", path, query], stdout=subprocess.PIPE, text=True, check=True).stdout or 0)

    fixes = ask("SELECT count(*) FROM fix")
    plain = ask(table % "'fix'") / fixes
    whole = ask("SELECT (SELECT page_count FROM pragma_page_count) * 4096") / fixes
    # Eight days later all of it is packed, page by page.
    store = sqlite3.connect(path)
    store.executescript("UPDATE fix SET t = t - 800000000; UPDATE segment SET t0 = t0 - 800000000, t1 = t1 - 800000000")
    store.close()
    probe(options, folder, "60", "1")
    count = ask("SELECT count(*) FROM fix")
    sealed = (ask(table % "'pack', 'segment', 'segment_time'")) / (fixes + 58 - count)
    print("size: %d fixes, %.1f bytes each in rows (%.1f of the whole file), %.2f packed with their segments (%d rows are left)"
          % (fixes, plain, whole, sealed, count))
    return (["size: plain"] if plain > 66 else []) + (["size: packed"] if sealed > 11.2 else [])


def look_at_migration(folder):
    """What a store has after a cut in its migration: it is of the old version or of the new one, and whole."""
    path = os.path.join(folder, "track.db")
    version, complaint = check_old(path)
    if complaint or version == OLD_VERSION:
        return 0, complaint
    # The copy was there before.
    copied, complaint = check_old(path + ".v%d" % OLD_VERSION)
    if complaint or copied != OLD_VERSION:
        return 0, complaint or "no copy of the old store"
    return look(folder)


def versions(options, work):
    """S8: the power is cut while a store of an earlier version is migrated; and the disk has no room for its copy."""
    library = os.path.join(work, "cutlog.so")
    if not shutil.which("gcc"):
        raise Missing("gcc is not installed (apt install gcc libc6-dev)")
    source = os.path.join(ROOT, "Tests/StoreTests/cutlog.c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    folder, log = os.path.join(work, "old"), os.path.join(work, "old-log")
    os.mkdir(folder)
    path = os.path.join(folder, "track.db")
    make_old(path)
    with open(path, "rb") as file:
        first = {"track.db": file.read()}
    environment = dict(os.environ, LD_PRELOAD=library, CUT_DIR=folder, CUT_LOG=log, CUT_ACK="1", CUT_LIE="")
    subprocess.run([options.probe, path, "10", "1"], check=True, env=environment, capture_output=True)
    found = replay(log, options.cuts and 2 * options.cuts, random.Random(options.seed), options.probe, first, look_at_migration)
    count, states, complaints, short, safe, _ = found
    print("versions: %d operations, %d states, %d bad, %d without a safe number of %d" % (
        count, states, sum(complaints.values()), short, safe))
    for (way, complaint), times in sorted(complaints.items(), key=lambda item: -item[1])[:5]:
        print("    %d × %s: %s" % (times, way, complaint))
    failed = ["versions: a cut"] if complaints or short else []
    return failed + no_room(options, work, bad_disk(work))


PARTS = {"power": power, "kill": kill, "full": full, "slow": slow, "held": held, "truth": truth, "write": write, "size": size,
         "strangers": strangers, "questions": questions, "seen": seen, "linked": linked, "damage": damage, "versions": versions}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the parts to run")
    parser.add_argument("--cuts", type=int, default=100, help="at how many operations the power is cut")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--kills", type=int, default=20, help="how many recorders are killed")
    parser.add_argument("--seconds", type=int, default=60, help="how long the part write measures")
    parser.add_argument("--long", action="store_true", help="a day at rest of each dialect")
    parser.add_argument("--probe", required=True, help="the program store-probe")
    parser.add_argument("--program", required=True, help="the program gpsbridge")
    options = parser.parse_args()
    names = options.only.split() or list(PARTS)
    for name in names:
        if name not in PARTS:
            sys.exit("store.py: unknown part '%s'; expected %s" % (name, ", ".join(PARTS)))
    print("seed %d" % options.seed)
    failed = []
    with tempfile.TemporaryDirectory(prefix="gpsbridge-store-") as work:
        missing = []
        for name in names:
            try:
                failed += PARTS[name](options, work)
            except Missing as reason:
                missing.append("%s: skipped: %s" % (name, reason))
    for line in missing:
        print("store.py: %s" % line)
    if failed:
        sys.exit("store.py: " + "; ".join(failed))
    sys.exit(77 if missing else 0)


main()
