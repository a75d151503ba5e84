"""A broker and a database in a folder, for fleet.py and its parts."""
import os
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


class Fleet:
    """A broker and a database in a folder, and the programs that use them."""

    def __init__(self, options, configuration=None):
        self.options, self.processes = options, []
        self.folder = tempfile.mkdtemp(prefix="gpsbridge-fleet-")
        # The database's user must get into its folder.
        os.chmod(self.folder, 0o711)
        self.configuration = configuration

    def __enter__(self):
        try:
            self.broker = self.start("mosquitto", self.configuration)
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
