"""A broker and a database in a folder, for fleet.py and its parts."""
import contextlib
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import checking
from checking import free_port

HERE = os.path.dirname(os.path.abspath(__file__))
failures = []


def check(is_met, text):
    print(("  ok    " if is_met else "  FALSE ") + text, flush=True)
    if not is_met:
        failures.append(text)


def end(process, number=None):
    """Kills a program, or sends it a signal, and waits for its end."""
    process.kill() if number is None else process.send_signal(number)
    process.wait(checking.HANG)


def write_track(path, place, count, until):
    """A GPX file with a position each second up to a time; `place` returns degrees of a second."""
    with open(path, "w", encoding="ascii") as file:
        file.write('<gpx version="1.1" creator="fleet.py" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n')
        for second in range(count):
            when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(until - count + 1 + second))
            lat, lon = place(second)
            file.write(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"><ele>{400 + second % 13}</ele><time>{when}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")


class Subscriber:
    """What mosquitto_sub receives."""

    def __init__(self, fleet, name, *words, command=None):
        self.path = os.path.join(fleet.folder, f"{name}.sub")
        command = command or ["mosquitto_sub", "-p", str(fleet.broker), "-V", "5", "-q", "1"]
        with open(self.path, "wb") as file:
            self.process = fleet.run("stdbuf", "-oL", *command, "-v", "-d", *words, stdout=file)
        fleet.wait_for(f"the subscription {name}", lambda: "SUBACK" in self.text())

    def text(self):
        with open(self.path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def messages(self, prefix):
        """The topic and the text of each message whose line is complete."""
        return [line.split(" ", 1) for line in self.text().split("\n")[:-1] if line.startswith(prefix)]


class Fleet:
    """A broker and a database in a folder, and the programs that use them."""

    def __init__(self, options, configuration=None, has_broker=True):
        self.options, self.processes, self.has_broker = options, [], has_broker
        self.folder = tempfile.mkdtemp(prefix="gpsbridge-fleet-")
        # The database's user must get into its folder.
        os.chmod(self.folder, 0o711)
        self.configuration = configuration

    def __enter__(self):
        try:
            if self.has_broker:
                self.broker = self.start("mosquitto", self.configuration)
                self.hosts = f"mqtt://127.0.0.1:{self.broker}"
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
        """Starts an engine; a configuration returns more lines for a folder."""
        # Another program may take a port between the question and the answer.
        for _ in range(5):
            port, more, folder = free_port(), [], self.folder_of(name)
            if configuration is not None:
                more = [os.path.join(self.folder, "more")]
                with open(more[0], "w", encoding="ascii") as file:
                    file.write(configuration(self.folder))
            if self.engine("start", name, folder, str(port), *more):
                return port
            shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"{name} does not start")

    def folder_of(self, name):
        return os.path.join(self.folder, name)

    def kill(self, name):
        self.engine("kill", name, self.folder_of(name))

    def again(self, name):
        if not self.engine("again", name, self.folder_of(name)):
            raise RuntimeError(f"{name} does not start again")

    def run(self, *words, **how):
        process = subprocess.Popen(words, **how)
        self.processes.append(process)
        return process

    def collector(self, name, *more, session=False, environment=None):
        log = open(os.path.join(self.folder, f"{name}.log"), "ab")
        return self.run(
            self.options.collector, "--hosts", self.hosts, "--database", self.database, "--name", name,
            "--archive", *more, stderr=log, start_new_session=session, env=environment)

    def probe(self, devices, each, rate=0, batch=1000, limit=600, first=0):
        words = [devices, each, rate, batch, limit, first]
        return self.run(
            self.options.probe, "publish", self.hosts, *map(str, words), stdout=subprocess.PIPE)

    def sql(self, text):
        done = subprocess.run(["psql", "-qAtX", self.database, "-c", text], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def rows(self, table="fix", where="true"):
        """How many rows a table has."""
        return int(self.sql(f"SELECT count(*) FROM gpsbridge.{table} WHERE {where}"))

    @contextlib.contextmanager
    def held(self, collectors=1):
        """While so many collectors wait for a lock of the table, with positions that are not committed."""
        holder = self.run("psql", "-qAtX", self.database, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        holder.stdin.write(b"BEGIN; LOCK TABLE gpsbridge.fix IN SHARE MODE;\n")
        holder.stdin.flush()
        waiting = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"
        self.wait_for("commits that wait", lambda: int(self.sql(waiting)) >= collectors)
        yield
        end(holder)

    def wait_for(self, what, is_met, seconds=checking.HANG):
        return checking.wait_for(what, is_met, seconds=seconds, step=0.05)

    def wait_for_rows(self, least, table="fix"):
        self.wait_for(f"{least:.0f} rows of {table}", lambda: self.rows(table) >= least)

    def log(self, name):
        with open(os.path.join(self.folder, f"{name}.log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def wait_for_log(self, name, *words, since=0):
        """Waits until a collector has reported all of some words since a length of its log."""
        self.wait_for(f"'{' and '.join(words)}' of {name}", lambda: all(word in self.log(name)[since:] for word in words))

    def wait_for_collector(self, name):
        self.wait_for_log(name, "writing to database", "connected to")

    def counts(self, process):
        """The counts that a probe prints at its end."""
        out, _ = process.communicate(timeout=1800)
        return {name: float(value) for name, value in (line.split() for line in out.decode().splitlines())}

    def publish_message(self, topic, data, quality="1"):
        """Whether the broker takes a message of mosquitto_pub; the data is bytes, or becomes JSON."""
        data = data if isinstance(data, bytes) else json.dumps(data).encode()
        words = ["mosquitto_pub", "-p", str(self.broker), "-V", "5", "-q", quality, "-t", topic, "-s"]
        done = subprocess.run(words, input=data, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return done.returncode == 0

    def check_table(self, devices, each):
        rows, distinct, whole, missing = self.sql(f"""
            SELECT count(*), count(DISTINCT (device, epoch, seq)),
              (SELECT count(*) FROM (SELECT device FROM gpsbridge.fix GROUP BY 1 HAVING count(*) = {each} AND max(seq) = {each}) w),
              (SELECT coalesce(sum(numbers), 0) FROM gpsbridge.missing) FROM gpsbridge.fix""").split("|")
        made = devices * each
        check(rows == distinct == str(made), f"{rows} rows, {distinct} distinct, of {made} that were made")
        check(whole == str(devices) and missing == "0", f"{whole} of {devices} devices are whole, {missing} numbers are missing")
