#!/usr/bin/env python3
"""Checks the track store with real power cuts: `make store-check ONLY='power'`.

usage: store.py [--nightly] [--only 'PART …'] [--cuts N] [--kills N] PROGRAM

PROGRAM is gpsbridge, with store-probe beside it. Without --nightly the first six parts run, with few cuts and kills.

    power   the power is cut at N of the writes (60; 0, or --nightly, is all of them), in six ways each: nothing is damaged, and
            nothing is missing that the store called safe. The same on a disk on which the log's syncs do nothing, as with
            synchronous=NORMAL: there something must be missing, or this check finds nothing. The way follows from the fixes
            that are there.
    kill    `gpsbridge record --store` with -o is killed N times (6; 100) at random moments: the store has what it reported as kept,
            and each sentence of the recording is whole
    full    the n-th write and those after it fail with ENOSPC or EIO: no report is missing, the store is whole, and what is kept
            and dropped is what was made
    strangers  files that are no store, damaged, newer or made to hang: one clear error each, and nothing is written
    held    sqlite3 holds a transaction for hours: the log stays under 64 MB, an event has the number of its process, and the log is
            short again after its end; three more read all the time
    size    bytes of a position in the file, plain and packed, as sqlite3 counts them
    slow    each sync takes 3 s: no report waits for one, and the memory stays within 4 MB of that beside a disk that is well
    write   what reaches the disk for each position (/proc/self/io): a store with a commit each second and each ten, beside a
            recording of the same length, which is synced each second
    linked  the C that calls SQLite, in a static program

In `power`, the last part of the drive is a week later, so that the parts before are packed meanwhile. A simulated drive is stored by
Tests/Apparatus/store-probe under Tests/Services/StoreTests/cutlog.c, which writes down each operation. For each of them, the folder is put together
as a disk may leave it:

    none    nothing of what was not synced is there
    all     all of it is there: the program was killed, not the machine
    prefix  the first so many operations are there
    page    any pages of 4096 bytes of any operations, in any order
    harsh   any sectors of 512 bytes, in any order, twice; and what is shared in memory is garbage

Status 77: something that the check needs is not installed; the reason is printed.
"""

import argparse
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from checking import ROOT, Missing, beside, module, need, parts_of, preloaded, run_parts, wait_for
from seeding import SEED
from store_reading import ask, change, linked, rows_of, strangers

READ_BATCH = module(ROOT / "docs/fleet/read-batch.py")

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
)
NUMBERS = "SELECT seq FROM fix UNION ALL SELECT seq FROM event UNION ALL SELECT seq FROM gap"
OF_LAST_SESSION = "SELECT count(*) FROM fix WHERE session = (SELECT max(id) FROM session)"
TABLES = {"store", "device", "session", "fix", "event", "gap", "segment", "dropped", "pack"}


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
    """The numbers of the fixes in a blob, read by the program for batches of a fleet, which have the same columns."""
    reader = READ_BATCH.Reader(blob)
    if reader.take(1) != b"\1":
        raise ValueError("a packed segment has columns of version %d" % blob[0])
    return READ_BATCH.column(reader, reader.number())


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
    except (sqlite3.Error, ValueError, IndexError, AssertionError) as error:
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


def replay(log, cuts, chance, probe):
    """Cuts the power at some operations; returns the states, complaints, how often safe numbers were missing, and stores with a way."""
    found = operations(log)
    chosen = set(chance.sample(range(len(found)), min(cuts or len(found), len(found))))
    files, safe, states, complaints, short, ways, folders = {}, 0, 0, {}, 0, 0, []
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
                ways += has_way(folder)
                folders.append(folder)
        if len(folders) >= 60 or number == max(chosen):
            for complaint in disagreements(probe, folders) if folders else []:
                complaints["motion", complaint[:100]] = complaints.get(("motion", complaint[:100]), 0) + 1
            for folder in folders:
                shutil.rmtree(folder)
            folders = []
    return len(found), states, complaints, short, safe, ways


def has_way(folder):
    return ask(os.path.join(folder, "track.db"), "SELECT total(distance) > 100000 FROM segment")


# Parts

def cut_and_replay(options, work, *words, lie="", cuts=0):
    """Runs the probe on a store under the library that logs each write, and cuts the power at some of them."""
    library, folder, log = preloaded(work, "Tests/Services/StoreTests/cutlog.c"), os.path.join(work, "run"), os.path.join(work, "log")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    if os.path.exists(log):
        os.remove(log)
    path = os.path.join(folder, "track.db")
    environment = dict(os.environ, LD_PRELOAD=library, CUT_DIR=folder, CUT_LOG=log, CUT_ACK="1", CUT_LIE=lie)
    subprocess.run([options.probe, path, *words], check=True, env=environment, capture_output=True)
    count, states, complaints, short, safe, ways = replay(log, cuts, random.Random(SEED), options.probe)
    print("  %d operations, %d states, %d bad, %d without a safe number of %d, %d with a way"
          % (count, states, sum(complaints.values()), short, safe, ways))
    for (way, complaint), times in sorted(complaints.items(), key=lambda item: -item[1])[:5]:
        print("    %d × %s: %s" % (times, way, complaint))
    return path, states, bool(complaints), short, safe, ways


def power(options, work):
    failed = []
    for name, lie in (("as it is", ""), ("with synchronous=NORMAL", "-wal")):
        print(f"power, {name}:")
        path, states, is_damaged, short, safe, ways = cut_and_replay(options, work, "120", "3", "8", lie=lie, cuts=options.cuts)
        if ask(path, "SELECT count(*) FROM pack") == 0:
            failed.append("nothing was packed")
        if safe < 100:
            failed.append("the probe called too little safe")
        if states >= 300 and ways == 0:
            failed.append("no store had a way")
        if not lie and (is_damaged or short):
            failed.append("power")
        if lie and not short:
            failed.append("a disk that lies was not noticed")
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
    running = [subprocess.Popen([program, "record", "sim:drive?time=2026-11-20T07:08:00Z", *words], cwd=folder, env=environment, stderr=subprocess.DEVNULL)
               for _, words, environment in ways]
    found = []

    def committed(process):
        """Waits for the next commit, and for all of its bytes."""
        written = disk_bytes(process)
        wait_for("a commit", lambda: disk_bytes(process) != written, process)
        looks = [-1]
        wait_for("its end", lambda: looks[-1] == (looks.append(disk_bytes(process)) or looks[-1]), process, step=0.3)

    try:
        # The first ones make the files. The window is six commits of the slow store, from the end of one to the end of another.
        for _ in range(2):
            committed(running[1])
        before, begun = [(disk_bytes(process), thread_seconds(process)) for process in running], time.monotonic()
        for _ in range(6):
            committed(running[1])
        seconds = time.monotonic() - begun
        for process, (written, threads) in zip(running, before):
            times = [after - earlier for after, earlier in zip(thread_seconds(process), threads)]
            found.append(((disk_bytes(process) - written) / seconds, times))
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
              % (name, rate, rate / flat if flat else 0, " ".join("%.0f" % (1e6 * one / seconds) for one in times)))
    if not flat:
        raise Missing("the kernel counts no bytes written to %s" % folder)
    failed = []
    for (name, _, _), (rate, _), bound in zip(ways, found, (2.2, 0.4)):
        if rate > bound * flat:
            failed.append("%s writes %.2f × a recording, and may %.1f" % (name, rate / flat, bound))
    return failed


def kill(options, work):
    chance = random.Random(SEED)
    folder = os.path.join(work, "kill")
    os.mkdir(folder)
    store, message, failed, sum_of_kept, most = os.path.join(folder, "track.db"), os.path.join(work, "message"), [], 0, 0

    def report(recorder):
        """The positions that the recorder has kept by its own word."""
        before = os.path.getsize(message)
        recorder.send_signal(signal.SIGUSR1)

        def answer():
            with open(message, encoding="utf-8") as file:
                file.seek(before)
                return re.search(r": (\d+) positions?.*\n", file.read())

        return int(wait_for("the report", answer, recorder)[1])

    for number in range(options.kills):
        recording = os.path.join(work, "%d.gbr" % number)
        with open(message, "w", encoding="utf-8") as output:
            recorder = subprocess.Popen(
                [options.program, "record", "sim:drive?rate=10&seed=%d" % number, "--store", store, "-o", recording], stderr=output)
        # At any place of a commit: after so many bytes of a recording, which is written meanwhile.
        size = chance.randrange(3_000, 9_000)
        wait_for("the recording", lambda: os.path.exists(recording) and os.path.getsize(recording) > size, recorder)
        safe = report(recorder)
        more = os.path.getsize(recording) + chance.randrange(2_000)
        wait_for("more of it", lambda: os.path.getsize(recording) > more, recorder, step=0.001)
        killed = time.time()
        recorder.kill()
        recorder.wait()
        _, complaint = look(folder)
        if complaint:
            return failed + ["kill %d: %s" % (number, complaint)]
        found = ask(store, OF_LAST_SESSION)
        sum_of_kept += safe
        if found < safe:
            failed.append("kill %d: %d positions were kept, and %d are there" % (number, safe, found))
        done = subprocess.run([options.program, "export", recording, "--format", "csv"], capture_output=True, text=True, check=False)
        if done.returncode or " 0 bad sentences" not in done.stderr or done.stdout.count("\n") < 2:
            failed.append("kill %d: the recording: status %d, %s" % (number, done.returncode, done.stderr[-200:]))
        most = max(most, killed - os.path.getmtime(recording))
    print("kill: %d kills, %d positions kept by the recorder's word, %d complaints; the recordings were written %.2f s before, at most"
          % (options.kills, sum_of_kept, len(failed), most))
    if sum_of_kept == 0:
        failed.append("nothing was kept before the kills")
    return failed


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
    library, failed, runs, waited, refused = preloaded(work, "Tests/Services/StoreTests/baddisk.c"), [], 0, 0, 0
    folder = os.path.join(work, "full")
    chance = random.Random(SEED)
    places = range(1, 401) if options.cuts == 0 else sorted(chance.sample(range(1, 61), min(6, options.cuts)))
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
            store = os.path.join(folder, "track.db")
            rows = ask(store, OF_LAST_SESSION)
            waited += ask(store, "SELECT count(*) FROM event WHERE kind = 'not_written'")
            if complaint or said["seen"] != said["made"] or said["kept"] + said["dropped"] + said["waiting"] != said["made"]:
                failed.append("full: write %d, error %s: %s %s" % (place, error, said, complaint))
            elif rows != said["kept"] or said["made"] < 50:
                failed.append("full: write %d, error %s: %s, and %d rows" % (place, error, said, rows))
    print("full: %d runs, %d refused, %d events of a disk that failed, %d complaints" % (runs, refused, waited, len(failed)))
    if waited == 0:
        failed.append("full: no write failed")
    return failed[:5]


def slow(options, work):
    library, found = preloaded(work, "Tests/Services/StoreTests/baddisk.c"), {}
    for name, delay in (("well", "0"), ("slow", "3000")):
        folder = os.path.join(work, name)
        os.mkdir(folder)
        found[name] = probe(options, folder, "15", "real", LD_PRELOAD=library, BAD_DIR=folder, BAD_SYNC=delay)
    well, late = found["well"], found["slow"]
    print("slow: %d reports, 99 of 100 within %.1f ms, all within %.1f ms, %d kB; on a disk that is well %.1f ms, %.1f ms, %d kB" % (
        late["seen"], late["late"] / 1000, late["latest"] / 1000, late["memory"], well["late"] / 1000, well["latest"] / 1000,
        well["memory"]))
    failed = []
    # Beside the disk that is well, in the same run: a busy machine delays reports by itself.
    if late["late"] > well["late"] + 2_000_000:
        failed.append("slow: reports wait for syncs")
    if late["memory"] > well["memory"] + 4096:
        failed.append("slow: more memory")
    if late["seen"] == 0 or late["kept"] != late["made"] or late["seen"] != late["made"]:
        failed.append("slow: %s" % late)
    return failed


def held(options, work):
    need(sqlite3="sqlite3")
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
        said = probe(options, folder, "1600", "1")
        size = os.stat(path + "-wal").st_size
        names = [name for name, in rows_of(path, "SELECT detail FROM event WHERE kind = 'log_held'")]
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
    need(sqlite3="sqlite3")
    folder = os.path.join(work, "size")
    os.mkdir(folder)
    path = os.path.join(folder, "track.db")
    table = "SELECT sum(pgsize) FROM dbstat WHERE name IN (%s)"
    probe(options, folder, "3600", "1")

    def ask(query):
        return int(subprocess.run(["sqlite3", path, query], stdout=subprocess.PIPE, text=True, check=True).stdout or 0)

    fixes = ask("SELECT count(*) FROM fix")
    plain = ask(table % "'fix'") / fixes
    whole = ask("SELECT (SELECT page_count FROM pragma_page_count) * 4096") / fixes
    # Eight days later all of it is packed, page by page.
    change(path, "UPDATE fix SET t = t - 800000000; UPDATE segment SET t0 = t0 - 800000000, t1 = t1 - 800000000")
    probe(options, folder, "60", "1")
    count = ask("SELECT count(*) FROM fix")
    sealed = (ask(table % "'pack', 'segment', 'segment_time'")) / (fixes + 58 - count)
    print("size: %d fixes, %.1f bytes each in rows (%.1f of the whole file), %.2f packed with their segments (%d rows are left)"
          % (fixes, plain, whole, sealed, count))
    return (["size: plain"] if plain > 66 else []) + (["size: packed"] if sealed > 11.2 else [])


# The gate's, then what only the nightly run has.
GATE = {"power": power, "kill": kill, "full": full, "strangers": strangers, "held": held, "size": size}
PARTS = {**GATE, "slow": slow, "write": write, "linked": linked}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, help="at how many operations the power is cut")
    parser.add_argument("--kills", type=int, help="how many recorders are killed")
    options, names = parts_of(parser, PARTS, GATE)
    if options.cuts is None:
        options.cuts = 0 if options.nightly else 60
    if options.kills is None:
        options.kills = 100 if options.nightly else 6
    print("seed %d" % SEED, flush=True)
    failed = []
    with tempfile.TemporaryDirectory(prefix="gpsbridge-store-") as work:

        def run(name):
            options.probe = beside(options.program, "store-probe")
            failed.extend(PARTS[name](options, work))

        is_skipped = run_parts(names, run)
    if failed:
        sys.exit("store.py: " + "; ".join(failed))
    sys.exit(77 if is_skipped else 0)


main()
