#!/usr/bin/env python3
"""Checks the fleet with a real database, a real proxy with TLS and two collectors: `make fleet-check ONLY='whole named'`.

usage: fleet.py [--nightly] [--only 'PART …'] [--devices N] [--each N] PROGRAM

PROGRAM is gpsbridge, with gpsbridge-collect and fleet-probe beside it. Without --nightly the first two parts run. Except where a
part has a limit in seconds, time is printed and not judged.

    whole      devices send while collectors, the proxy and the database are killed at random: each position is in the table once, and
               at most 1.2 times as many were sent
    strangers  no token, another device's, a revoked one; damaged, nested, future and huge bodies; a byte a second, many connections:
               all are refused and counted, and other devices go on
    haproxy    the part `whole` with HAProxy in the place of nginx
    named      a collector is away or stopped, a table locked, a disk full, a password changed, the tables newer and older, a certificate
               expired, a token revoked: each is named at the device and at the operator within 30 s, and nothing is lost
    audit      five real stores, all of them written meanwhile, with real publishers: publishers, a recorder, collectors, the proxy and
               the database are killed, and the numbers and a hash of each store are those of its rows
    drain      two collectors commit a backlog, and positions of other devices are at most 2 s old meanwhile
    day        a day closes, and its table is locked, while devices send and late positions arrive: no batch waits longer than 2 s
    memory     a publisher with a large backlog, collectors without their database and with a locked table: at most 64 MB each
    thousand   1,000 devices make a position each second: all are in the table, also if the proxy is killed meanwhile
    clocks     clocks of devices that are a day off, or are set, and a collector's that is an hour behind: the numbers keep the order
    page       the page of the fleet in Chromium: fleet_page.py has its parts
    demo       `make fleet`: its commands work, a collector is killed and started again, and a signal ends all of it

Everything listens on 127.0.0.1, on ports and in folders of its own, and is ended by its process ID. Status 77: something that the
check needs is not installed; the reason is printed.
"""

import argparse
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

from checking import beside, need, parts_of, run_parts
from fleet_access import named, strangers
from fleet_engines import COLLECTORS, Fleet, check, end, failures
from fleet_load import clocks, day, demo, drain, memory, thousand
from fleet_page import page
from seeding import SEED

# The gate's, then what only the nightly run has.
GATE = ("whole", "strangers")
PARTS = GATE + ("haproxy", "named", "audit", "drain", "day", "memory", "thousand", "clocks", "page", "demo")


def whole(options, proxy="nginx"):
    """Kills at random, and each victim as often as the others."""
    devices, each, kills = options.devices, options.each, 30 if options.nightly and proxy == "nginx" else 8
    chance, victims = random.Random(SEED), ["postgres", proxy, *range(COLLECTORS)]
    turns = (victims * kills)[:kills]
    chance.shuffle(turns)
    print(f"  seed {SEED}: {' '.join(map(str, turns))}")
    with Fleet(options, proxy) as fleet:
        fleet.enroll(devices).collect()
        # So slowly that positions are still to come at the last kill, however long a busy machine takes until then.
        probe = fleet.probe(devices, each, rate=max(1, each // 200))
        for victim in turns:
            fleet.wait_for_rows(fleet.rows() + 1)
            time.sleep(chance.uniform(0, 2 if kills > 8 else 0.3))
            fleet.kill(victim)
            time.sleep(chance.uniform(0.1, 0.6))
            fleet.again(victim)
        counts, made = fleet.counts(probe, makes_rest=True), devices * each
        check(counts["settled"] == made, f"{counts['settled']:.0f} positions are settled after {kills} kills")
        check(counts["sent"] <= 1.2 * made, f"sent {counts['sent'] / made:.3f} times what was made (1.2)")
        fleet.check_table(devices, each)


def haproxy(options):
    whole(options, "haproxy")


AUDITED = ("t", "lat", "lon", "alt", "speed", "course", "h_acc", "flags", "sats")


def sum_of_store(path):
    """The numbers of positions and of other entries, and a hash of the positions, as sqlite3 reads a store."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        rows = store.execute(f"SELECT seq, {', '.join(AUDITED)} FROM fix ORDER BY seq").fetchall()
        packs, = store.execute("SELECT count(*) FROM pack").fetchone()
        assert packs == 0, "this check reads plain rows only"
        others = [number for table, column in (("event", "seq"), ("gap", "seq"), ("dropped", "first"))
                  for number, in store.execute(f"SELECT {column} FROM {table}")]
    lines = "\n".join("|".join("" if value is None else str(value) for value in row) for row in rows)
    return len(rows), sorted(others), hashlib.md5(lines.encode()).hexdigest()


def sum_of_table(fleet, device):
    """The same of a device's rows in the table."""
    of = f"device = (SELECT id FROM gpsbridge.device WHERE name = '{device}')"
    columns = ["seq", "(extract(epoch FROM t) * 1000)::bigint"] + [f"coalesce({name}::text, '')" for name in AUDITED[1:]]
    count, hashed = fleet.sql(f"""SELECT count(*), md5(coalesce(string_agg({" || '|' || ".join(columns)}, E'\\n' ORDER BY seq), ''))
        FROM gpsbridge.position WHERE {of}""").split("|")
    others = fleet.sql(f"SELECT seq FROM gpsbridge.event WHERE {of} ORDER BY seq").split()
    return int(count), [int(number) for number in others], hashed


def audit(options):
    with Fleet(options) as fleet:
        stores = {f"truck-{number}": fleet.path(f"store-{number}", "track.db") for number in range(5)}
        flags, quiet = {name: fleet.device(name) for name in stores}, {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

        def keep_track(leg):
            """1,500 positions of an hour of yesterday, in the stores of four drives."""
            for number in range(4):
                def place(second):
                    return 47.5 + number / 10 + second * 1.3e-5, 9.4 - leg / 10 + (second * 7919 + number) % 1009 * 1e-6

                fleet.keep_track(stores[f"truck-{number}"], place, 1500, int(time.time()) // 86_400 * 86_400 - 86_400 + leg * 3600 + 1499)

        def record():
            return fleet.run(options.program, "record", "sim:drive?rate=10", "--store", stores["truck-4"], **quiet)

        def publish():
            return [fleet.publisher(path, *flags[name]) for name, path in stores.items()]

        for path in stores.values():
            os.mkdir(os.path.dirname(path))
        keep_track(3)
        recorder = record()
        fleet.wait_for("the recorder's store", lambda: os.path.exists(stores["truck-4"]))
        publishers = publish()
        fleet.collect()
        for leg, victims in ((5, (0, 1)), (7, ("nginx",)), (9, ("postgres",))):
            fleet.wait_for_rows(fleet.rows() + 1)
            for victim in victims:
                fleet.kill(victim)
            for process in (recorder, *publishers):
                end(process)
            keep_track(leg)
            recorder, publishers = record(), publish()
            for victim in victims:
                fleet.again(victim)
        # Its last positions are from after all kills.
        rows = sum_of_store(stores["truck-4"])[0]
        fleet.wait_for("more of the recorder", lambda: sum_of_store(stores["truck-4"])[0] >= max(rows + 1, 20))
        end(recorder, signal.SIGINT)
        for name, path in stores.items():
            fleet.wait_for(f"all of {name}", lambda path=path: fleet.is_delivered(path))
        for publisher in publishers:
            end(publisher, signal.SIGINT)
        for name, path in stores.items():
            made, found = sum_of_store(path), sum_of_table(fleet, name)
            check(made == found and made[0] >= (20 if name == "truck-4" else 6000) and made[1],
                  f"{name}: {made[0]} positions and {len(made[1])} other entries in the store, {found[0]} and {len(found[1])} in the "
                  f"table, hash {made[2][:8]} {found[2][:8]}")
        twice = fleet.sql("SELECT count(*) FROM (SELECT device, seq FROM gpsbridge.position GROUP BY 1, 2 HAVING count(*) > 1) x")
        check(twice == "0" and fleet.rows("missing") == 0, f"{twice} numbers are twice in the table, {fleet.rows('missing')} ranges are missing")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int)
    parser.add_argument("--each", type=int)
    options, parts = parts_of(parser, PARTS, GATE)
    options.devices = options.devices or (200 if options.nightly else 100)
    options.each = options.each or (500 if options.nightly else 300)

    def run(part):
        options.collector, options.probe = beside(options.program, "gpsbridge-collect"), beside(options.program, "fleet-probe")
        need(psql="postgresql", openssl="openssl")
        try:
            globals()[part](options)
        except RuntimeError as error:
            check(False, str(error))

    is_skipped = run_parts(parts, run)
    if failures:
        sys.exit(f"{len(failures)} statements do not hold")
    sys.exit(77 if is_skipped else 0)


main()
