"""Programs that show positions, and what a client reads from them over time."""
import datetime
import json
import re
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request

from checking import end, free_port

from . import tool

LINE = re.compile(r"^\S+ (?P<state>[A-Z]+) .*?(?P<lat>-?\d+\.\d+),(?P<lon>-?\d+\.\d+)")


class Sight:
    """A position as a client read it: when, the time it is from, and whether it was called present.

    `when` is None if the client sees no position, `own_age` if the program prints none.
    """

    def __init__(self, at, when, is_live, own_age=None):
        self.at, self.when, self.is_live, self.own_age = at, when, is_live, own_age


class Program:
    """A run of the program on its own cable, with the row's clock."""

    def __init__(self, row, name, words, **options):
        self.row, self.name, self.cable = row, name, row.cable(name)
        source = row.source(self.cable)
        words = [source if word == "SOURCE" else word for word in words]
        self.begun = row.now()
        self.errors = open(f"{row.folder}/{name}.errors", "wb")
        self.process = tool.start(
            words, row.folder, stderr=self.errors, env=tool.environment(row.folder, **row.clock.environment()), **options)
        row.programs.append(self)

    def follow(self, function):
        """Runs a reader until it ends; an error of its connection ends it, too."""
        def run():
            while not self.row.is_over and self.process.poll() is None:
                try:
                    function()
                except (OSError, ValueError):
                    pass
                self.row.pause(0.2)
        threading.Thread(target=run, daemon=True).start()

    def lines(self, stream):
        """Lines as they arrive, and none while the client is stalled."""
        while True:
            self.row.stall()
            line = stream.readline()
            if not line:
                return
            yield line.decode(errors="replace").strip()

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        end(self.process)
        self.errors.close()

    def see(self, column, when, is_live, own_age=None):
        self.row.sights.setdefault(column, []).append(Sight(self.row.now(), when, is_live, own_age))

    def see_record(self, column, record):
        if record.get("type") == "fix" and "lat" in record:
            is_live = record.get("state") == "live" and "suspect" not in record
            self.see(column, self.row.receiver.when(record["lat"]), is_live, record.get("age_s"))


class Watch(Program):
    def __init__(self, row):
        super().__init__(row, "watch", ["watch", "SOURCE", "--types", "fix"], stdout=subprocess.PIPE)
        self.follow(self.read)

    def read(self):
        for line in self.lines(self.process.stdout):
            self.see_record("watch", json.loads(line))


class Monitor(Program):
    def __init__(self, row):
        super().__init__(row, "monitor", ["monitor", "SOURCE", "--line"], stdout=subprocess.PIPE)
        self.follow(self.read)

    def read(self):
        for line in self.lines(self.process.stdout):
            if found := LINE.match(line):
                self.see("monitor --line", self.row.receiver.when(float(found["lat"])), found["state"] == "LIVE")


class Serve(Program):
    """gpsd's port, and the page's answers."""

    def __init__(self, row):
        self.port, self.page = free_port(), free_port()
        super().__init__(row, "serve", ["serve", "SOURCE", "--gpsd", f"127.0.0.1:{self.port}", "--http", f"127.0.0.1:{self.page}"])
        for reader in (self.reports, self.poll, self.events, self.fix, self.health, self.metrics):
            self.follow(reader)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=70)

    def see_report(self, column, report):
        if "lat" in report:
            self.see(column, self.row.receiver.when(report["lat"]), report["mode"] >= 2)

    def reports(self):
        with self.connect() as connection, connection.makefile("rb") as stream:
            connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
            for line in self.lines(stream):
                if line.startswith('{"class":"TPV"'):
                    self.see_report("gpsd's port", json.loads(line))

    def poll(self):
        with self.connect() as connection, connection.makefile("rb") as stream:
            connection.sendall(b'?WATCH={"enable":true};\n')
            while not self.row.is_over and self.ask(connection, stream):
                self.row.pause(0.25)

    def ask(self, connection, stream):
        with self.row.gates["?POLL"]:
            connection.sendall(b"?POLL;\n")
            while line := stream.readline():
                if line.startswith(b'{"class":"POLL"'):
                    for report in json.loads(line)["tpv"]:
                        self.see_report("?POLL", report)
                    return True
        return False

    def get(self, path):
        return urllib.request.urlopen(f"http://127.0.0.1:{self.page}{path}", timeout=70)

    def events(self):
        with self.get("/events") as stream:
            for line in self.lines(stream):
                if line.startswith("data: "):
                    self.see_record("/events", json.loads(line[6:]))

    def fix(self):
        with self.row.gates["/fix.json"], self.get("/fix.json") as answer:
            self.see_record("/fix.json", json.loads(answer.read()))

    def health(self):
        # It has no position: its answer is about the newest one that could be read.
        try:
            with self.row.gates["/healthz"], self.get("/healthz") as answer:
                answer.read()
                self.see("/healthz", self.row.newest(self.cable), True)
        except urllib.error.HTTPError:
            self.see("/healthz", None, False)

    def metrics(self):
        with self.row.gates["/metrics"], self.get("/metrics") as answer:
            values = dict(re.findall(r"^(gpsbridge_fix_mode|gpsbridge_fix_age_seconds)\{.*\} (\S+)$", answer.read().decode(), re.M))
            age = float(values.get("gpsbridge_fix_age_seconds", "inf"))
            is_live = float(values.get("gpsbridge_fix_mode", 0)) >= 2 and age < 2.5
            self.see("/metrics", self.row.newest(self.cable) if is_live else None, is_live)


class Record(Program):
    def __init__(self, row):
        self.file = f"{row.folder}/kept.gbr"
        super().__init__(row, "record", ["record", "SOURCE", "-o", self.file])

    def header(self):
        """The start time in the recording's header."""
        with open(self.file, encoding="utf-8") as file:
            moment = file.readline().split()[2]
        return datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp()

    def exported(self):
        """The time of each exported position, from its latitude."""
        points = tool.records(["export", self.file, "--format", "ndjson"], self.row.folder)
        return [self.row.receiver.when(point["lat"]) for point in points if "lat" in point]


class Question(Program):
    """A command that prints one position, or ends when there is one."""

    KINDS = {"fix": ["fix", "SOURCE", "--json"], "fix --average": ["fix", "SOURCE", "--json", "--average", "3s"],
             "wait": ["wait", "SOURCE", "--fix", "2d"]}
    # Its time limit in seconds.
    LIMIT = 40
    # The time of a mean is the middle of its interval.
    MORE = {"fix --average": 3}

    def __init__(self, row, column):
        self.column = column
        super().__init__(row, f"question-{len(row.programs)}", [*self.KINDS[column], "--timeout", f"{self.LIMIT}s"], stdout=subprocess.PIPE)
        self.ended = None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        text = self.process.stdout.read()
        self.ended = self.row.now()
        if self.column == "wait":
            if self.process.wait() == 0:
                self.see("wait", self.row.newest(self.cable), True)
            return
        for line in text.splitlines():
            self.see_record(self.column, json.loads(line))
