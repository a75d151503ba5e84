#!/usr/bin/env python3
"""Checks the fleet with a real broker and a real database: `make fleet-check ONLY='whole away'`.

usage: fleet.py [--only 'PART …'] [--devices N] [--each N] --program GPSBRIDGE --probe PROGRAM --collector GPSBRIDGE-COLLECT

    whole   devices publish while the broker, a collector and the database are killed once each, and a second collector for good:
            each position is in the table once, and at most 1.2 times as many were sent
    away    the collector is away while positions come, and the broker, as Debian configures it, is killed, too: the devices notice
            within 5 s that there is no subscriber, and all positions are there afterwards
    drain   two devices have been offline for a day, and one reports each second beside them: at least 40,000 positions a second, and
            the newest is never older than 2 s. The figures are those of an optimized build on an idle machine
    memory  400,000 positions come while the database is away: the collector needs at most 96 MB, and all are there afterwards
    told    messages three times, cut, with a turned bit, of a later version, of another tenant, without sense: each is stored once or
            as refused, and answered, and other devices are not delayed
    standby two collectors with MQTT 3.1.1, where a group can't share the messages: one is active, and when it is killed, the other
            takes its place
    access  intruders at a broker with the access file of docs/fleet, by MQTT 5 and 3.1.1, with the passwords and the certificates of
            others: nothing that is forbidden arrives; without its authorities `publish` ends with status 2 and sends no byte
    names   tenants and devices with SQL, HTML, slashes, wildcards, controls and 300 bytes in their names: both ends refuse them with the
            rule, and what is published by hand under such a name reaches no table

Everything listens on 127.0.0.1, on ports and in folders of its own, and is ended by its process ID. Status 77: something that the
check needs is not installed; the reason is printed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import zlib

from fleet_engines import Fleet, check, failures
from fleet_strangers import access, names

PARTS = ("whole", "away", "drain", "memory", "told", "standby", "access", "names")


def whole(options):
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
        print(f"  {time.monotonic() - began:.1f} s; {counts['connects']:.0f} connections, {counts['messages']:.0f} messages, "
              f"{counts['again']:.0f} of them again")
        check(counts["settled"] == devices * each, f"{counts['settled']:.0f} positions are settled")
        ratio = counts["sent"] / (devices * each)
        check(ratio <= 1.2, f"sent {ratio:.2f} times what was made (at most 1.20)")
        fleet.check_table(devices, each)
        # What a device counts as settled is in the table, and the kept messages have it, too.
        archived = fleet.sql("SELECT sum(count) FROM gpsbridge.batch WHERE data IS NOT NULL")
        check(int(archived or 0) >= devices * each, f"{archived} positions in messages as they came")


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


def resident(process, name="VmRSS"):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(name + ":"))


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=" ".join(PARTS))
    parser.add_argument("--devices", type=int, default=200)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--program", required=True)
    parser.add_argument("--probe", required=True)
    parser.add_argument("--collector", required=True)
    options = parser.parse_args()
    parts = options.only.split()
    for part in parts:
        if part not in PARTS:
            parser.error(f"found the part {part}; expected one of {' '.join(PARTS)}")
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
