#!/usr/bin/env python3
"""Checks the fleet with a real broker and a real database: `make fleet-check ONLY='whole away'`.

usage: fleet.py [--only 'PART …'] [--devices N] [--each N] [--nightly] [--engine mosquitto|nats|rabbitmq] [--older GPSBRIDGE-COLLECT] --program GPSBRIDGE --probe PROGRAM --collector GPSBRIDGE-COLLECT

    whole   devices publish while the broker, a collector and the database are killed once each, and a second collector for good:
            each position is in the table once, and at most 1.2 times as many were sent
    kills   the same, but what was sent is only printed: it depends on when each part ends, and on the load of the machine
    away    the collector is away while positions come, and the broker, as Debian configures it, is killed, too: the devices notice
            within 5 s that there is no subscriber, and all positions are there afterwards
    drain   two devices have been offline for a day, and one reports each second beside them: at least 40,000 positions a second, and
            the newest is never older than 2 s. The figures are those of an optimized build on an idle machine
    memory  400,000 positions come while the database is away: the collector needs at most 96 MB, and all are there afterwards. A
            publisher with 1,000,000 positions to send needs at most 16 MB, and 2 MB more than one without
    told    messages three times, cut, with a turned bit, of a later version, of another tenant, without sense: each is stored once or
            as refused, and answered, and other devices are not delayed
    standby two collectors with MQTT 3.1.1, where a group can't share the messages: one is active, and when it is killed, the other
            takes its place
    access  intruders at a broker with the access file of docs/fleet, by MQTT 5 and 3.1.1, with the passwords and the certificates of
            others: nothing that is forbidden arrives; without its authorities `publish` ends with status 2 and sends no byte. With
            --engine, the files for NATS and RabbitMQ
    names   tenants and devices with SQL, HTML, slashes, wildcards, controls and 300 bytes in their names: both ends refuse them with the
            rule, and what is published by hand under such a name reaches no table
    namesake
            two collectors with one name: the older one reports it and waits for minutes, the other one stays connected and commits
    disk    the disk of the database's rows is full: /healthz is 503 with the reason, /metrics reports it, and all positions are there
            once the disk has room again. Needs the right to mount
    audit   five real stores, all of them written meanwhile, with real publishers: publishers, a recorder, the collector, the broker and
            the database are killed, and the numbers and a hash of each store are those of its rows in the table. Two of them leave
            out positions: each of these is explained by a message and what it announces. One sends JSON
    page    the page of the fleet in Chromium: fleet_page.py has its parts; skipped where there is no Chromium
    thousand  simulated devices make a position each second: all are in the table, also when the broker is away for 10 s. Printed, and
            judged in the nightly run with 1,000 devices: how long positions take, and what the broker and the collector cost
    others  the same positions beside mosquitto_sub into a file: what they cost is printed, and judged in the nightly run; after a kill
            of the collector the table has all, and after a kill of mosquitto_sub the file does not
    clocks  clocks of devices that are a day off, or are set, and a collector's that is an hour behind: the numbers keep the order, and
            states of old connections change nothing
    failover  an asynchronous standby is promoted that lacks two seconds of what was acknowledged, and a backup is restored: all
            positions are in the table; a collector that ignores the timeline of the database is caught
    nodes   three nodes of NATS, and three mosquittos that share nothing, or the nodes of --engine: two of them are killed, one after
            the other
    guests  positions handed to programs of others: Home Assistant from PyPI shows home, a zone, not_home, unavailable and that there is
            no live position, and warns of nothing; OwnTracks' messages are those of its table, also when the publisher is killed; the
            reader in Python, and Telegraf where it is installed, read batches. What is missing is printed
    versions
            half of the devices send batches of a later version: the collector refuses them by that reason, and the devices keep them
            until a later collector comes. With --older, a collector of an earlier version writes while its tables are upgraded
    demo    `make fleet`: its broker is killed and started again, and a signal ends all of it

Everything listens on 127.0.0.1, on ports and in folders of its own, and is ended by its process ID. Status 77: something that the
check needs is not installed; the reason is printed.
"""

import argparse
import datetime
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib

from fleet_disk import disk, namesake
from fleet_engines import Fleet, check, failures
from fleet_guests import guests
from fleet_load import clocks, demo, others, thousand
from fleet_memory import memory_of_publisher, resident
from fleet_nodes import access_of, failover, nodes
from fleet_page import page
from fleet_strangers import access_of_mosquitto, names
from fleet_thinned import FLAGS, FORMS, explain
from fleet_versions import versions

PARTS = ("kills", "whole", "away", "drain", "memory", "told", "standby", "access", "names", "namesake", "disk", "audit", "page",
         "thousand", "others", "clocks", "demo", "failover", "guests", "versions")
# What takes minutes, and packages that are large.
NIGHTLY = ("nodes",)


def access(options):
    if options.engine in (None, "mosquitto"):
        access_of_mosquitto(options)
    else:
        access_of(options, options.engine)


def whole(options):
    ratios = [one_whole(options)]
    # When an engine ends decides how much is sent again: the median of three runs is judged if the first one misses the figure.
    while ratios[0] > 1.2 and len(ratios) < 3:
        ratios.append(one_whole(options))
    ratio = sorted(ratios)[len(ratios) // 2]
    check(ratio <= 1.2, f"sent {ratio:.2f} times what was made (at most 1.20), in {len(ratios)} runs")


def kills(options):
    print(f"  sent {one_whole(options):.2f} times what was made")


def one_whole(options):
    """Kills each part once, and returns how many times as much was sent as was made."""
    devices, each = options.devices, options.each
    with Fleet(options) as fleet:
        one = fleet.collector("one")
        fleet.collector("two")
        two = fleet.processes[-1]
        fleet.wait_for_collector("one")
        fleet.wait_for_collector("two")
        began = time.monotonic()
        # The positions take 20 s, so that each of the ends is in the middle of them.
        probe = fleet.probe(devices, each, rate=max(1, each // 20))
        time.sleep(2)
        two.kill()
        two.wait()
        time.sleep(2)
        one.kill()
        one.wait()
        time.sleep(1)
        one = fleet.collector("one")
        time.sleep(3)
        fleet.kill("mosquitto")
        time.sleep(2)
        fleet.again("mosquitto")
        time.sleep(3)
        fleet.kill("postgres")
        time.sleep(2)
        fleet.again("postgres")
        counts = fleet.counts(probe)
        print(f"  {time.monotonic() - began:.1f} s; {counts['connects']:.0f} connections, {counts['messages']:.0f} messages; sent again: "
              f"{counts['again_connection']:.0f} positions on a new connection, {counts['again_collector']:.0f} to a new collector, "
              f"{counts['again_silence']:.0f} without an answer in time")
        check(counts["settled"] == devices * each, f"{counts['settled']:.0f} positions are settled")
        fleet.check_table(devices, each)
        # What a device counts as settled is in the table, and the kept messages have it, too.
        archived = fleet.sql("SELECT sum(count) FROM gpsbridge.batch WHERE data IS NOT NULL")
        check(int(archived or 0) >= devices * each, f"{archived} positions in messages as they came")
        return counts["sent"] / (devices * each)


def away(options):
    # The lines of Debian's file, with folders of ours.
    with Fleet(options, lambda folder: f"persistence true\npersistence_location {folder}/mosquitto/\n") as fleet:
        probe = fleet.probe(20, 1000)
        time.sleep(6)
        fleet.kill("mosquitto")
        time.sleep(1)
        fleet.again("mosquitto")
        time.sleep(1)
        check(fleet.sql("SELECT count(*) FROM gpsbridge.fix") == "0", "nothing is committed while the collector is away")
        fleet.collector("one")
        counts = fleet.counts(probe)
        check(0 <= counts["silent_after"] <= 5, f"no subscriber is reported after {counts['silent_after']:.2f} s (at most 5)")
        check(counts["settled"] == 20_000, f"{counts['settled']:.0f} positions are settled, after {counts['seconds']:.1f} s")
        ratio = counts["sent"] / 20_000
        check(ratio <= 3, f"sent {ratio:.2f} times what was made (at most 3.00)")
        fleet.check_table(20, 1000)


def drain(options):
    with Fleet(options) as fleet:
        fleet.collector("one")
        fleet.wait_for_collector("one")
        live = fleet.probe(1, 12, rate=1, first=100)
        time.sleep(1)
        began = time.monotonic()
        counts = fleet.counts(fleet.probe(2, 86_400))
        seconds = time.monotonic() - began
        check(counts["settled"] == 172_800, f"{counts['settled']:.0f} positions of a day are settled")
        rate = 172_800 / seconds
        check(rate >= 40_000, f"{rate:.0f} positions/s (at least 40,000)")
        age = fleet.counts(live)
        check(age["settled"] == 12 and age["oldest"] <= 2, f"live positions are at most {age['oldest']:.2f} s old (2)")
        rows, distinct = fleet.sql("SELECT count(*), count(DISTINCT (device, seq)) FROM gpsbridge.fix").split("|")
        check(rows == distinct == "172812", f"{rows} rows, {distinct} distinct, of 172812")


def memory(options):
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        floor = resident(collector)
        fleet.kill("postgres")
        probe = fleet.probe(40, 10_000)
        time.sleep(8)
        most = resident(collector, "VmHWM")
        fleet.again("postgres")
        counts = fleet.counts(probe)
        check(counts["settled"] == 400_000, f"{counts['settled']:.0f} positions are settled, after {counts['seconds']:.1f} s")
        end = resident(collector, "VmHWM")
        check(end <= 96, f"the collector had at most {end:.1f} MB (96), {most:.1f} of them without its database, {floor:.1f} at the begin")
        fleet.check_table(40, 10_000)
    memory_of_publisher(options)


def told(options):
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        answers_path = os.path.join(fleet.folder, "answers")
        with open(answers_path, "wb") as file:
            listener = fleet.run("stdbuf", "-oL", "mosquitto_sub", "-p", str(fleet.broker), "-V", "5", "-t", "gpsbridge/v1/+/+/ack", "-v", "-d", stdout=file)
        fleet.wait_for("a subscription", lambda: b"SUBACK" in open(answers_path, "rb").read())

        def publish(topic, data, quality="1"):
            subprocess.run(["mosquitto_pub", "-p", str(fleet.broker), "-V", "5", "-q", quality, "-t", topic, "-s"],
                           input=data, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

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
        fleet.wait_for("the refused messages", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.refused")) >= len(expected))
        reasons = fleet.sql("SELECT reason FROM gpsbridge.refused ORDER BY reason").split("\n")
        # An empty message is not a batch, either.
        check(sorted(reasons) in (expected, sorted(expected + ["damaged"])), f"refused: {' '.join(reasons)}")
        rows = fleet.sql("SELECT count(*) FROM gpsbridge.fix f JOIN gpsbridge.device d ON d.id = f.device WHERE d.name = 'stranger'")
        check(rows == "180", f"{rows} rows of the stranger: 60, 60 of another epoch, 60 of another tenant")
        names = fleet.sql("SELECT DISTINCT name FROM gpsbridge.device ORDER BY 1").split("\n")
        check(all(name == "stranger" or name.startswith("d1") for name in names), f"devices: {' '.join(names)}")
        check(collector.poll() is None, "the collector runs")
        listener.terminate()
        listener.wait()
        with open(answers_path, encoding="utf-8", errors="replace") as file:
            lines = [line.split(" ", 1) for line in file if line.startswith("gpsbridge/v1/")]
        answers = [json.loads(text) for topic, text in lines if topic.endswith("stranger/ack")]
        refused = sorted(tuple(entry) for answer in answers for entry in answer.get("refused", []))
        check([entry[2] for entry in refused if entry[0] in (101, 201, 301, 401)] == ["damaged", "version", "flags", "damaged"],
              f"answered: {refused}")


def standby(options):
    with Fleet(options) as fleet:
        collectors = {name: fleet.collector(name, "--mqtt", "3.1.1") for name in ("one", "two")}

        def active():
            names = []
            for name in collectors:
                with open(os.path.join(fleet.folder, f"{name}.log"), encoding="utf-8") as file:
                    if "active: " in file.read():
                        names.append(name)
            return names

        for name in collectors:
            fleet.wait_for_collector(name)
        fleet.wait_for("an active collector", active)
        first = active()
        check(len(first) == 1, f"active: {' '.join(first)}")
        probe = fleet.probe(20, 200, rate=20)
        fleet.wait_for("rows", lambda: fleet.sql("SELECT count(*) FROM gpsbridge.fix") != "0")
        check(active() == first, "the other one waits")
        collectors[first[0]].kill()
        collectors[first[0]].wait()
        fleet.wait_for("the other collector", lambda: len(active()) == 2)
        counts = fleet.counts(probe)
        check(counts["settled"] == 4000, f"{counts['settled']:.0f} positions are settled, after {counts['seconds']:.1f} s")
        fleet.check_table(20, 200)


def write_track(path, device, leg):
    """A GPX file with 1,500 positions of yesterday."""
    today = datetime.datetime.now(datetime.timezone.utc).replace(hour=leg, minute=0, second=0, microsecond=0)
    begin = today - datetime.timedelta(days=1)
    with open(path, "w", encoding="ascii") as file:
        file.write('<gpx version="1.1" creator="fleet.py" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n')
        for second in range(1500):
            # Of a drive that shakes by 75 m nothing could be left out.
            shake = 1e-8 if device == 0 else 1e-6
            lat, lon = 47.5 + device / 10 + second * 1.3e-5, 9.4 - leg / 10 + (second * 7919 + device) % 1009 * shake
            when = (begin + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
            file.write(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"><ele>{400 + second % 13}</ele><time>{when}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")


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

        def keep_track(number, leg):
            gpx = os.path.join(fleet.folder, f"{number}-{leg}.gpx")
            write_track(gpx, number, leg)
            subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", stores[f"truck-{number}"]], check=True, **quiet)

        def record():
            return fleet.run(options.program, "record", "sim:drive?rate=10", "--store", stores["truck-4"], **quiet)

        def publish():
            words = (options.program, "publish", f"mqtt://127.0.0.1:{fleet.broker}", "--tenant", "audit", "--batch", "1s")
            return [fleet.run(*words, "--device", name, "--store", path, *FLAGS.get(name, FORMS.get(name, ())), **quiet) for name, path in stores.items()]

        def end(process, number=signal.SIGKILL):
            process.send_signal(number)
            process.wait()

        def is_delivered(name):
            words = (options.program, "publish", "--tenant", "audit", "--device", name, "--status", "--store", stores[name])
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            return f"audit/{name}: " in done.stdout and ", 0 to send" in done.stdout

        for path in stores.values():
            os.mkdir(os.path.dirname(path))
        for number in range(4):
            keep_track(number, 3)
        recorder = record()
        fleet.wait_for("the recorder's store", lambda: os.path.exists(stores["truck-4"]))
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        publishers = publish()
        fleet.wait_for("rows", lambda: fleet.sql("SELECT count(*) FROM gpsbridge.fix") != "0")
        end(collector)
        for number in range(4):
            keep_track(number, 5)
        end(recorder)
        recorder = record()
        collector = fleet.collector("one")
        time.sleep(2)
        for publisher in publishers:
            end(publisher)
        fleet.kill("mosquitto")
        for number in range(4):
            keep_track(number, 7)
        publishers = publish()
        time.sleep(1)
        fleet.again("mosquitto")
        time.sleep(2)
        fleet.kill("postgres")
        time.sleep(2)
        fleet.again("postgres")
        end(recorder, signal.SIGINT)
        for name in stores:
            fleet.wait_for(f"what {name} delivers", lambda: is_delivered(name), 120)
        for publisher in publishers:
            end(publisher, signal.SIGINT)
        for name in FLAGS:
            explain(fleet, name, stores[name])
        for name, path in ((name, path) for name, path in stores.items() if name not in FLAGS):
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
    parser.add_argument("--only", default="")
    parser.add_argument("--devices", type=int, default=200)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--nightly", action="store_true")
    parser.add_argument("--engine", choices=("mosquitto", "nats", "rabbitmq"))
    parser.add_argument("--program", required=True)
    parser.add_argument("--probe", required=True)
    parser.add_argument("--collector", required=True)
    parser.add_argument("--older")
    options = parser.parse_args()
    parts = options.only.split() or PARTS[1:] + (NIGHTLY if options.nightly else ())
    for part in parts:
        if part not in PARTS + NIGHTLY:
            parser.error(f"found the part {part}; expected one of {' '.join(PARTS + NIGHTLY)}")
    for program in ("psql", "mosquitto_pub", "mosquitto_sub", "openssl"):
        if shutil.which(program) is None:
            print(f"not installed: {program} (apt-get install postgresql mosquitto-clients openssl)")
            sys.exit(77)
    for part in parts:
        print(part, flush=True)
        globals()[part](options)
    if failures:
        print(f"{len(failures)} statements do not hold")
        sys.exit(1)


main()
