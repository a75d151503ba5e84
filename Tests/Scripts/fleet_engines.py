"""A broker and a database in a folder, for fleet.py and its parts."""
import glob
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
failures = []


def check(is_met, text):
    print(("  ok    " if is_met else "  FALSE ") + text, flush=True)
    if not is_met:
        failures.append(text)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def free_ports(count):
    """The first of so many free ports in a row, below those that the kernel gives to connections."""
    while True:
        first = random.randrange(20_000, 32_000 - count)
        try:
            sockets = []
            for port in range(first, first + count):
                sockets.append(socket.socket())
                sockets[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            pass
        finally:
            for taken in sockets:
                taken.close()


class Fleet:
    """A broker and a database in a folder, and the programs that use them.

    The engine is mosquitto, nats or rabbitmq; nats:3 has three nodes.
    """

    def __init__(self, options, configuration=None, engine="mosquitto"):
        self.options, self.processes = options, []
        self.name, _, nodes = engine.partition(":")
        self.engine_of_broker, self.nodes = engine, int(nodes or 1)
        self.folder = tempfile.mkdtemp(prefix="gpsbridge-fleet-")
        # The database's user must get into its folder.
        os.chmod(self.folder, 0o711)
        self.configuration = configuration

    def __enter__(self):
        try:
            self.broker = self.start(self.engine_of_broker, self.configuration)
            self.hosts = ",".join(f"mqtt://127.0.0.1:{self.broker + node}" for node in range(self.nodes))
            self.port = self.start("postgres")
            self.database = f"host=127.0.0.1 port={self.port} user=postgres dbname=fleet"
            subprocess.run(
                [self.options.collector, "--create", "--database", self.database], check=True, stderr=subprocess.DEVNULL)
        except BaseException:
            # Without a database, the broker must not stay.
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        for folder in glob.glob(os.path.join(self.folder, "*", "port")):
            self.engine("stop", os.path.dirname(folder))
        shutil.rmtree(self.folder, ignore_errors=True)

    def engine(self, *words):
        done = subprocess.run([os.path.join(HERE, "engines.sh"), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              start_new_session=True)
        if done.returncode == 77:
            print(done.stderr.decode().strip())
            sys.exit(77)
        return done.returncode == 0

    def start(self, name, configuration=None):
        """Starts an engine; a configuration returns more lines for a folder, and for the port of one with nodes."""
        is_alone = name in ("mosquitto", "postgres")
        # Another program may take a port between the question and the answer.
        for _ in range(5):
            more = []
            port = free_port() if is_alone else free_ports(50)
            if configuration is not None:
                more = [os.path.join(self.folder, "more")]
                with open(more[0], "w", encoding="ascii") as file:
                    file.write(configuration(self.folder) if is_alone else configuration(self.folder, port))
            folder = os.path.join(self.folder, name.partition(":")[0])
            if self.engine("start", name, folder, str(port), *more):
                return port
            shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"{name} does not start")

    def another_mosquitto(self, number):
        """Starts a broker that shares nothing with the first one; returns its folder."""
        port, folder = free_port(), os.path.join(self.folder, f"mosquitto-{number}")
        if not self.engine("start", "mosquitto", folder, str(port)):
            raise RuntimeError("mosquitto does not start")
        self.hosts += f",mqtt://127.0.0.1:{port}"
        return folder

    def folder_of(self, name):
        """The folder of an engine, or of the one that a node such as nats2 belongs to."""
        return os.path.join(self.folder, name.rstrip("123456789"))

    def kill(self, name):
        self.engine("kill", name, self.folder_of(name))

    def again(self, name, folder=None):
        if not self.engine("again", name, folder or self.folder_of(name)):
            raise RuntimeError(f"{name} does not start again")

    def run(self, *words, **how):
        process = subprocess.Popen(words, **how)
        self.processes.append(process)
        return process

    def collector(self, name, *more, session=False):
        log = open(os.path.join(self.folder, f"{name}.log"), "ab")
        return self.run(
            self.options.collector, "--hosts", self.hosts, "--database", self.database, "--name", name,
            "--archive", *more, stderr=log, start_new_session=session)

    def probe(self, devices, each, rate=0, batch=1000, limit=150, first=0):
        words = [devices, each, rate, batch, limit, first]
        return self.run(
            self.options.probe, "publish", self.hosts, *map(str, words), stdout=subprocess.PIPE)

    def sql(self, text):
        done = subprocess.run(["psql", "-qAtX", self.database, "-c", text], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def wait_for(self, what, is_met, seconds=60):
        end = time.monotonic() + seconds
        while not is_met():
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds} s for {what}")
            time.sleep(0.05)

    def wait_for_collector(self, name, count=1, connections=None):
        """Waits until a collector has written so many times that it has a database, and a connection."""
        path = os.path.join(self.folder, f"{name}.log")

        def is_there():
            with open(path, encoding="utf-8") as file:
                text = file.read()
            return text.count("writing to database") >= count and text.count("connected to") >= (connections or count)

        self.wait_for(f"the collector {name}", is_there)

    def counts(self, process):
        """The counts that a probe prints at its end."""
        out, _ = process.communicate(timeout=900)
        return {name: float(value) for name, value in (line.split() for line in out.decode().splitlines())}

    def check_table(self, devices, each):
        rows, distinct, whole, missing = self.sql(f"""
            SELECT count(*), count(DISTINCT (device, epoch, seq)),
              (SELECT count(*) FROM (SELECT device FROM gpsbridge.fix GROUP BY 1 HAVING count(*) = {each} AND max(seq) = {each}) w),
              (SELECT coalesce(sum(numbers), 0) FROM gpsbridge.missing) FROM gpsbridge.fix""").split("|")
        made = devices * each
        check(rows == distinct == str(made), f"{rows} rows, {distinct} distinct, of {made} that were made")
        check(whole == str(devices) and missing == "0", f"{whole} of {devices} devices are whole, {missing} numbers are missing")
