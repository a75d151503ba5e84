"""Intruders at a fleet's broker: the part `access` of fleet.py."""
import os
import subprocess

from checking import HANG, free_port
from fleet_engines import HERE, Fleet, Subscriber, check, end

DOCS = os.path.join(HERE, "..", "..", "docs", "fleet")
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
            path = os.path.join(place, user.replace("/", ".") + ".password")
            with open(path, "w", encoding="ascii", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
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

        heard = {}

        def listen(name, version, user, *topics, more=()):
            words = [*more, *(word for topic in topics for word in ("-t", topic))]
            heard[name] = Subscriber(fleet, name, *words, command=client("mosquitto_sub", version, "-q", "1", user=user))
            return heard[name].process

        def received(name):
            return [" ".join(message) for message in heard[name].messages(("gpsbridge/", "$SYS/", "elsewhere"))]

        root = "gpsbridge/v1/"
        listen("witness", "5", "witness", "#", "$SYS/broker/version")
        spied = ["#", "gpsbridge/#", f"{root}{OWN}/+", f"{root}+/+/fix", "$share/unknown/gpsbridge/v1/+/+/fix", "$SYS/#",
                 "$share/gpsbridge/gpsbridge/v1/+/+/fix"]
        for version in ("5", "311"):
            for user in (OTHER, TENANT, "reader", "acme"):
                listen(f"spy {user} {version}".replace("/", "."), version, user, *spied)
        allowed = []
        for version in ("5", "311"):
            for lane in ("fix", "state", "last", "live"):
                allowed.append(f"{root}{OWN}/{lane} allowed {version}")
                publish(version, OWN, f"{root}{OWN}/{lane}", f"allowed {version}")
            for topic in (f"{root}{OWN}/ack", f"{root}collector/two/state"):
                allowed.append(f"{topic} allowed {version}")
                publish(version, "collector", topic, f"allowed {version}")
            device = [f"{root}{OWN}/{lane}" for lane in ("fix", "state", "last", "live", "ack")]
            strange = [f"{root}{OWN}", f"{root}{OWN}/fix/more", "elsewhere", "$SYS/broker/version", f"{root}collector/one/state"]
            forbidden = [(user, topic) for user in (OTHER, TENANT, "reader", "acme", "+/+", "#", "acme/+", None) for topic in device + strange]
            forbidden += [(OTHER, f"{root}{OTHER}/ack"), (OWN, f"{root}{OWN}/ack")]
            forbidden += [("collector", topic) for topic in device[:4] + strange[:4]]
            taken = [f"{user} {topic}" for user, topic in forbidden if publish(version, user, topic, "forbidden")]
            if version == "5":
                check(not taken, f"MQTT 5 reports each of {len(forbidden)} messages as forbidden {taken[:3]}")
            # A will for another device, by a client that is killed.
            will = ("--will-topic", f"{root}{OWN}/state", "--will-payload", "forbidden", "--will-retain")
            process = listen("heir" + version, version, OTHER, "x", more=will)
            end(process)
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
        fleet.wait_for("what is allowed", lambda: set(allowed) <= set(received("witness")))
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
        fleet.wait_for_rows(fixes, "refused")
        names = fleet.sql("SELECT d.tenant || '/' || d.name, count(*) FROM gpsbridge.refused r JOIN gpsbridge.device d ON d.id = r.device GROUP BY 1")
        check(names == f"{OWN}|{fixes}", f"the collector has received {names}; expected {OWN}|{fixes}")
        missing = os.path.join(place, "missing.pem")
        done = subprocess.run((options.collector, "--hosts", "mqtts://localhost:1", "--ca", missing, "--user", OWN, "--password-file",
                               file_of(OWN)), capture_output=True, text=True, check=False, timeout=HANG)
        check(done.returncode == 2 and "missing.pem" in done.stderr, f"without authorities a collector ends with status {done.returncode}")
        check(collector.poll() is None, "the collector runs")
