"""Guests of a fleet, in programs of their own: Home Assistant, OwnTracks, the reader of batches in Python, Telegraf.

Home Assistant is the last version on PyPI for Python 3.11, in .build/home-assistant; HOMEASSISTANT names another folder of a virtual
environment.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import time

from fleet_engines import HERE, Fleet, check, free_port

TOP = os.path.dirname(os.path.dirname(HERE))
HOME = (47.5, 9.4)
# The table of https://owntracks.org/booklet/tech/json: what a location may have, with the type of the value.
LOCATION = {"_type": str, "acc": int, "alt": int, "batt": int, "bs": int, "cog": int, "lat": float, "lon": float, "rad": int,
            "t": str, "tid": str, "tst": int, "vac": int, "vel": int, "p": float, "poi": str, "image": str, "imagename": str,
            "conn": str, "tag": str, "topic": str, "inregions": list, "inrids": list, "SSID": str, "BSSID": str,
            "created_at": int, "m": int, "_id": str}
HOME_ASSISTANT = "homeassistant==2024.3.3"
REQUIRED = ("_type", "lat", "lon", "tst", "tid")


class Missing(Exception):
    """A program that a part needs; its text has the reason."""


def write_track(path, place, seconds, end):
    """A GPX file with a position each second, up to a time."""
    with open(path, "w", encoding="ascii") as file:
        file.write('<gpx version="1.1" creator="fleet.py" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n')
        for second in range(seconds):
            when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(end - seconds + 1 + second))
            file.write(f'<trkpt lat="{place[0] + second * 1e-6:.7f}" lon="{place[1]:.7f}"><ele>400</ele><time>{when}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")


class Guests:
    """A store, and a publisher for guests at the broker of a fleet."""

    def __init__(self, fleet, program, name="store"):
        self.fleet, self.program, self.count = fleet, program, 0
        self.folder = os.path.join(fleet.folder, name)
        os.mkdir(self.folder)
        self.store = os.path.join(self.folder, "track.db")

    def keep(self, place, seconds=3, end=None):
        """Positions at a place, the last one of now."""
        self.count += 1
        gpx = os.path.join(self.folder, f"{self.count}.gpx")
        write_track(gpx, place, seconds, int(end or time.time()))
        subprocess.run([self.program, "import", gpx, "--of", "truck", "--store", self.store], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def words(self, *flags):
        return (self.program, "publish", "--tenant", "acme", "--device", "truck-42", "--store", self.store, *flags)

    def publish(self, *flags):
        with open(os.path.join(self.folder, "publish.log"), "ab") as log:
            return self.fleet.run(*self.words(*flags), f"mqtt://127.0.0.1:{self.fleet.broker}", stderr=log)

    def status(self, *flags):
        return subprocess.run(self.words("--status", *flags), capture_output=True, text=True, check=True).stdout


class Subscriber:
    """What mosquitto_sub receives under a filter."""

    def __init__(self, fleet, topic, name):
        self.path = os.path.join(fleet.folder, f"{name}.sub")
        with open(self.path, "wb") as file:
            self.process = fleet.run("stdbuf", "-oL", "mosquitto_sub", "-p", str(fleet.broker), "-V", "5", "-q", "1", "-t", topic, "-v",
                                     "-d", stdout=file)
        fleet.wait_for("a subscription", lambda: "SUBACK" in self.text())

    def text(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def messages(self, prefix):
        """The complete lines of messages."""
        return [line.split(" ", 1) for line in self.text().split("\n")[:-1] if line.startswith(prefix)]

    def end(self):
        self.process.terminate()
        self.process.wait()


def guests(options):
    missing = []
    for part in (owntracks, live, readers, home_assistant):
        print(f" {part.__name__}", flush=True)
        try:
            part(options)
        except Missing as reason:
            print(f"  not tried: {reason}")
            missing.append(reason)
    if missing and options.only.split() == ["guests"]:
        sys.exit(77)


def owntracks(options):
    with Fleet(options) as fleet:
        guest = Guests(fleet, options.program)
        begin = int(time.time()) - 7200
        guest.keep(HOME, 1500, begin + 1499)
        publisher = guest.publish("--format", "owntracks")
        log = os.path.join(guest.folder, "publish.log")
        # Without a subscriber the broker acknowledges what nobody gets.
        fleet.wait_for("the note", lambda: "no program reads owntracks/acme/truck-42" in open(log, encoding="utf-8").read())
        # The cursor is written at the end: then only the entries before the first position are done with, since they are left out.
        publisher.terminate()
        publisher.wait()
        status = guest.status("--format", "owntracks")
        count = re.search(r", owntracks: (\d+) entr", status)
        check(count is not None and int(count[1]) < 2, f"without a subscriber nothing is handed over: {status.strip()}")
        reader = Subscriber(fleet, "owntracks/#", "owntracks")
        publisher = guest.publish("--format", "owntracks")
        fleet.wait_for("half of the positions", lambda: len(reader.messages("owntracks/")) >= 700)
        publisher.kill()
        publisher.wait()
        publisher = guest.publish("--format", "owntracks")
        fleet.wait_for("the positions", lambda: ", 0 to go" in guest.status(), 60)
        # A status is written every 10 s; the subscriber may be behind.
        fleet.wait_for("the last one", lambda: any(f'"tst":{begin + 1499},' in text for _, text in reader.messages("owntracks/")))
        locations = [json.loads(text) for topic, text in reader.messages("owntracks/acme/truck-42 ") if '"location"' in text]
        wrong = [(name, value) for location in locations for name, value in location.items()
                 if name not in LOCATION or type(value) is not LOCATION[name]]
        check(not wrong, f"all members are those of OwnTracks' table: {wrong[:3]}")
        check(all(name in location for location in locations for name in REQUIRED), "no required member is missing")
        times, identities = {location["tst"] for location in locations}, {location["_id"] for location in locations}
        check(times == set(range(begin, begin + 1500)) and len(identities) == 1500,
              f"{len(times)} positions of 1500 came, in {len(locations)} messages, although the publisher was killed")
        wills = [json.loads(text) for _, text in reader.messages("owntracks/") if '"lwt"' in text]
        check(len(wills) == 1 and set(wills[0]) == {"_type", "tst"}, f"the killed publisher left one will: {wills}")
        status = guest.status("--format", "owntracks")
        check("delivered" not in status and "handed over" in status, f"status: {status.strip()}")
        publisher.terminate()
        publisher.wait()
        reader.end()
        check(b"delivered" not in open(log, "rb").read(), "no note calls anything delivered")
        recorder(fleet, guest)


def recorder(fleet, guest):
    """OwnTracks' own recorder, where there is one."""
    program = shutil.which("ot-recorder")
    if program is None:
        print("  not tried: ot-recorder is not installed, and Debian 12 has no package of it")
        return
    folder = os.path.join(fleet.folder, "recorder")
    os.mkdir(folder)
    subprocess.run([program, "--initialize", "--storage", folder], check=True)
    fleet.run(program, "--storage", folder, "--host", "127.0.0.1", "--port", str(fleet.broker), "--http-port", "0", "owntracks/#")
    time.sleep(2)
    guest.keep(HOME, 60)
    publisher = guest.publish("--format", "owntracks")
    records = os.path.join(folder, "rec", "acme", "truck-42")

    def count():
        return sum(sum(1 for _ in open(os.path.join(records, name), "rb")) for name in os.listdir(records)) if os.path.isdir(records) else 0

    fleet.wait_for("the recorder's file", lambda: count() >= 60)
    check(count() >= 60, f"ot-recorder has {count()} positions")
    publisher.terminate()
    publisher.wait()


def live(options):
    with Fleet(options) as fleet:
        guest = Guests(fleet, options.program)
        guest.keep(HOME)
        reader = Subscriber(fleet, "gpsbridge/v1/#", "live")
        publisher = guest.publish("--format", "none", "--live", "1s")
        fleet.wait_for("a position", lambda: reader.messages("gpsbridge/v1/acme/truck-42/last "))
        position = json.loads(reader.messages("gpsbridge/v1/acme/truck-42/last ")[-1][1])
        check(position["type"] == "fix" and position["live"] is True and abs(position["lat"] - HOME[0]) < 1e-4, "the newest position came")
        guest.keep((47.6, 9.5))
        fleet.wait_for("the next one", lambda: '"lat":47.6' in reader.text())
        fleet.wait_for("its end", lambda: '"live":false' in reader.text())
        count = len(reader.messages("gpsbridge/v1/acme/truck-42/last "))
        check(count <= 4, f"{count} messages about two positions and the end of the last one")
        check(not reader.messages("gpsbridge/v1/acme/truck-42/fix"), "with --format none no batches are sent")
        publisher.kill()
        publisher.wait()
        fleet.wait_for("the will", lambda: reader.messages("gpsbridge/v1/acme/truck-42/live ")[-1][1] == "offline")
        late = Subscriber(fleet, "gpsbridge/v1/acme/truck-42/+", "late")
        fleet.wait_for("retained messages", lambda: len(late.messages("gpsbridge/")) == 2)
        kept = dict(late.messages("gpsbridge/"))
        check(kept["gpsbridge/v1/acme/truck-42/live"] == "offline" and '"lat":47.6' in kept["gpsbridge/v1/acme/truck-42/last"],
              "a later subscriber gets the last position, and that the publisher is away")


def readers(options):
    """The reader of batches in Python, and Telegraf, read what a collector gets."""
    with Fleet(options) as fleet:
        guest = Guests(fleet, options.program)
        guest.keep(HOME, 90)
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        batch = os.path.join(fleet.folder, "batch")
        with open(batch, "wb") as file:
            reader = fleet.run("mosquitto_sub", "-p", str(fleet.broker), "-C", "1", "-N", "-t", "gpsbridge/v1/+/+/fix", stdout=file)
        time.sleep(0.5)
        publisher = guest.publish("--batch", "1s")
        reader.wait(60)
        with open(batch, "rb") as file:
            done = subprocess.run([sys.executable, os.path.join(TOP, "docs/fleet/read-batch.py")], stdin=file, capture_output=True,
                                  text=True, check=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        fixes = [row for row in rows if "lat" in row]
        fleet.wait_for("rows", lambda: fleet.sql("SELECT count(*) FROM gpsbridge.fix") == "90")
        places = {(int(seq), int(lat), int(lon)) for seq, lat, lon in
                  (row.split("|") for row in fleet.sql("SELECT seq, lat, lon FROM gpsbridge.fix").split("\n"))}
        check(len(fixes) == 90 and {(fix["seq"], fix["lat"], fix["lon"]) for fix in fixes} == places,
              f"the reader in Python has {len(fixes)} positions of the message, those of the table")
        publisher.terminate()
        publisher.wait()
        collector.terminate()
        telegraf(fleet, guest)


def telegraf(fleet, guest):
    program = shutil.which("telegraf")
    if program is None:
        print("  not tried: telegraf is not installed, and Debian 12 has no package of it")
        return
    path, out = os.path.join(fleet.folder, "telegraf.conf"), os.path.join(fleet.folder, "telegraf.out")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"""[agent]
  interval = "1s"
  flush_interval = "1s"
[[inputs.mqtt_consumer]]
  servers = ["tcp://127.0.0.1:{fleet.broker}"]
  topics = ["gpsbridge/v1/+/+/fix"]
  data_format = "json_v2"
  [[inputs.mqtt_consumer.json_v2]]
    [[inputs.mqtt_consumer.json_v2.object]]
      path = "fixes"
[[outputs.file]]
  files = ["{out}"]
""")
    fleet.run(program, "--config", path, stderr=subprocess.DEVNULL)
    time.sleep(2)
    publisher = guest.publish("--batch", "1s", "--format", "json", "--again", "1h")
    fleet.wait_for("Telegraf's lines", lambda: os.path.exists(out) and sum(1 for _ in open(out, "rb")) >= 90)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    check("fixes_lat=" in text or "lat=" in text, "Telegraf reads the positions of a batch as JSON")
    publisher.terminate()
    publisher.wait()


# Home Assistant

def environment():
    """The folder of Home Assistant's virtual environment, made if PyPI can be reached."""
    given = os.environ.get("HOMEASSISTANT")
    folder = given or os.path.join(TOP, ".build/home-assistant")
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
        self.states = Subscriber(fleet, "states/#", "states")

    def state(self, component, what="state"):
        """The newest state of the entity of a component, or one of its attributes."""
        found = [text for topic, text in self.states.messages(f"states/{component}/") if topic.endswith(f"/{what}") and "truck" in topic]
        return found[-1] if found else None

    def wait_for(self, component, value, what="state", seconds=90):
        try:
            self.fleet.wait_for(f"{component} {what} {value}", lambda: self.state(component, what) == value, seconds)
            check(True, f"{component}: {what} {value}")
        except RuntimeError:
            check(False, f"{component}: {what} is {self.state(component, what)}; expected {value}")

    def warnings(self):
        """What its log has about MQTT, templates and these entities."""
        with open(self.log, encoding="utf-8") as file:
            lines = [line.rstrip() for line in file if " WARNING " in line or " ERROR " in line]
        return [line for line in lines if any(word in line for word in ("mqtt", "template", "truck", "device_tracker", "gpsbridge"))]


def home_assistant(options):
    if not options.nightly and "guests" not in options.only.split() and "HOMEASSISTANT" not in os.environ:
        raise Missing("Home Assistant is part of the nightly run, and of --only guests")
    python = environment()
    version = subprocess.run([python, "-P", "-m", "homeassistant", "--version"], capture_output=True, text=True, check=False)
    if version.returncode != 0:
        raise Missing(f"Home Assistant does not start: {version.stderr.strip().splitlines()[-1:]}")
    print(f"  Home Assistant {version.stdout.strip()}")
    with Fleet(options) as fleet:
        home = HomeAssistant(fleet, python)
        guest = Guests(fleet, options.program)
        guest.keep(HOME)
        publisher = guest.publish("--format", "none", "--home-assistant", "--live", "1s")
        home.wait_for("device_tracker", "home", seconds=120)
        home.wait_for("binary_sensor", "on")
        accuracy = home.state("device_tracker", "latitude")
        check(accuracy is not None and abs(float(accuracy) - HOME[0]) < 1e-4, f"the tracker's latitude is {accuracy}")
        guest.keep((47.6, 9.5))
        home.wait_for("device_tracker", "Depot")
        guest.keep((48.2, 9.9))
        home.wait_for("device_tracker", "not_home")
        # No newer position comes for 30 s.
        home.wait_for("binary_sensor", "off")
        check(home.state("device_tracker") == "not_home", "the tracker stays where it was")
        publisher.kill()
        publisher.wait()
        for component in ("device_tracker", "binary_sensor", "sensor"):
            home.wait_for(component, "unavailable")
        publisher = guest.publish("--format", "none", "--home-assistant", "--live", "1s")
        home.wait_for("device_tracker", "not_home")
        publisher.terminate()
        publisher.wait()
        home.wait_for("device_tracker", "unavailable")
        check(home.process.poll() is None, "Home Assistant runs")
        warnings = home.warnings()
        check(not warnings, f"no warning in its log: {warnings[:3]}")
        home.process.terminate()
        home.process.wait(60)
