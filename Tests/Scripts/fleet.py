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

Everything listens on 127.0.0.1, on ports and in folders of its own, and is ended by its process ID. Status 77: something that the
check needs is not installed; the reason is printed.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("whole", "away", "drain", "memory", "told", "standby", "access")
DOCS = os.path.join(HERE, "..", "..", "docs", "fleet")
failures = []


def check(is_met, text):
    print(("  ok    " if is_met else "  FALSE ") + text, flush=True)
    if not is_met:
        failures.append(text)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Fleet:
    """A broker and a database in a folder, and the programs that use them."""

    def __init__(self, options, configuration=None):
        self.options, self.processes = options, []
        self.folder = tempfile.mkdtemp(prefix="gpsbridge-fleet-")
        # The database's user must get into its folder.
        os.chmod(self.folder, 0o711)
        self.broker = self.start("mosquitto", configuration)
        self.port = self.start("postgres")
        self.database = f"host=127.0.0.1 port={self.port} user=postgres dbname=fleet"
        subprocess.run([options.collector, "--create", "--database", self.database], check=True, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        for engine in ("mosquitto", "postgres"):
            if os.path.isdir(os.path.join(self.folder, engine)):
                self.engine("stop", os.path.join(self.folder, engine))
        shutil.rmtree(self.folder, ignore_errors=True)

    def engine(self, *words):
        done = subprocess.run([os.path.join(HERE, "engines.sh"), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode == 77:
            print(done.stderr.decode().strip())
            sys.exit(77)
        return done.returncode == 0

    def start(self, name, configuration=None):
        """Starts an engine; a configuration returns more lines for a folder."""
        # Another program may take a port between the question and the answer.
        for _ in range(5):
            more = []
            if configuration is not None:
                more = [os.path.join(self.folder, "more")]
                with open(more[0], "w", encoding="ascii") as file:
                    file.write(configuration(self.folder))
            port = free_port()
            folder = os.path.join(self.folder, name)
            if self.engine("start", name, folder, str(port), *more):
                return port
            shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"{name} does not start")

    def kill(self, name):
        self.engine("kill", name, os.path.join(self.folder, name))

    def again(self, name):
        if not self.engine("again", name, os.path.join(self.folder, name)):
            raise RuntimeError(f"{name} does not start again")

    def run(self, *words, **how):
        process = subprocess.Popen(words, **how)
        self.processes.append(process)
        return process

    def collector(self, name, *more):
        log = open(os.path.join(self.folder, f"{name}.log"), "ab")
        return self.run(
            self.options.collector, "--hosts", f"mqtt://127.0.0.1:{self.broker}", "--database", self.database, "--name", name,
            "--archive", *more, stderr=log)

    def probe(self, devices, each, rate=0, batch=1000, limit=150, first=0):
        words = [devices, each, rate, batch, limit, first]
        return self.run(
            self.options.probe, "publish", f"mqtt://127.0.0.1:{self.broker}", *map(str, words), stdout=subprocess.PIPE)

    def sql(self, text):
        done = subprocess.run(["psql", "-qAtX", self.database, "-c", text], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def wait_for(self, what, is_met, seconds=60):
        end = time.monotonic() + seconds
        while not is_met():
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds} s for {what}")
            time.sleep(0.05)

    def wait_for_collector(self, name, count=1):
        """Waits until a collector has written so many times that it has a database."""
        path = os.path.join(self.folder, f"{name}.log")

        def is_there():
            with open(path, encoding="utf-8") as file:
                text = file.read()
            return text.count("writing to database") >= count and text.count("connected to") >= count

        self.wait_for(f"the collector {name}", is_there)

    def counts(self, process):
        """The counts that a probe prints at its end."""
        out, _ = process.communicate()
        return {name: float(value) for name, value in (line.split() for line in out.decode().splitlines())}

    def check_table(self, devices, each):
        rows, distinct, whole, missing = self.sql(f"""
            SELECT count(*), count(DISTINCT (device, epoch, seq)),
              (SELECT count(*) FROM (SELECT device FROM gpsbridge.fix GROUP BY 1 HAVING count(*) = {each} AND max(seq) = {each}) w),
              (SELECT coalesce(sum(numbers), 0) FROM gpsbridge.missing) FROM gpsbridge.fix""").split("|")
        made = devices * each
        check(rows == distinct == str(made), f"{rows} rows, {distinct} distinct, of {made} that were made")
        check(whole == str(devices) and missing == "0", f"{whole} of {devices} devices are whole, {missing} numbers are missing")


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


OWN, OTHER, TENANT = "acme/truck-42", "acme/truck-43", "rival/truck-42"
USERS = (OWN, OTHER, TENANT, "collector", "reader", "witness", "+/+", "#", "acme/+", "acme")


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make_certificates(folder):
    """The authority `ca`, the broker's certificate, and ones of devices: good, of another device, expired, revoked, foreign."""
    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    with open(os.path.join(folder, "names"), "w", encoding="ascii") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    with open(os.path.join(folder, "ca.cnf"), "w", encoding="ascii") as file:
        file.write("[ca]\ndefault_ca=fleet\n[fleet]\ndatabase=index\ndefault_md=sha256\ndefault_crl_days=2\n")
    with open(os.path.join(folder, "index"), "w", encoding="ascii"):
        pass
    for authority in ("ca", "strangers"):
        openssl(folder, *new, "-x509", "-keyout", authority + ".key", "-out", authority + ".pem", "-days", "2", "-subj", f"/CN={authority}")
    devices = {"own": OWN, "other": OTHER, "expired": OWN, "withdrawn": OWN, "foreign": OWN, "broker": "localhost"}
    for name, user in devices.items():
        openssl(folder, *new, "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + user.replace("/", "\\/"))
        authority = "strangers" if name == "foreign" else "ca"
        openssl(folder, "x509", "-req", "-in", name + ".csr", "-CA", authority + ".pem", "-CAkey", authority + ".key", "-CAcreateserial",
                "-out", name + ".pem", "-days", "-1" if name == "expired" else "2", *(("-extfile", "names") if name == "broker" else ()))
    authority = ("-config", "ca.cnf", "-keyfile", "ca.key", "-cert", "ca.pem")
    openssl(folder, "ca", *authority, "-revoke", "withdrawn.pem")
    openssl(folder, "ca", *authority, "-gencrl", "-out", "revoked.pem")


def password(user):
    return f"the secret of {user}"


def access(options):
    ports = {}

    def configuration(folder):
        """The files of docs/fleet, with a witness that may read all, and with ports and a folder of our own."""
        place = os.path.join(folder, "access")
        os.makedirs(place, exist_ok=True)
        make_certificates(place)
        for user in USERS:
            path = os.path.join(place, "passwords")
            subprocess.run(["mosquitto_passwd", *([] if os.path.exists(path) else ["-c"]), "-b", path, user, password(user)], check=True)
            with open(os.path.join(place, user.replace("/", ".") + ".password"), "w", encoding="ascii", opener=lambda p, f: os.open(p, f, 0o600)) as file:
                file.write(password(user) + "\n")
        with open(os.path.join(DOCS, "mosquitto.acl"), encoding="ascii") as file:
            lists = file.read()
        with open(os.path.join(place, "mosquitto.acl"), "w", encoding="ascii") as file:
            file.write(lists + "\nuser witness\ntopic read #\n")
        with open(os.path.join(DOCS, "mosquitto.conf"), encoding="ascii") as file:
            text = file.read()
        for port in (8883, 8884):
            ports[port] = free_port()
            assert f"listener {port}\n" in text
            text = text.replace(f"listener {port}\n", f"listener {ports[port]} 127.0.0.1\n")
        return text.replace("/etc/mosquitto/gpsbridge", place)

    with Fleet(options, configuration) as fleet:
        place = os.path.join(fleet.folder, "access")

        def file_of(user):
            return os.path.join(place, user.replace("/", ".") + ".password")

        collector = fleet.collector("one", "--user", "collector", "--password-file", file_of("collector"), "--group", "unknown-to-devices")
        fleet.wait_for_collector("one")

        def client(name, version, *words, user=None):
            user = ["-u", user, "-P", password(user)] if user else []
            return [name, "-V", version, "-h", "127.0.0.1", "-p", str(fleet.broker), *user, *words]

        def is_taken(command):
            """Whether a broker reports that it takes a message; by MQTT 3.1.1 it does so for a forbidden one, too."""
            done = subprocess.run(command, capture_output=True, check=False)
            return done.returncode == 0 and b"Not authorized" not in done.stderr

        def publish(version, user, topic, text, *words):
            return is_taken(client("mosquitto_pub", version, "-q", "1", "-t", topic, "-m", text, *words, user=user))

        def listen(name, version, user, *topics, more=()):
            path = os.path.join(fleet.folder, name)
            with open(path, "wb") as file:
                words = [*more, *(word for topic in topics for word in ("-t", topic))]
                process = fleet.run("stdbuf", "-oL", *client("mosquitto_sub", version, "-q", "1", "-d", "-v", *words, user=user), stdout=file)
            fleet.wait_for(f"the subscription {name}", lambda: b"SUBACK" in open(path, "rb").read())
            return process

        def received(name):
            with open(os.path.join(fleet.folder, name), encoding="utf-8", errors="replace") as file:
                return [line.rstrip("\n") for line in file if line.startswith(("gpsbridge/", "$SYS/", "elsewhere"))]

        root = "gpsbridge/v1/"
        listen("witness", "5", "witness", "#", "$SYS/broker/version")
        spied = ["#", "gpsbridge/#", f"{root}{OWN}/+", f"{root}+/+/fix", "$share/unknown/gpsbridge/v1/+/+/fix", "$SYS/#",
                 "$share/gpsbridge/gpsbridge/v1/+/+/fix"]
        for version in ("5", "311"):
            for user in (OTHER, TENANT, "reader", "acme"):
                listen(f"spy {user} {version}".replace("/", "."), version, user, *spied)
        allowed = []
        for version in ("5", "311"):
            for lane in ("fix", "state", "last"):
                allowed.append(f"{root}{OWN}/{lane} allowed {version}")
                publish(version, OWN, f"{root}{OWN}/{lane}", f"allowed {version}")
            for topic in (f"{root}{OWN}/ack", f"{root}collector/two/state"):
                allowed.append(f"{topic} allowed {version}")
                publish(version, "collector", topic, f"allowed {version}")
            device = [f"{root}{OWN}/{lane}" for lane in ("fix", "state", "last", "ack")]
            strange = [f"{root}{OWN}", f"{root}{OWN}/fix/more", "elsewhere", "$SYS/broker/version", f"{root}collector/one/state"]
            forbidden = [(user, topic) for user in (OTHER, TENANT, "reader", "acme", "+/+", "#", "acme/+", None) for topic in device + strange]
            forbidden += [(OTHER, f"{root}{OTHER}/ack"), (OWN, f"{root}{OWN}/ack")]
            forbidden += [("collector", topic) for topic in device[:3] + strange[:4]]
            taken = [f"{user} {topic}" for user, topic in forbidden if publish(version, user, topic, "forbidden")]
            if version == "5":
                check(not taken, f"MQTT 5 reports each of {len(forbidden)} messages as forbidden {taken[:3]}")
            # A will for another device, by a client that is killed.
            will = ("--will-topic", f"{root}{OWN}/state", "--will-payload", "forbidden", "--will-retain")
            process = listen("heir" + version, version, OTHER, "x", more=will)
            process.kill()
            process.wait()
        check(not publish("5", OWN, f"{root}{OWN}/fix", "forbidden", "-P", "wrong"), "a wrong password is refused")

        def publish_tls(port, name, topic, text, *words, authority="ca"):
            words = [*words] + (["--cert", f"{place}/{name}.pem", "--key", f"{place}/{name}.key"] if name else [])
            return is_taken(["mosquitto_pub", "-V", "5", "-h", "localhost", "-p", str(ports[port]), "--cafile", f"{place}/{authority}.pem",
                             "-q", "1", "-t", topic, "-m", text, *words])

        fix = f"{root}{OWN}/fix"
        for port, name, words in ((8884, "own", ()), (8883, None, ("-u", OWN, "-P", password(OWN)))):
            allowed.append(f"{fix} allowed at {port}")
            check(publish_tls(port, name, fix, f"allowed at {port}", *words), f"the port {port} admits the device")
        for name in ("other", "expired", "withdrawn", "foreign", None):
            is_accepted = publish_tls(8884, name, fix, "forbidden", "-u", OWN, "-P", password(OWN))
            check(not is_accepted, f"certificate: {name}; refused")
        check(not publish_tls(8884, "own", fix, "forbidden", authority="strangers"), "a client refuses a broker of another authority")

        # The last message: all that came before it has arrived.
        allowed.append(f"{fix} allowed at last")
        publish("5", OWN, fix, "allowed at last")
        fleet.wait_for("what is allowed", lambda: set(allowed) <= set(received("witness")), 20)
        seen = received("witness")
        found = [line for line in seen if line.endswith(" forbidden")]
        check(not found, f"of {len(seen)} messages none was forbidden {found[:3]}")
        reader = {f"{root}{OWN}/{lane}" for lane in ("fix", "state")}
        for version in ("5", "311"):
            for user in (OTHER, TENANT, "reader", "acme"):
                topics = {line.split(" ")[0] for line in received(f"spy {user} {version}".replace("/", "."))}
                states = {topic for topic in topics if topic.startswith(f"{root}collector/")}
                expected = reader if user == "reader" else set()
                check(states and topics - states == expected, f"{user} with {version} receives {len(states)} states of collectors, and of devices "
                      f"{sorted(topics - states)}")
        # They are not batches. A device that knew the collectors' group would get every second one of them, and receive nothing.
        fixes = sum(line.startswith(fix + " ") for line in allowed)
        fleet.wait_for("what is refused", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.refused")) >= fixes, 20)
        names = fleet.sql("SELECT d.tenant || '/' || d.name, count(*) FROM gpsbridge.refused r JOIN gpsbridge.device d ON d.id = r.device GROUP BY 1")
        check(names == f"{OWN}|{fixes}", f"the collector has received {names}; expected {OWN}|{fixes}")
        check_programs(fleet, place, ports, file_of, collector)


def check_programs(fleet, place, ports, file_of, collector):
    """What our programs send without authorities, and at ports that are not a broker's: no byte of a password."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        url = f"mqtts://localhost:{listener.getsockname()[1]}"
        missing = ("--ca", os.path.join(place, "missing.pem"), "--user", OWN, "--password-file", file_of(OWN))
        names = ("--tenant", "acme", "--device", "truck-42")
        for words in ((fleet.options.program, "publish", url, *names, *missing), (fleet.options.collector, "--hosts", url, *missing)):
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
            check(done.returncode == 2 and "missing.pem" in done.stderr, f"{os.path.basename(words[0])} ends with status {done.returncode}")
        listener.settimeout(0.5)
        try:
            listener.accept()[0].close()
            check(False, "nothing connects")
        except TimeoutError:
            check(True, "nothing connects")
        # A listener that is not encrypted gets the first message of TLS, and nothing after it.
        process = fleet.run(fleet.options.collector, "--hosts", url, "--database", fleet.database, "--ca", os.path.join(place, "ca.pem"),
                            "--user", OWN, "--password-file", file_of(OWN), stderr=subprocess.DEVNULL)
        listener.settimeout(20)
        connection = listener.accept()[0]
        connection.settimeout(1)
        data = b""
        try:
            while len(data) < 100_000:
                piece = connection.recv(65_536)
                if not piece:
                    break
                data += piece
                connection.sendall(b"\x20\x02\x00\x00")
        except (TimeoutError, ConnectionError):
            pass
        connection.close()
        process.kill()
        process.wait()
        is_hidden = all(word not in data for word in (password(OWN).encode(), OWN.encode(), b"MQTT"))
        check(data[:1] == b"\x16" and is_hidden, f"{len(data)} bytes of TLS reach a listener without it, and no byte of a password")
    check(collector.poll() is None, "the collector runs")


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
