#!/usr/bin/env python3
"""A fleet to try out: `make fleet`. A database, two collectors, a proxy with TLS, a page and simulated devices, until Ctrl-C or SIGTERM.

usage: fleet_try.py [--devices N] PROGRAM       gpsbridge, with gpsbridge-collect and fleet-probe beside it

Everything listens on 127.0.0.1, on ports of its own, and lies in a temporary folder. At the end nothing of it is left. Status 77: a
package is missing; the reason is printed.
"""

import argparse
import contextlib
import os
import shlex
import signal
import threading
import time

from checking import Missing, beside, end, free_port, need, skip
from fleet_engines import Fleet

PLACES = "SELECT name, lat, lon, age_s, online FROM gpsbridge.place ORDER BY age_s LIMIT 30"
NEAR = ("SELECT d.name, n.first, n.last, n.points FROM gpsbridge.near(47.4245, 9.3767, 1000, now() - interval '1 hour', now()) n "
        "JOIN gpsbridge.device d ON d.id = n.device ORDER BY n.points DESC")


def show_places(fleet, page, devices):
    gpsbridge, collect = (os.path.relpath(path) for path in (fleet.options.program, fleet.options.collector))
    store, one, manage = fleet.path("truck-42.db"), fleet.collectors[0], f"{collect} --database '{fleet.owner}' device"
    drive = (f"trap : INT; {gpsbridge} record sim:drive --store {store} & sleep 1; {gpsbridge} publish {fleet.url} --store {store} "
             f"--ca {fleet.path('ca.pem')} --token-file {fleet.path('acme.truck-42.token')} --batch 1s; kill $!")
    print(f"""
A fleet on this machine, in {fleet.folder}:

  database     psql '{fleet.owner}', process {fleet.process_of("postgres")}
  collectors   gpsbridge-collect, process {one.pid}, http://127.0.0.1:{fleet.ports[0]}/healthz, and process {fleet.collectors[1].pid}
  page         http://{page}/
  proxy        nginx, {fleet.url}, process {fleet.process_of("nginx")}
  devices      acme/d0 to acme/d{fleet.options.devices - 1}, process {devices.pid}

In another terminal:

Kill a collector; the other one goes on
  kill -9 {one.pid}
Start it again
  {shlex.join(one.args)}
Enroll a device
  {manage} add acme/truck-42 --into {fleet.folder}
Let it drive, and pull the plug by Ctrl-C: what was recorded is sent the next time
  sh -c '{drive}'
Ask where it is
  psql '{fleet.owner}' -c "{PLACES}"
Ask who was within 1 km of the monastery of St. Gallen
  psql '{fleet.owner}' -c "{NEAR}"
Forget it
  {manage} forget acme/truck-42

Ctrl-C here ends all of it.
""", flush=True)


class Watch:
    """Prints how the fleet is, and when one of its programs ends or returns."""

    def __init__(self, fleet, devices):
        self.fleet, self.devices, self.ended, self.next = fleet, devices, set(), 0

    def look(self):
        states = {f"collector {number}": self.fleet.ask(number, "/healthz")[0] != 0 for number in self.fleet.collectors}
        states["devices"] = self.devices.poll() is None
        states |= {name: os.path.exists(f"/proc/{self.fleet.process_of(name)}/cwd") for name in ("nginx", "postgres")}
        for name, is_there in states.items():
            if is_there == (name in self.ended):
                self.ended ^= {name}
                print(f"{name}: {'here again' if is_there else 'ended; what is not committed is kept by the devices'}", flush=True)
        if time.monotonic() >= self.next and states["postgres"]:
            self.next = time.monotonic() + 10
            with contextlib.suppress(RuntimeError):
                print(self.fleet.sql("SELECT count(*) || ' positions are committed, the newest '"
                                     " || coalesce(round(extract(epoch FROM now() - max(t)))::text, '-') || ' s ago' FROM gpsbridge.fix"), flush=True)


def run(options, asked):
    with Fleet(options) as fleet:
        fleet.enroll(options.devices)
        page = f"127.0.0.1:{free_port()}"
        fleet.collector(0, "--page", page, session=True)
        fleet.collector(1, session=True)
        fleet.wait_for_collectors()
        # A week. The last position would be of now, so the clocks are set forward.
        count = 604_800
        devices = fleet.probe(options.devices, count, rate=1, batch=2000, limit=count, shift=count * 1000, session=True)
        show_places(fleet, page, devices)
        watch = Watch(fleet, devices)
        while not asked.wait(0.2):
            watch.look()
        print("ending", flush=True)
        for process in (devices, *fleet.collectors.values()):
            end(process)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=20)
    parser.add_argument("program")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    # A signal ends nothing by itself: a program that just starts must be there to be ended.
    asked = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: asked.set())
    try:
        need(psql="postgresql", openssl="openssl")
        options.collector, options.probe = beside(options.program, "gpsbridge-collect"), beside(options.program, "fleet-probe")
        run(options, asked)
    except Missing as reason:
        skip(reason)


if __name__ == "__main__":
    main()
