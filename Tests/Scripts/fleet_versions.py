"""Two versions of batches, and of the tables, at once.

Between real devices and a real collector a relay stands, which raises the version of a device's batches: that is what a collector sees
of a device that was upgraded before it. What the relay does not change is as the programs wrote it.
"""
import argparse
import os
import subprocess
import threading
import time
import zlib

from fleet_engines import Fleet, check
from fleet_guests import write_track

ROOT = "gpsbridge/v1/"


class Relay:
    """Passes batches of the tenant `near` on to the tenant `far`, and answers back."""

    def __init__(self, fleet):
        self.fleet, self.upgraded, self.count = fleet, set(), 0
        self.threads = [threading.Thread(target=self.run, args=words, daemon=True)
                        for words in (("near", "far", "fix"), ("far", "near", "ack"))]
        self.ready = []
        for thread in self.threads:
            thread.start()
        fleet.wait_for("the relay", lambda: len(self.ready) == 2)

    def run(self, source, target, lane):
        process = self.fleet.run("stdbuf", "-oL", "mosquitto_sub", "-p", str(self.fleet.broker), "-V", "5", "-q", "1", "-d", "-t",
                                 f"{ROOT}{source}/+/{lane}", "-F", "message %t %x", stdout=subprocess.PIPE)
        for line in process.stdout:
            words = line.decode().split()
            if "SUBACK" in words:
                self.ready.append(lane)
            if words[:1] == ["message"]:
                data, device = bytes.fromhex(words[2]), words[1].split("/")[3]
                if lane == "fix" and device in self.upgraded:
                    data = data[:2] + bytes([data[2] + 1]) + data[3:-4]
                    data += zlib.crc32(data).to_bytes(4, "little")
                self.count += lane == "fix"
                subprocess.run(["mosquitto_pub", "-p", str(self.fleet.broker), "-V", "5", "-q", "1", "-t", f"{ROOT}{target}/{device}/{lane}",
                                "-s"], input=data, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def versions(options):
    batches(options)
    if options.older:
        tables(options)
    else:
        print("  not tried: tables of an older version, since --older names no program that makes them")


def batches(options):
    with Fleet(options) as fleet:
        names = [f"truck-{number}" for number in range(4)]
        old, new = names[:2], names[2:]
        stores = {name: os.path.join(fleet.folder, name, "track.db") for name in names}
        for path in stores.values():
            os.mkdir(os.path.dirname(path))

        def keep(hours):
            end = int(time.time()) - 3600 * hours
            for path in stores.values():
                gpx = os.path.join(os.path.dirname(path), "track.gpx")
                write_track(gpx, (47.5, 9.4), 1500, end)
                subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", path], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def rows(of):
            listed = ", ".join(f"'{name}'" for name in of)
            return int(fleet.sql(f"SELECT count(*) FROM gpsbridge.fix f JOIN gpsbridge.device d ON d.id = f.device WHERE d.name IN ({listed})"))

        def status(name):
            return subprocess.run([options.program, "publish", "--tenant", "near", "--device", name, "--store", stores[name], "--status"],
                                  capture_output=True, text=True, check=True).stdout

        keep(3)
        relay = Relay(fleet)
        collector = fleet.collector("one", "--tenant", "far")
        fleet.wait_for_collector("one")
        publishers = [fleet.run(options.program, "publish", f"mqtt://127.0.0.1:{fleet.broker}", "--tenant", "near", "--device", name,
                                "--batch", "1s", "--store", path, stderr=subprocess.DEVNULL) for name, path in stores.items()]
        fleet.wait_for("positions of one version", lambda: rows(names) == 6000)
        # Half of the fleet is upgraded.
        relay.upgraded.update(new)
        keep(1)
        fleet.wait_for("positions of the old devices", lambda: rows(old) == 6000)
        fleet.wait_for("refusals", lambda: all("version: 1501" in status(name) for name in new))
        check(rows(new) == 3000, f"the collector has committed {rows(new)} of 3000 positions from before the upgrade, and none after it")
        reasons = fleet.sql("SELECT DISTINCT reason FROM gpsbridge.refused")
        check(reasons == "version", f"the collector's reason: {reasons}")
        check(all("refused by a collector, version: 1501" in status(name) for name in new), "the devices keep what is refused, and show why")
        check(all("refused" not in status(name) for name in old), "the other devices are not affected")
        # What is refused is not sent all the time.
        count = relay.count
        time.sleep(3)
        check(relay.count == count, f"{relay.count - count} messages are sent while nothing changes")
        # The collector is upgraded: another one, which reads both versions, announces itself.
        collector.kill()
        collector.wait()
        relay.upgraded.clear()
        fleet.collector("one", "--tenant", "far")
        fleet.wait_for("all positions", lambda: rows(names) == 12_000)
        fleet.wait_for("the cursors", lambda: all("refused" not in status(name) and ", 0 to send" in status(name) for name in names))
        distinct = fleet.sql("SELECT count(DISTINCT (device, seq)) FROM gpsbridge.fix")
        missing = fleet.sql("SELECT count(*) FROM gpsbridge.missing")
        check(distinct == "12000" and missing == "0", f"{distinct} of 12000 positions are there, {missing} ranges are missing")
        for publisher in publishers:
            publisher.terminate()
            publisher.wait()


def tables(options):
    """An older collector writes its tables while a newer one upgrades them, and takes its place."""
    older = argparse.Namespace(**vars(options))
    older.collector = options.older
    with Fleet(older) as fleet:
        before = fleet.sql("SELECT max(version) FROM gpsbridge.schema_version")
        first = fleet.collector("older")
        fleet.wait_for_collector("older")
        devices, each = 40, 500
        probe = fleet.probe(devices, each, rate=each // 20)
        fleet.wait_for("rows", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= 2000)
        subprocess.run([options.collector, "--create", "--database", fleet.database], check=True, stderr=subprocess.DEVNULL)
        after = fleet.sql("SELECT max(version) FROM gpsbridge.schema_version")
        check(int(after) > int(before), f"the tables are upgraded from version {before} to {after} while positions come")
        rows = int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
        fleet.wait_for("rows of the older collector", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= rows + 1000)
        check(first.poll() is None, "the older collector, which runs, writes the newer tables")
        fleet.options = options
        fleet.collector("newer")
        fleet.wait_for_collector("newer")
        first.kill()
        first.wait()
        late = os.path.join(fleet.folder, "late.log")
        with open(late, "wb") as log:
            process = fleet.run(older.collector, "--hosts", fleet.hosts, "--database", fleet.database, "--name", "late", stderr=log)

        def words():
            with open(late, encoding="utf-8") as file:
                return [line.strip() for line in file if "newer" in line]

        fleet.wait_for("the older collector's words", words)
        check("writing to database" not in open(late, encoding="utf-8").read(), f"an older one that starts now does not write: {words()[0][:150]}")
        process.kill()
        process.wait()
        counts = fleet.counts(probe)
        check(counts["settled"] == devices * each, f"{counts['settled']:.0f} positions are settled")
        fleet.check_table(devices, each)
