"""Brokers other than mosquitto, several nodes, and databases that fail over: the parts `access`, `nodes` and `failover` of fleet.py."""
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time

from fleet_engines import Fleet, check, free_port
from fleet_load import judge
from fleet_strangers import DOCS, make_certificates

OWN, OTHER, TENANT = ("acme", "truck-42"), ("acme", "truck-43"), ("rival", "truck-42")
ROOT = "gpsbridge/v1/"


def secret(user):
    return f"the secret of {user}"


class Strangers:
    """Clients at a broker with the access file of docs/fleet, over TLS, by MQTT 3.1.1: the engines know no 5."""

    def __init__(self, fleet, name):
        self.fleet, self.place = fleet, os.path.join(fleet.folder, "access")
        self.separator = "." if name == "rabbitmq" else "/"
        self.count = 0

    def user(self, device):
        return device if isinstance(device, str) else self.separator.join(device)

    def client(self, name, device, *words, version="311", identity=None):
        self.count += 1
        user = self.user(device) if device else None
        # The name that the device's publisher has; a broker may admit only that one.
        usual = f"gpsbridge-{device[0]}-{device[1]}" if isinstance(device, tuple) else f"{device or 'nobody'}{self.count}"
        access = ["-u", user, "-P", secret(user)] if user else []
        return [name, "-V", version, "-h", "localhost", "-p", str(self.fleet.broker), "--cafile", os.path.join(self.place, "ca.pem"),
                "-i", identity or usual, "-q", "1", *access, *words]

    def publish(self, device, topic, text, *words, **how):
        done = subprocess.run(self.client("mosquitto_pub", device, "-t", topic, "-m", text, *words, **how), capture_output=True, check=False, timeout=30)
        return done.returncode == 0 and not done.stderr

    def listen(self, name, device, *topics, more=(), **how):
        words = [*more, *(word for topic in topics for word in ("-t", topic))]
        with open(os.path.join(self.fleet.folder, name), "wb") as file:
            return self.fleet.run("stdbuf", "-oL", *self.client("mosquitto_sub", device, "-d", "-v", *words, **how), stdout=file, stderr=file)

    def text(self, name):
        with open(os.path.join(self.fleet.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def received(self, name):
        return [line for line in self.text(name).splitlines() if line.startswith((ROOT, "elsewhere"))]


def nats_lines(folder, port):
    """docs/fleet/nats.conf with more devices, a witness, and paths and a port of our own."""
    place = os.path.join(folder, "access")
    os.makedirs(place, exist_ok=True)
    make_certificates(place)
    with open(os.path.join(DOCS, "nats.conf"), encoding="ascii") as file:
        text = file.read()
    for old, new in (("0.0.0.0:8883", f"127.0.0.1:{port}"), ("127.0.0.1:4222", f"127.0.0.1:{port + 11}"), ("/etc/nats", place),
                     ("/var/lib/nats", os.path.join(folder, "js"))):
        assert old in text
        text = text.replace(old, new)
    entry = re.search(r"    # Each device.*?\n(.*?\} \}\n)  \]", text, re.DOTALL).group(1)
    more = [entry.replace("acme/truck-42", "/".join(device)).replace("acme.truck-42", ".".join(device)) for device in (OTHER, TENANT)]
    witness = '    { user: "witness", password: "the secret of witness" }\n'
    return text.replace(entry, entry + "".join(more) + witness)


def rabbitmq_lines(folder, port):
    place = os.path.join(folder, "access")
    os.makedirs(place, exist_ok=True)
    make_certificates(place)
    with open(os.path.join(DOCS, "rabbitmq.json"), encoding="ascii") as file:
        rights = json.load(file)
    for part in ("users", "permissions", "topic_permissions"):
        own = next(entry for entry in rights[part] if "acme.truck-42" in (entry.get("name"), entry.get("user")))
        for device in (OTHER, TENANT):
            text = json.dumps(own)
            for old, new in (("acme.truck-42", "{}.{}"), ("acme\\\\.truck-42", "{}\\\\.{}"), ("acme-truck-42", "{}-{}")):
                text = text.replace(old, new.format(*device))
            rights[part].append(json.loads(text))
    rights["users"].append({"name": "witness", "password": secret("witness"), "tags": ""})
    rights["permissions"].append({"user": "witness", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*"})
    with open(os.path.join(place, "gpsbridge.json"), "w", encoding="ascii") as file:
        json.dump(rights, file)
    with open(os.path.join(DOCS, "rabbitmq.conf"), encoding="ascii") as file:
        text = file.read()
    for old, new in (("default = 8883", f"default = 127.0.0.1:{port}"), ("/etc/rabbitmq", place)):
        assert old in text
        text = text.replace(old, new)
    return text


def access_of(options, name):
    lines = {"nats": nats_lines, "rabbitmq": rabbitmq_lines}[name]
    with Fleet(options, lines, engine=name) as fleet:
        strangers = Strangers(fleet, name)
        place = strangers.place
        fleet.hosts = f"mqtts://localhost:{fleet.broker}"

        def file_of(user):
            path = os.path.join(place, user.replace("/", ".") + ".password")
            with open(path, "w", encoding="ascii", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(secret(user) + "\n")
            return path

        access = ("--ca", os.path.join(place, "ca.pem"), "--user")
        collector = fleet.collector("one", *access, "collector", "--password-file", file_of("collector"))
        fleet.wait_for_collector("one")
        with open(os.path.join(fleet.folder, "one.log"), encoding="utf-8") as file:
            check("by MQTT 3.1.1" in file.read(), f"{name} does not know MQTT 5, and the collector connects by 3.1.1")

        # The programs themselves get on with these rights.
        store = os.path.join(fleet.folder, "store", "track.db")
        os.mkdir(os.path.dirname(store))
        gpx = os.path.join(fleet.folder, "way.gpx")
        with open(gpx, "w", encoding="ascii") as file:
            points = "".join(f'<trkpt lat="47.{4000 + n}" lon="9.37"><time>2026-11-01T08:{n // 60:02}:{n % 60:02}Z</time></trkpt>' for n in range(300))
            file.write(f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>')
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", store], check=True, **quiet)
        names = ("--tenant", OWN[0], "--device", OWN[1])
        user = strangers.user(OWN)
        publisher = fleet.run(options.program, "publish", fleet.hosts, *names, *access, user, "--password-file", file_of(user), "--batch", "1s",
                              "--store", store, **quiet)
        fleet.wait_for("rows", lambda: fleet.sql("SELECT count(*) FROM gpsbridge.fix") == "300")

        def status():
            words = (options.program, "publish", *names, "--status", "--store", store)
            return subprocess.run(words, capture_output=True, text=True, check=True).stdout

        # The cursor is saved within ten seconds.
        fleet.wait_for("what is delivered", lambda: " 0 to send" in status())
        publisher.terminate()
        publisher.wait()
        check(True, f"a publisher delivers its store: {status().splitlines()[0]}")

        listening = strangers.listen("witness", "witness", "gpsbridge/#", "elsewhere")
        fleet.wait_for("the witness", lambda: "SUBACK" in strangers.text("witness"))
        spied = ["#", "gpsbridge/#", f"{ROOT}acme/truck-42/+", f"{ROOT}acme/truck-42/fix", f"{ROOT}acme/truck-42/ack", f"{ROOT}+/+/fix",
                 "$SYS/#", "$MQTT/#", "$JS/#"]
        spies = []
        for device in (OTHER, TENANT, "reader"):
            for number, topic in enumerate(spied):
                if device == "reader" and topic.endswith("truck-42/fix"):
                    continue
                spy = f"spy-{number}-{strangers.user(device).replace('/', '.')}"
                spies.append(spy)
                # Some brokers end the connection of a client that asks for too much.
                strangers.listen(spy, device, topic, identity=f"gpsbridge-{device[0]}-{device[1]}" if number % 2 and isinstance(device, tuple) else spy)
        time.sleep(3)

        allowed, owns = [], [f"{ROOT}acme/truck-42/{lane}" for lane in ("fix", "state", "last", "live")]
        for topic in owns:
            check(strangers.publish(OWN, topic, "allowed"), f"the device writes {topic}")
            allowed.append(f"{topic} allowed")
        for topic in (f"{ROOT}acme/truck-42/ack", f"{ROOT}collector/two/state"):
            strangers.publish("collector", topic, "allowed", identity="gpsbridge-collect-two")
            allowed.append(f"{topic} allowed")
        answers = f"{ROOT}acme/truck-42/ack"
        strange = [f"{ROOT}acme/truck-42", f"{ROOT}acme/truck-42/fix/more", "elsewhere", f"{ROOT}collector/one/state"]
        forbidden = [(device, topic) for device in (OTHER, TENANT, "reader", None) for topic in owns + [answers] + strange]
        forbidden += [(OTHER, f"{ROOT}acme/truck-43/ack"), (OWN, answers)] + [("collector", topic) for topic in owns + strange[:3]]
        for device, topic in forbidden:
            strangers.publish(device, topic, "forbidden")
        strangers.publish(OTHER, f"{ROOT}acme/truck-43/state", "forbidden", "-P", "wrong")
        will = ("--will-topic", f"{ROOT}acme/truck-42/state", "--will-payload", "forbidden", "--will-retain")
        heir = strangers.listen("heir", OTHER, f"{ROOT}acme/truck-43/ack", more=will)
        fleet.wait_for("the heir", lambda: "SUBACK" in strangers.text("heir") or heir.poll() is not None or "Error" in strangers.text("heir"), 20)
        heir.kill()
        heir.wait()
        fleet.wait_for("the last allowed message", lambda: strangers.publish(OWN, owns[0], "allowed at last"))
        allowed.append(f"{owns[0]} allowed at last")
        fleet.wait_for("what is allowed", lambda: set(allowed) <= set(strangers.received("witness")), 20)
        seen = strangers.received("witness")
        found = [line for line in seen if line.endswith(" forbidden")]
        check(not found and listening.poll() is None, f"of {len(seen)} messages none was forbidden, of {len(forbidden) + 2} attempts {found[:3]}")
        tenants = {f"{ROOT}acme/truck-42/{lane} allowed" for lane in ("fix", "state")} | {f"{owns[0]} allowed at last"}
        leaked = {spy: lines for spy in spies if (lines := [line for line in strangers.received(spy)
                                                            if not line.startswith(f"{ROOT}collector/") and not (spy.endswith("reader") and line in tenants)])}
        check(not leaked, f"{len(spies)} subscriptions to what others write receive nothing {dict(list(leaked.items())[:2])}")
        # They are not batches, so each of the device's two is refused.
        fleet.wait_for("what is refused", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.refused")) >= 2, 20)
        counts = fleet.sql("SELECT d.tenant || '/' || d.name, count(*) FROM gpsbridge.refused r JOIN gpsbridge.device d ON d.id = r.device GROUP BY 1")
        check(counts == "acme/truck-42|2" and collector.poll() is None, f"the collector has received {counts}")


def nodes(options):
    """Three nodes of NATS, and three mosquittos that share nothing: one is killed, and another one. RabbitMQ with --engine only."""
    devices, seconds, rate = (200, 40, 25) if options.nightly else (60, 20, 10)
    for name in [options.engine] if options.engine else ("nats", "mosquitto"):
        engine = name + ":3"
        with Fleet(options, engine="mosquitto" if name == "mosquitto" else engine) as fleet:
            if name == "mosquitto":
                brokers = [fleet.folder_of("mosquitto")] + [fleet.another_mosquitto(number) for number in (2, 3)]
            for collector in ("one", "two"):
                fleet.collector(collector)
                fleet.wait_for_collector(collector, connections=3)
            words = [word for host in fleet.hosts.split(",") for word in ("--publish", host)]
            began = time.monotonic()
            load = fleet.run(options.program, "simulate", "--fleet", str(devices), *words, "--rate", str(rate), "--batch", "1s",
                             "--duration", f"{seconds}s", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

            def end(node):
                if name == "mosquitto":
                    fleet.engine("kill", "mosquitto", brokers[node - 1])
                else:
                    fleet.kill(f"{name}{node}")

            time.sleep(seconds / 4)
            end(2)
            time.sleep(seconds / 4)
            # Nodes of a cluster need a majority: the second one returns, and then the first one ends. Brokers that share nothing do not.
            if name != "mosquitto":
                fleet.again(f"{name}2")
                time.sleep(5)
            end(1)
            counts = fleet.counts(load)
            made = int(counts["made"])
            rows, distinct, whole = fleet.sql("""SELECT count(*), count(DISTINCT (device, seq)), (SELECT count(*) FROM
                (SELECT 1 FROM gpsbridge.fix GROUP BY device HAVING count(*) = max(seq)) w) FROM gpsbridge.fix""").split("|")
            print(f"  {engine}: {time.monotonic() - began:.0f} s, {counts['connects']:.0f} connections, sent {counts['sent'] / made:.2f} times "
                  f"what was made")
            check(int(rows) == int(distinct) == made == int(counts["settled"]) and whole == str(devices) and made >= devices * rate * (seconds - 1),
                  f"{engine}: {made} made, {counts['settled']:.0f} settled, {rows} rows, {distinct} distinct, {whole} devices whole")
            soon = int(fleet.sql("""SELECT count(*) FROM (SELECT 1 FROM gpsbridge.fix GROUP BY device
                HAVING max(received - t) <= interval '5 seconds') x"""))
            text = f"{soon} of {devices} devices never waited for more than 5 s"
            if name == "mosquitto":
                # A third of the devices began at the node that is never killed.
                judge(options, soon >= devices / 3 - 3, f"{text} (at least a third, less 3)")
            else:
                print(f"  {text}")


class Passage:
    """A way to a port that can be cut: a standby that follows through it lags behind from then on."""

    def __init__(self, target):
        self.target, self.open, self.is_cut = target, [], False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                one = self.listener.accept()[0]
            except OSError:
                return
            if self.is_cut:
                one.close()
                continue
            other = socket.create_connection(("127.0.0.1", self.target))
            self.open += [one, other]
            for source, target in ((one, other), (other, one)):
                threading.Thread(target=self.pump, args=(source, target), daemon=True).start()

    @staticmethod
    def pump(source, target):
        try:
            while data := source.recv(65_536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def cut(self):
        self.is_cut = True
        for end in self.open:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def failover(options):
    for is_planted in (False, True):
        one_failover(options, is_planted)
    one_restore(options)


def as_postgres(*words):
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    subprocess.run([*user, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def programs_of_postgres():
    return sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: float(path.split("/")[4]))[-1]


def copy_of_database(fleet, name, port, source):
    """A base backup in a folder, which would start at a port; it follows the source if that is given."""
    folder = os.path.join(fleet.folder, name)
    os.mkdir(folder)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    words = ["-R"] if source else []
    as_postgres(os.path.join(programs_of_postgres(), "pg_basebackup"), "-D", os.path.join(folder, "pg"), "-h", "127.0.0.1",
                "-p", str(source or fleet.port), "-U", "postgres", "-c", "fast", *words)
    with open(os.path.join(folder, "pg", "postgresql.conf"), "a", encoding="ascii") as file:
        file.write(f"port = {port}\nunix_socket_directories = '{folder}'\n")
    return folder


def one_failover(options, is_planted):
    """An asynchronous standby is promoted while it lacks two seconds of what was acknowledged."""
    devices, each = 100, 500
    with Fleet(options) as fleet:
        passage, other = Passage(fleet.port), free_port()
        standby = copy_of_database(fleet, "standby", other, passage.port)
        with open(os.path.join(standby, "port"), "w", encoding="ascii") as file:
            file.write(str(other))
        fleet.again("postgres", standby)
        try:
            if is_planted:
                # A collector that ignores the timeline: it always reports the first one.
                fleet.sql("""CREATE OR REPLACE FUNCTION gpsbridge.identity() RETURNS TABLE (identifier text, timeline int, restored_at bigint,
                    restored_since bigint) LANGUAGE sql STABLE AS $$ SELECT 'planted', 1, NULL::bigint, NULL::bigint $$""")
            first = fleet.database
            fleet.database = f"host=127.0.0.1,127.0.0.1 port={fleet.port},{other} user=postgres dbname=fleet target_session_attrs=read-write"
            fleet.collector("one")
            fleet.wait_for_collector("one")
            probe = fleet.probe(devices, each, rate=25)
            time.sleep(5)
            passage.cut()
            time.sleep(2)
            acknowledged = int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
            fleet.kill("postgres")
            as_postgres(os.path.join(programs_of_postgres(), "pg_ctl"), "-s", "-w", "-D", os.path.join(standby, "pg"), "promote")
            fleet.database = first.replace(f"port={fleet.port}", f"port={other}")
            has = int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
            check(has < acknowledged, f"of {acknowledged} committed positions the promoted standby has {has}")
            counts = fleet.counts(probe)
            made, rows = devices * each, int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
            if is_planted:
                check(rows < made, f"planted: a collector that ignores the timeline loses {made - rows} positions that are settled")
                return
            check(counts["settled"] == made, f"{counts['settled']:.0f} positions are settled; sent {counts['sent'] / made:.2f} times what was made")
            fleet.check_table(devices, each)
        finally:
            fleet.engine("stop", standby)


def one_restore(options):
    """A backup is restored, and `restored()` called: devices send again what they delivered since then."""
    devices, each = 50, 600
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        probe = fleet.probe(devices, each, rate=25)
        fleet.wait_for("a quarter of the rows", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= devices * each / 4)
        backup = copy_of_database(fleet, "backup", fleet.port, None)
        fleet.wait_for("half of the rows", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= devices * each / 2)
        settled = int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
        fleet.kill("postgres")
        own = os.path.join(fleet.folder, "postgres", "pg")
        shutil.rmtree(own)
        os.rename(os.path.join(backup, "pg"), own)
        fleet.again("postgres")
        has = int(fleet.sql("SELECT count(*) FROM gpsbridge.fix"))
        check(has < settled, f"of {settled} committed positions the backup has {has}")
        # The time up to which the backup has all devices.
        since = fleet.sql("SELECT min(last) FROM (SELECT max(t) AS last FROM gpsbridge.fix GROUP BY device) x")
        fleet.sql(f"SELECT gpsbridge.restored('{since}')")
        counts = fleet.counts(probe)
        check(counts["settled"] == devices * each and collector.poll() is None,
              f"{counts['settled']:.0f} positions are settled; sent {counts['sent'] / (devices * each):.2f} times what was made")
        fleet.check_table(devices, each)
