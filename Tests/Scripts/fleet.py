#!/usr/bin/env python3
"""Checks the fleet with a real broker and a real database: `make fleet-check ONLY='kills away'`.

usage: fleet.py [--nightly] [--only 'PART …'] [--devices N] [--each N] PROGRAM

PROGRAM is gpsbridge, with gpsbridge-collect and fleet-probe beside it. Without --nightly the first two parts run. How long something
takes and what it costs is printed, and not judged.

    kills   devices publish while the broker, a collector and the database are killed once each, and a second collector for good:
            each position is in the table once
    told    messages three times, cut, with a turned bit, of a later version, of another tenant, without sense: each is stored once or
            as refused, and answered, and other devices are not delayed
    away    the collector is away while positions come, and the broker, as Debian configures it, is killed, too: the devices notice
            that there is no subscriber, and all positions are there afterwards
    memory  400,000 positions come while the database is away: the collector needs at most 96 MB, and all are there afterwards
    access  intruders at a broker with the access file of docs/fleet, by MQTT 5 and 3.1.1, with the passwords and the certificates of
            others: nothing that is forbidden arrives
    audit   five real stores, all of them written meanwhile, with real publishers, one of which sends JSON: publishers, a recorder, the
            collector, the broker and the database are killed, and the numbers and a hash of each store are those of its rows
    thousand  simulated devices make a position each second: all are in the table, also when the broker is away meanwhile
    clocks  clocks of devices that are a day off, or are set, and a collector's that is an hour behind: the numbers keep the order
    page    the page of the fleet in Chromium: fleet_page.py has its parts
    guests  Home Assistant from PyPI shows home, a zone, not_home, unavailable and that there is no live position, and warns of nothing
    demo    `make fleet`: its broker is killed and started again, and a signal ends all of it

Everything listens on 127.0.0.1, on ports and in folders of its own, and is ended by its process ID. Status 77: something that the
check needs is not installed; the reason is printed.
"""

import argparse
import hashlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import zlib

from checking import beside, need, of_process, parts_of, run_parts
from fleet_access import access
from fleet_engines import Fleet, Subscriber, check, end, failures, write_track
from fleet_guests import guests
from fleet_load import clocks, demo, thousand
from fleet_page import page

# The gate's, then what only the nightly run has.
GATE = ("kills", "told")
PARTS = GATE + ("away", "memory", "access", "audit", "thousand", "clocks", "page", "guests", "demo")


def kills(options):
    """Kills each part once."""
    devices, each = options.devices, options.each
    with Fleet(options) as fleet:
        one, two = fleet.collector("one"), fleet.collector("two")
        fleet.wait_for_collector("one")
        fleet.wait_for_collector("two")
        # So slowly that positions are still to come at each of the ends, however long a busy machine takes until then.
        probe = fleet.probe(devices, each, rate=max(1, each // 100))
        made = devices * each
        # Each ends with positions that it has and that are not committed.
        fleet.wait_for_rows(made * 0.01)
        with fleet.held(collectors=2):
            end(two)
        fleet.wait_for_rows(made * 0.02)
        with fleet.held():
            end(one)
        one = fleet.collector("one")
        for name, words, again in (("mosquitto", f"mqtt://127.0.0.1:{fleet.broker} ", "connected to"),
                                   ("postgres", "the database is away", "writing to database")):
            fleet.wait_for_rows(fleet.rows() + made * 0.01)
            since = len(fleet.log("one"))
            with fleet.held():
                fleet.kill(name)
            fleet.wait_for_log("one", words, since=since)
            since = len(fleet.log("one"))
            fleet.again(name)
            fleet.wait_for_log("one", again, since=since)
        probe.send_signal(signal.SIGUSR1)
        counts = fleet.counts(probe)
        print(f"  {counts['seconds']:.1f} s; {counts['connects']:.0f} connections, {counts['messages']:.0f} messages; sent "
              f"{counts['sent'] / made:.2f} times what was made; again: {counts['again_connection']:.0f} positions on a new connection, "
              f"{counts['again_collector']:.0f} to a new collector, {counts['again_silence']:.0f} without an answer in time")
        check(counts["settled"] == made, f"{counts['settled']:.0f} positions are settled")
        fleet.check_table(devices, each)
        # What a device counts as settled is in the table, and the kept messages have it, too.
        archived = int(fleet.sql("SELECT sum(count) FROM gpsbridge.batch WHERE data IS NOT NULL") or 0)
        check(archived >= made, f"{archived} positions in messages as they came")


def away(options):
    # The lines of Debian's file, with folders of ours; and each message is in the log.
    with Fleet(options, lambda folder: f"persistence true\npersistence_location {folder}/mosquitto/\nlog_type debug\n") as fleet:

        def published():
            with open(os.path.join(fleet.folder, "mosquitto", "mosquitto.out"), encoding="utf-8", errors="replace") as file:
                return {name for line in file for name in re.findall(r"Received PUBLISH .*'gpsbridge/v1/t/(d\d+)/fix'", line)}

        probe = fleet.probe(20, 1000)
        for _ in range(2):
            fleet.wait_for("a message of each device", lambda: len(published()) == 20)
            # Its log begins again.
            fleet.kill("mosquitto")
            fleet.again("mosquitto")
        check(fleet.rows() == 0, "nothing is committed while the collector is away")
        fleet.collector("one")
        counts = fleet.counts(probe)
        check(counts["silent_after"] >= 0, f"no subscriber is reported after {counts['silent_after']:.2f} s")
        check(counts["settled"] == 20_000, f"{counts['settled']:.0f} positions are settled, after {counts['seconds']:.1f} s; sent "
              f"{counts['sent'] / 20_000:.2f} times what was made")
        fleet.check_table(20, 1000)


def memory(options):
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")

        def megabytes(name):
            return of_process(collector.pid, name) / 1024

        floor = megabytes("VmRSS")
        fleet.kill("postgres")
        probe = fleet.probe(40, 10_000)
        # It takes no more while it has 200,000 positions.
        looks = [floor]
        fleet.wait_for("a collector that takes no more", lambda: looks[-1] > floor + 5 and looks[-10:-1] == looks[-1:] * 9
                       or looks.append(megabytes("VmRSS")))
        fleet.again("postgres")
        counts = fleet.counts(probe)
        check(counts["settled"] == 400_000, f"{counts['settled']:.0f} positions are settled, after {counts['seconds']:.1f} s")
        most = megabytes("VmHWM")
        check(most <= 96, f"the collector had at most {most:.1f} MB (96), {looks[-1]:.1f} of them without its database, {floor:.1f} "
              "at the begin")
        fleet.check_table(40, 10_000)


def told(options):
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        answers = Subscriber(fleet, "answers", "-t", "gpsbridge/v1/+/+/ack")
        publish = fleet.publish_message

        def batch(first, last):
            return subprocess.run([options.probe, "batch", str(first), str(last)], capture_output=True, check=True).stdout

        def summed(data):
            return bytes(data[:-4]) + zlib.crc32(bytes(data[:-4])).to_bytes(4, "little")

        good = batch(1, 60)
        check(summed(good) == good, "the check sum of a batch is the one of zlib")
        for _ in range(3):
            publish("gpsbridge/v1/t/stranger/fix", good)
        publish("gpsbridge/v1/other/stranger/fix", good)
        epoch = bytearray(good)
        epoch[20] ^= 1
        publish("gpsbridge/v1/t/stranger/fix", summed(epoch))
        turned, version, flags = bytearray(batch(101, 160)), bytearray(batch(201, 260)), bytearray(batch(301, 360))
        turned[len(turned) // 2] ^= 4
        version[2], flags[3] = 9, 0x80
        bad = [(turned, "damaged"), (summed(version), "version"), (summed(flags), "flags"), (batch(401, 460)[:100], "damaged"),
               (b"GB", "damaged"), (b"", None), (b"{" * 10_000, "damaged"), (b"\0" * 200_000, "damaged")]
        for data, _ in bad:
            publish("gpsbridge/v1/t/stranger/fix", bytes(data))
        # The broker does not deliver what the collector does not take.
        publish("gpsbridge/v1/t/stranger/fix", b"x" * 10_000_000)
        publish("gpsbridge/v1/t/stranger/state", b'{"a":' * 700)
        for name in ("x'; DROP TABLE fix;--", "<script>", "..", "a/b", "\n", "x" * 300, '"}'):
            publish(f"gpsbridge/v1/t/{name}/fix", good)
            publish(f"gpsbridge/v1/{name}/d/fix", good)
        probe = fleet.probe(5, 1000, first=10)
        counts = fleet.counts(probe)
        check(counts["settled"] == 5000, f"other devices are settled after {counts['seconds']:.1f} s")
        expected = sorted(reason for _, reason in bad if reason)
        fleet.wait_for_rows(len(expected), "refused")
        reasons = fleet.sql("SELECT reason FROM gpsbridge.refused ORDER BY reason").split("\n")
        # An empty message is not a batch, either.
        check(sorted(reasons) in (expected, sorted(expected + ["damaged"])), f"refused: {' '.join(reasons)}")
        rows = fleet.sql("SELECT count(*) FROM gpsbridge.fix f JOIN gpsbridge.device d ON d.id = f.device WHERE d.name = 'stranger'")
        check(rows == "180", f"{rows} rows of the stranger: 60, 60 of another epoch, 60 of another tenant")
        names = fleet.sql("SELECT DISTINCT name FROM gpsbridge.device ORDER BY 1").split("\n")
        check(all(name == "stranger" or name.startswith("d1") for name in names), f"devices: {' '.join(names)}")
        check(collector.poll() is None, "the collector runs")
        # The answers come after the commits, so wait for the last of them.
        def refusals():
            found = [json.loads(text) for topic, text in answers.messages("gpsbridge/v1/t/stranger/ack ")]
            return sorted(tuple(entry) for answer in found for entry in answer.get("refused", []))

        fleet.wait_for("the answers", lambda: {101, 201, 301, 401} <= {entry[0] for entry in refusals()})
        refused = refusals()
        check([entry[2] for entry in refused if entry[0] in (101, 201, 301, 401)] == ["damaged", "version", "flags", "damaged"],
              f"answered: {refused}")


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
    of = f"device = (SELECT id FROM gpsbridge.device WHERE tenant = 'audit' AND name = '{device}')"
    columns = ["seq", "(extract(epoch FROM t) * 1000)::bigint"] + [f"coalesce({name}::text, '')" for name in AUDITED[1:]]
    count, hashed = fleet.sql(f"""SELECT count(*), md5(coalesce(string_agg({" || '|' || ".join(columns)}, E'\\n' ORDER BY seq), ''))
        FROM gpsbridge.fix WHERE {of}""").split("|")
    others = fleet.sql(f"SELECT seq FROM gpsbridge.event WHERE {of} ORDER BY seq").split()
    return int(count), [int(number) for number in others], hashed


def audit(options):
    with Fleet(options) as fleet:
        stores = {f"truck-{number}": os.path.join(fleet.folder, f"store-{number}", "track.db") for number in range(5)}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

        def keep_track(leg):
            """1,500 positions of an hour of yesterday, in the stores of four drives."""
            for number in range(4):
                gpx, store = os.path.join(fleet.folder, f"{number}-{leg}.gpx"), stores[f"truck-{number}"]

                def place(second):
                    return 47.5 + number / 10 + second * 1.3e-5, 9.4 - leg / 10 + (second * 7919 + number) % 1009 * 1e-6

                write_track(gpx, place, 1500, int(time.time()) // 86_400 * 86_400 - 86_400 + leg * 3600 + 1499)
                subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", store], check=True, **quiet)

        def record():
            return fleet.run(options.program, "record", "sim:drive?rate=10", "--store", stores["truck-4"], **quiet)

        def publish():
            words = (options.program, "publish", f"mqtt://127.0.0.1:{fleet.broker}", "--tenant", "audit", "--batch", "1s")
            forms = {"truck-2": ("--format", "json")}
            return [fleet.run(*words, "--device", name, "--store", path, *forms.get(name, ()), **quiet)
                    for name, path in stores.items()]

        def is_delivered(name):
            words = (options.program, "publish", "--tenant", "audit", "--device", name, "--status", "--store", stores[name])
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            return f"audit/{name}: " in done.stdout and ", 0 to send" in done.stdout

        for path in stores.values():
            os.mkdir(os.path.dirname(path))
        keep_track(3)
        recorder = record()
        fleet.wait_for("the recorder's store", lambda: os.path.exists(stores["truck-4"]))
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        publishers = publish()
        fleet.wait_for_rows(1)
        end(collector)
        keep_track(5)
        end(recorder)
        recorder = record()
        rows = fleet.rows()
        fleet.collector("one")
        fleet.wait_for_rows(rows + 1)
        for publisher in publishers:
            end(publisher)
        fleet.kill("mosquitto")
        keep_track(7)
        publishers = publish()
        rows = fleet.rows()
        fleet.again("mosquitto")
        fleet.wait_for_rows(rows + 1)
        since = len(fleet.log("one"))
        fleet.kill("postgres")
        fleet.wait_for_log("one", "the database is away", since=since)
        fleet.again("postgres")
        # Its last positions are from after all kills.
        rows = sum_of_store(stores["truck-4"])[0]
        fleet.wait_for("more of the recorder", lambda: sum_of_store(stores["truck-4"])[0] >= max(rows + 1, 20))
        end(recorder, signal.SIGINT)
        for name in stores:
            fleet.wait_for(f"what {name} delivers", lambda: is_delivered(name))
        for publisher in publishers:
            end(publisher, signal.SIGINT)
        for name, path in stores.items():
            made, found = sum_of_store(path), sum_of_table(fleet, name)
            check(made == found and made[0] >= (20 if name == "truck-4" else 4500) and made[1],
                  f"{name}: {made[0]} positions and {len(made[1])} other entries in the store, {found[0]} and {len(found[1])} in the "
                  f"table, hash {made[2][:8]} {found[2][:8]}")
        epochs = fleet.sql("SELECT count(*) FROM (SELECT device, seq FROM gpsbridge.fix GROUP BY 1, 2 HAVING count(*) > 1) x")
        check(epochs == "0", f"{epochs} numbers are twice in the table")
        missing = fleet.sql("SELECT count(*) FROM gpsbridge.missing")
        check(missing == "0", f"{missing} ranges of numbers are missing")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int)
    parser.add_argument("--each", type=int)
    options, parts = parts_of(parser, PARTS, GATE)
    options.devices = options.devices or (200 if options.nightly else 100)
    options.each = options.each or (500 if options.nightly else 300)

    def run(part):
        options.collector, options.probe = beside(options.program, "gpsbridge-collect"), beside(options.program, "fleet-probe")
        need(psql="postgresql", mosquitto_pub="mosquitto-clients", openssl="openssl")
        try:
            globals()[part](options)
        except RuntimeError as error:
            check(False, str(error))

    is_skipped = run_parts(parts, run)
    if failures:
        sys.exit(f"{len(failures)} statements do not hold")
    sys.exit(77 if is_skipped else 0)


main()
