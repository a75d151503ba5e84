"""A database, a proxy with TLS and collectors in a folder, for fleet.py and its parts."""
import glob
import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import time

import checking
from checking import ROOT, free_port

HERE = os.path.dirname(os.path.abspath(__file__))
COLLECTORS = 2
failures = []


def check(is_met, text):
    print(("  ok    " if is_met else "  FALSE ") + text, flush=True)
    if not is_met:
        failures.append(text)


def end(process, number=signal.SIGKILL):
    """Sends a signal to a program, and waits for its end."""
    process.send_signal(number)
    process.wait(checking.HANG)


def text_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def write(path, text, mode=0o644):
    with open(path, "w", encoding="ascii", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(text)
    return path


class Fleet:
    """A database and a proxy in a folder, the two collectors of the proxy, and devices with tokens of the tenant acme."""

    def __init__(self, options, proxy="nginx"):
        """`proxy` is an engine of engines.sh, or None for a database alone."""
        self.options, self.proxy, self.processes, self.collectors, self.tokens = options, proxy, [], {}, []
        self.folder = tempfile.mkdtemp(prefix="gpsbridge-fleet-")
        # The database's user must get into its folder.
        os.chmod(self.folder, 0o711)

    def __enter__(self):
        try:
            self.port = self.start("postgres")
            self.owner = f"host=127.0.0.1 port={self.port} user=postgres dbname=fleet"
            subprocess.run([self.options.collector, "--create", "--database", self.owner], check=True, stderr=subprocess.DEVNULL)
            if self.proxy is not None:
                self.admit_collectors()
                self.certify()
                self.ports = [free_port() for _ in range(COLLECTORS)]
                self.address = "127.0.0.1", self.start(self.proxy, self.configuration)
                self.url = f"https://localhost:{self.address[1]}"
                self.manage("tenant", "add", "acme")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        for folder in glob.glob(self.path("*", "port")):
            self.engine("stop", os.path.dirname(folder))
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    # Engines

    def engine(self, *words):
        done = subprocess.run([os.path.join(HERE, "engines.sh"), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              start_new_session=True)
        if done.returncode == 77:
            raise checking.Missing(done.stderr.decode().strip())
        return done.returncode == 0

    def start(self, name, configuration=None):
        """Starts an engine, and returns its port; `configuration` returns that of a proxy for a port."""
        # Another program may take a port between the question and the answer.
        for _ in range(5):
            port = free_port()
            more = [] if configuration is None else [write(self.path("configuration"), configuration(port))]
            if self.engine("start", name, self.path(name), str(port), *more):
                return port
            shutil.rmtree(self.path(name), ignore_errors=True)
        raise RuntimeError(f"{name} does not start")

    def kill(self, victim):
        """Kills an engine, or a collector by its number."""
        if victim in self.collectors:
            return end(self.collectors[victim])
        return self.engine("kill", victim, self.path(victim))

    def again(self, victim):
        if victim in self.collectors:
            self.collector(victim)
        elif not self.engine("again", victim, self.path(victim)):
            raise RuntimeError(f"{victim} does not start again")

    def process_of(self, name):
        """The process ID of an engine, 0 if it has none."""
        text = text_of(self.path("postgres/pg/postmaster.pid" if name == "postgres" else f"{name}/proxy.pid"))
        return int(text.split()[0]) if text else 0

    def configuration(self, port):
        """The shipped configuration of nginx, or a short one of HAProxy, with ports and files of ours."""
        if self.proxy == "haproxy":
            servers = "\n".join(f"server c{port} 127.0.0.1:{port} check inter 500 fall 2 rise 1" for port in self.ports)
            times = "\n".join(f"timeout {name}" for name in ("connect 2s", "client 150s", "http-request 10s", "server 20s"))
            return (f"global\nmaxconn 8192\ndefaults\nmode http\n{times}\nretry-on conn-failure empty-response\noption redispatch\n"
                    f"frontend fleet\nbind 127.0.0.1:{port} ssl crt {self.path('server.both')} backlog 4096\ndefault_backend collectors\n"
                    f"backend collectors\nbalance leastconn\n{servers}\n")
        text = (ROOT / "docs/fleet/nginx.conf").read_text("ascii")
        servers = " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in self.ports)
        for ours, shipped in ((f"listen 127.0.0.1:{port} ssl", "listen 443 ssl"), (self.path("server.pem"), "/etc/ssl/fleet.example.pem"),
                              (self.path("server.key"), "/etc/ssl/private/fleet.example.key"), (servers, "server 127.0.0.1:8950 max_fails=0;")):
            assert shipped in text, shipped
            text = text.replace(shipped, ours)
        temporary = " ".join(f"{kind}_temp_path {self.path(kind)};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (f"{'user root;' if os.getuid() == 0 else ''} worker_processes 1; worker_rlimit_nofile 16384; pid {self.path('nginx', 'pid')};\n"
                f"error_log {self.path('nginx.log')} info; events {{ worker_connections 8000; }}\nhttp {{ access_log off; {temporary}\n{text}}}\n")

    def certify(self, days=2):
        """Makes an authority, `ca.pem`, and a certificate of the proxy that is valid for some days."""
        def openssl(*words):
            subprocess.run(["openssl", *words], cwd=self.folder, check=True, stdin=subprocess.DEVNULL, capture_output=True)

        new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        if not os.path.exists(self.path("ca.pem")):
            openssl(*new, "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=fleet.py")
            write(self.path("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        openssl(*new, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
        openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem",
                "-days", str(days), "-extfile", "names")
        write(self.path("server.both"), text_of(self.path("server.pem")) + text_of(self.path("server.key")))

    # Collectors

    def admit_collectors(self):
        """Makes a role for collectors, which needs a password; libpq reads it for each connection."""
        rules = self.path("postgres", "pg", "pg_hba.conf")
        write(rules, "host all collect 127.0.0.1/32 scram-sha-256\n" + text_of(rules))
        self.sql("CREATE ROLE collect LOGIN PASSWORD 'first' IN ROLE gpsbridge_collect, gpsbridge_page; SELECT pg_reload_conf()")
        write(self.path("password"), "*:*:*:collect:first\n", 0o600)
        self.database = f"host=127.0.0.1 port={self.port} user=collect dbname=fleet passfile={self.path('password')}"

    def collector(self, number, *more, session=False):
        with open(self.path(f"collector-{number}.log"), "ab") as log:
            self.collectors[number] = self.run(self.options.collector, "--listen", str(self.ports[number]), "--database", self.database, *more,
                                               stderr=log, start_new_session=session)
        return self.collectors[number]

    def collect(self):
        """Starts all collectors, and waits until they commit."""
        for number in range(COLLECTORS):
            self.collector(number)
        self.wait_for_collectors()
        return self

    def wait_for_collectors(self):
        for number, process in self.collectors.items():
            checking.wait_for(f"collector {number}", lambda number=number: self.ask(number, "/healthz")[0] == 200, process)

    def log(self, number):
        return text_of(self.path(f"collector-{number}.log"))

    def ask(self, number, path):
        """The status and the text of a collector's answer; 0 and the reason without one."""
        connection = self.connection(number, timeout=2)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            return 0, repr(error)
        finally:
            connection.close()

    def metric(self, name, labels="", numbers=range(COLLECTORS)):
        """The sum of a metric over collectors; labels are a part of its text."""
        pattern = re.compile(rf"^gpsbridge_collect_{name}(?:\{{[^}}]*{re.escape(labels)}[^}}]*\}})? (\S+)$", re.MULTILINE)
        return sum(float(value) for number in numbers for value in pattern.findall(self.ask(number, "/metrics")[1]))

    # Devices

    def manage(self, *words):
        """Runs a command of enrollment, as the owner of the tables; returns what it prints."""
        done = subprocess.run([self.options.collector, "--database", self.owner, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def enroll(self, count):
        """Adds the devices d0, d1 and so on, with their tokens."""
        names = write(self.path("names-of-devices"), "".join(f"acme/d{number}\n" for number in range(count)))
        text = self.manage("device", "add", "--file", names)
        write(self.path("tokens"), text, 0o600)
        self.tokens = [line.split()[-1] for line in text.splitlines()]
        return self

    def device(self, name):
        """Adds a device; returns the flags of its publisher."""
        return "--ca", self.path("ca.pem"), "--token-file", self.manage("device", "add", f"acme/{name}", "--into", self.folder).split()[-1]

    def probe(self, devices, each, rate=0, batch=1000, first=0, limit=600, session=False, **keys):
        words = [devices, each, rate, batch, limit, first]
        keys = {"ca": self.path("ca.pem"), **{name.replace("_", "-"): value for name, value in keys.items()}}
        return self.run(self.options.probe, "publish", self.url, self.path("tokens"), *map(str, words),
                        *(f"{name}={value}" for name, value in keys.items()), stdout=subprocess.PIPE, start_new_session=session)

    def counts(self, process, makes_rest=False):
        """The counts that a probe prints at its end; before, it can make all positions that are still to come. Prints the times and answers."""
        if makes_rest:
            process.send_signal(signal.SIGUSR1)
        out, _ = process.communicate(timeout=1800)
        counts = {name: float(value) for name, value in (line.split() for line in out.decode().splitlines())}
        answers = ", ".join(f"{count:.0f} with status {name[7:]}" for name, count in counts.items() if name.startswith("status_"))
        within = f"half within {counts['half_within']} s, 99 of 100 within {counts['99_of_100_within']} s; " if counts["half_within"] > 0 else ""
        print(f"  {counts['devices']:.0f} devices: {within}{counts['seconds']:.1f} s; answers: {answers}")
        return counts

    def batch(self, first, last):
        """The bytes of a batch."""
        return subprocess.run([self.options.probe, "batch", str(first), str(last)], capture_output=True, check=True).stdout

    def publisher(self, store, *more):
        """A real publisher of a store, whose notes are in the file STORE.log."""
        with open(store + ".log", "ab") as log:
            return self.run(self.options.program, "publish", self.url, "--store", store, "--batch", "1s", *more, stderr=log)

    def is_delivered(self, store):
        words = (self.options.program, "publish", self.url, "--store", store, "--status")
        return ", 0 to send" in subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def keep_track(self, store, place, count, until):
        """Imports a position each second up to a time into a store; `place` returns degrees of a second."""
        points = [f'<trkpt lat="{place(second)[0]:.7f}" lon="{place(second)[1]:.7f}"><ele>{400 + second % 13}</ele><time>'
                  + time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(until - count + 1 + second)) + "</time></trkpt>\n" for second in range(count)]
        write(self.path("track.gpx"), '<gpx version="1.1" creator="fleet.py" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
              + "".join(points) + "</trkseg></trk></gpx>\n")
        subprocess.run([self.options.program, "import", self.path("track.gpx"), "--of", "truck", "--store", store], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def post(self, body, token=None, number=None, path="/v1/batch", connection=None, **headers):
        """Posts to the proxy, or to a collector; the status of the answer, and its word, which is empty if the body is not a collector's."""
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **{name.replace("_", "-"): value for name, value in headers.items()}}
        one = connection or self.connection(number)
        try:
            one.request("POST", path, body, headers)
            answer = one.getresponse()
            text = answer.read()
            return answer.status, json.loads(text).get("error", "committed")
        except ValueError:
            return answer.status, ""
        except (OSError, http.client.HTTPException) as error:
            return 0, type(error).__name__
        finally:
            if connection is None:
                one.close()

    def connection(self, number=None, timeout=30):
        """A connection to the proxy, or to a collector."""
        if number is not None:
            return http.client.HTTPConnection("127.0.0.1", self.ports[number], timeout=timeout)
        trust = ssl.create_default_context(cafile=self.path("ca.pem"))
        return http.client.HTTPSConnection("localhost", self.address[1], context=trust, timeout=timeout)

    # The table

    def run(self, *words, **how):
        process = subprocess.Popen(words, **how)
        self.processes.append(process)
        return process

    def sql(self, text):
        done = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", self.owner, "-c", text], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def rows(self, table="position", where="true"):
        """How many rows a table has."""
        return int(self.sql(f"SELECT count(*) FROM gpsbridge.{table} WHERE {where}"))

    def hold(self, table="gpsbridge.fix"):
        """Locks a table in a transaction of another program: it can be read, and not be written."""
        self.holder = self.run("psql", "-qAtX", self.owner, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.holder.stdin.write(f"BEGIN; LOCK TABLE {table} IN SHARE MODE; SELECT 'locked';\n".encode())
        self.holder.stdin.flush()
        self.holder.stdout.readline()

    def release(self):
        self.holder.stdin.close()
        self.holder.wait(checking.HANG)

    def wait_for(self, what, is_met, seconds=checking.HANG):
        return checking.wait_for(what, is_met, seconds=seconds, step=0.05)

    def wait_for_rows(self, least):
        self.wait_for(f"{least:.0f} rows", lambda: self.rows() >= least)

    def check_table(self, devices, each, names="d%"):
        """Each number of each device is in the table once."""
        made = devices * each
        rows, distinct, whole, missing = self.sql(f"""
            WITH x AS (SELECT p.device, p.epoch, p.seq FROM gpsbridge.position p JOIN gpsbridge.device d ON d.id = p.device WHERE d.name LIKE '{names}')
            SELECT count(*), count(DISTINCT (device, epoch, seq)),
              (SELECT count(*) FROM (SELECT device FROM x GROUP BY 1 HAVING count(*) = {each} AND max(seq) = {each}) w),
              (SELECT coalesce(sum(numbers), 0) FROM gpsbridge.missing) FROM x""").split("|")
        check(rows == distinct == str(made), f"{rows} rows, {distinct} distinct, of {made} that were made")
        check(whole == str(devices) and missing == "0", f"{whole} of {devices} devices are whole, {missing} numbers are missing")
