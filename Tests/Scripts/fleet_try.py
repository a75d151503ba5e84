#!/usr/bin/env python3
"""A fleet to try out: `make fleet`. A broker, a database, a collector and simulated devices, until Ctrl-C or SIGTERM.

usage: fleet_try.py [--devices N] PROGRAM       gpsbridge, with gpsbridge-collect beside it

Everything listens on 127.0.0.1, on ports of its own, and lies in a temporary folder. At the end nothing of it is left. Status 77: a
package is missing; the reason is printed.
"""

import argparse
import os
import signal
import subprocess
import time

from checking import Missing, beside, free_port, need, skip
from fleet_engines import HERE, Fleet

NEAR = """SELECT d.name, n.first::time(0), n.last::time(0), n.points
  FROM gpsbridge.near(47.4245, 9.3767, 1000, now() - interval '10 minutes', now()) n
  JOIN gpsbridge.device d ON d.id = n.device ORDER BY n.points DESC, d.name"""


class Asked:
    """Whether a signal has asked for the end. It ends nothing by itself: what just starts must be there to be ended."""

    def __init__(self):
        self.is_asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note)

    def note(self, *_):
        self.is_asked = True


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def process_of(folder, name):
    """The process ID of an engine, 0 if it has none."""
    path = {"mosquitto": "mosquitto/mosquitto.pid", "postgres": "postgres/pg/postmaster.pid"}[name]
    try:
        with open(os.path.join(folder, path), encoding="ascii") as file:
            return int(file.readline())
    except (OSError, ValueError):
        return 0


def show_places(fleet, collector, devices, page):
    again = os.path.relpath(os.path.join(HERE, "engines.sh"))
    print(f"""
A fleet on this machine, in {fleet.folder}:

  broker     mqtt://127.0.0.1:{fleet.broker}, mosquitto, process {process_of(fleet.folder, "mosquitto")}
  database   psql '{fleet.database}', process {process_of(fleet.folder, "postgres")}
  collector  gpsbridge-collect, process {collector.pid}, its page: http://{page}/
  devices    gpsbridge simulate --fleet {fleet.options.devices}, process {devices.pid}

Kill the broker:   kill -9 {process_of(fleet.folder, "mosquitto")}
Start it again:    {again} again mosquitto {fleet.folder}/mosquitto
Ctrl-C ends all of it.
""", flush=True)


def show_near(fleet):
    """Whether positions are there to be shown; without a database there are none."""
    try:
        if fleet.sql("SELECT count(*) FROM gpsbridge.fix") == "0":
            return False
        done = subprocess.run(["psql", "-qX", fleet.database, "-c", NEAR], capture_output=True, text=True, check=True, start_new_session=True)
    except subprocess.CalledProcessError:
        return False
    print(f"Who was within 1 km of the monastery of St. Gallen?\n\n{NEAR};\n\n{done.stdout}", flush=True)
    return True


class Watch:
    """Prints how the fleet is, and when one of its programs ends or returns."""

    def __init__(self, fleet, collector, devices):
        self.fleet, self.programs = fleet, {"collector": collector, "devices": devices}
        self.ended, self.next = set(), 0

    def look(self):
        states = {name: process.poll() is None for name, process in self.programs.items()}
        states["broker"] = is_running(process_of(self.fleet.folder, "mosquitto"))
        states["database"] = is_running(process_of(self.fleet.folder, "postgres"))
        for name, is_there in states.items():
            if is_there == (name in self.ended):
                self.ended ^= {name}
                print(f"{name}: {'here again' if is_there else 'ended; what is not committed is kept by the devices'}", flush=True)
        if time.monotonic() >= self.next and states["database"]:
            self.next = time.monotonic() + 10
            try:
                rows, newest = self.fleet.sql("SELECT count(*), coalesce(round(extract(epoch FROM now() - max(t)))::text, '-') FROM gpsbridge.fix").split("|")
                print(f"{rows} positions are committed, the newest {newest} s ago", flush=True)
            except subprocess.CalledProcessError:
                pass


def run(options, asked):
    with Fleet(options) as fleet:
        if asked.is_asked:
            return
        page = f"127.0.0.1:{free_port()}"
        collector = fleet.collector("collector", "--page", page, session=True)
        url = f"mqtt://127.0.0.1:{fleet.broker}"
        devices = fleet.run(options.program, "simulate", "--fleet", str(options.devices), "--publish", url, "--batch", "2s",
                            start_new_session=True, stdout=subprocess.DEVNULL)
        show_places(fleet, collector, devices, page)
        watch, has_shown, end = Watch(fleet, collector, devices), False, time.monotonic() + 8
        while not asked.is_asked:
            watch.look()
            if not has_shown and time.monotonic() >= end:
                has_shown = show_near(fleet)
                end = time.monotonic() + 1
            time.sleep(0.2)
        print("ending", flush=True)
        for process in (devices, collector):
            process.send_signal(signal.SIGTERM)
        for process in (devices, collector):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=20)
    parser.add_argument("program")
    options = parser.parse_args()
    try:
        need(psql="postgresql")
        options.collector = beside(options.program, "gpsbridge-collect")
    except Missing as reason:
        skip(reason)
    run(options, Asked())


if __name__ == "__main__":
    main()
