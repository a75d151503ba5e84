"""Home Assistant as a guest of a fleet: the part `guests` of fleet.py.

It is the last version on PyPI for Python 3.11, in .build/home-assistant; HOMEASSISTANT names another folder of a virtual environment.
"""
import json
import os
import shutil
import subprocess
import sys
import time

from checking import ROOT, Missing, free_port
from fleet_engines import Fleet, Subscriber, check, end, write_track

HOME = (47.5, 9.4)
HOME_ASSISTANT = "homeassistant==2024.3.3"


def environment():
    """The folder of Home Assistant's virtual environment, made if PyPI can be reached."""
    given = os.environ.get("HOMEASSISTANT")
    folder = given or str(ROOT / ".build/home-assistant")
    python = os.path.join(folder, "bin/python")
    components = os.path.join(folder, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages/homeassistant/components")

    def requirements(wanted):
        """The packages of components, and of those that they depend on."""
        needed, seen, wanted = [], set(), list(wanted)
        while wanted:
            component = wanted.pop()
            if component in seen:
                continue
            seen.add(component)
            with open(os.path.join(components, component, "manifest.json"), encoding="utf-8") as file:
                manifest = json.load(file)
            needed += manifest.get("requirements", [])
            wanted += manifest.get("dependencies", [])
        return needed

    def run(*words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            shutil.rmtree(folder, ignore_errors=True)
            reason = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise Missing(f"Home Assistant can't be installed from PyPI: {' '.join(reason)}")

    def install(*packages):
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)

    if not os.path.exists(os.path.join(folder, "complete")) and not given:
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        # The versions that its release was made with: without them pip tries many.
        install("--no-deps", HOME_ASSISTANT)
        constraints = os.path.join(os.path.dirname(components), "package_constraints.txt")
        needed = requirements(("mqtt", "mqtt_statestream", "frontend", "recorder"))
        install("-c", constraints, HOME_ASSISTANT, *needed, "setuptools<81")
        with open(os.path.join(folder, "complete"), "w", encoding="ascii"):
            pass
    return python


class HomeAssistant:
    """Home Assistant with one zone, which reports its states to the broker."""

    def __init__(self, fleet, python):
        self.fleet, self.folder = fleet, os.path.join(fleet.folder, "home-assistant")
        os.makedirs(os.path.join(self.folder, ".storage"))
        with open(os.path.join(self.folder, "configuration.yaml"), "w", encoding="ascii") as file:
            file.write(f"""homeassistant:
  name: Test
  latitude: {HOME[0]}
  longitude: {HOME[1]}
  elevation: 400
  unit_system: metric
  time_zone: UTC
http:
  server_host: 127.0.0.1
  server_port: {free_port()}
mqtt:
mqtt_statestream:
  base_topic: states
  publish_attributes: true
zone:
  - name: Depot
    latitude: 47.6
    longitude: 9.5
    radius: 100
logger:
  default: warning
""")
        with open(os.path.join(self.folder, ".storage/core.config_entries"), "w", encoding="ascii") as file:
            json.dump({"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [{
                "entry_id": "0123456789abcdef0123456789abcdef", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "broker",
                "data": {"broker": "127.0.0.1", "port": fleet.broker, "protocol": "5", "discovery": True}, "options": {},
                "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None,
                "disabled_by": None}]}}, file)
        self.log = os.path.join(self.folder, "home-assistant.log")
        self.process = fleet.run(
            python, "-P", "-m", "homeassistant", "--config", self.folder, "--skip-pip", "--log-file", self.log,
            stdout=subprocess.DEVNULL, stderr=open(os.path.join(self.folder, "errors"), "wb"))
        self.states = Subscriber(fleet, "states", "-t", "states/#")

    def state(self, component, what="state"):
        """The newest state of the entity of a component, or one of its attributes."""
        found = [text for topic, text in self.states.messages(f"states/{component}/") if topic.endswith(f"/{what}") and "truck" in topic]
        return found[-1] if found else None

    def wait_for(self, component, value, what="state"):
        try:
            self.fleet.wait_for(f"{component} {what} {value}", lambda: self.state(component, what) == value)
            check(True, f"{component}: {what} {value}")
        except RuntimeError:
            check(False, f"{component}: {what} is {self.state(component, what)}; expected {value}")

    def warnings(self):
        """What its log has about MQTT, templates and these entities."""
        with open(self.log, encoding="utf-8") as file:
            lines = [line.rstrip() for line in file if " WARNING " in line or " ERROR " in line]
        return [line for line in lines if any(word in line for word in ("mqtt", "template", "truck", "device_tracker", "gpsbridge"))]


def guests(options):
    python = environment()
    version = subprocess.run([python, "-P", "-m", "homeassistant", "--version"], capture_output=True, text=True, check=False)
    if version.returncode != 0:
        raise Missing(f"Home Assistant does not start: {version.stderr.strip().splitlines()[-1:]}")
    print(f"  Home Assistant {version.stdout.strip()}")
    with Fleet(options) as fleet:
        home = HomeAssistant(fleet, python)
        store = os.path.join(fleet.folder, "track.db")
        words = ("--tenant", "acme", "--device", "truck-42", "--store", store, "--format", "none", "--home-assistant", "--live", "1s")

        ends = [0]

        def keep(place):
            """Positions at a place, the last one of now; an import leaves out times that are there already."""
            gpx = os.path.join(fleet.folder, "track.gpx")
            ends.append(max(int(time.time()), ends[-1] + 3))
            write_track(gpx, lambda second: (place[0] + second * 1e-6, place[1]), 3, ends[-1])
            subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", store], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)

        def publish():
            return fleet.run(options.program, "publish", *words, fleet.hosts, stderr=subprocess.DEVNULL)

        keep(HOME)
        publisher = publish()
        home.wait_for("device_tracker", "home")
        home.wait_for("binary_sensor", "on")
        accuracy = home.state("device_tracker", "latitude")
        check(accuracy is not None and abs(float(accuracy) - HOME[0]) < 1e-4, f"the tracker's latitude is {accuracy}")
        keep((47.6, 9.5))
        home.wait_for("device_tracker", "Depot")
        keep((48.2, 9.9))
        home.wait_for("device_tracker", "not_home")
        # No newer position comes for 30 s.
        home.wait_for("binary_sensor", "off")
        check(home.state("device_tracker") == "not_home", "the tracker stays where it was")
        end(publisher)
        for component in ("device_tracker", "binary_sensor", "sensor"):
            home.wait_for(component, "unavailable")
        publisher = publish()
        home.wait_for("device_tracker", "not_home")
        publisher.terminate()
        home.wait_for("device_tracker", "unavailable")
        check(home.process.poll() is None, "Home Assistant runs")
        warnings = home.warnings()
        check(not warnings, f"no warning in its log: {warnings[:3]}")
        home.process.terminate()
        home.process.wait(60)
