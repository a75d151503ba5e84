"""Unusual files: each command ends within its limit or after its signal, and everything that it reported as kept is there."""
import os
import pathlib
import shutil
import socket
import subprocess

from checking import wait_for

from . import tool
from .case import OTHER, REFUSALS, STOPPED, Case
from .place import KEPT, OPEN, Place, Reader, full_pipe, kept, recording

# Rows that mostly wait.
JOBS = 6
WALK = "sim:walk?rate=5"


def readers(place):
    """Every command that reads a file, with and without a limit of its own."""
    yield "fix with a limit", lambda path: ["fix", path, "--timeout", "1s"], 1
    for name, words in (
        ("watch", ["watch"]), ("fix", ["fix"]), ("monitor", ["monitor", "--line"]),
        ("export", ["export", "--format", "gpx"]), ("stats", ["stats"]), ("replay", ["replay", "--speed", "max"]),
    ):
        yield name, lambda path, words=words: [words[0], path, *words[1:]], None


def input_cases(place, is_root):
    def case(row, column, words, limit, path, statuses, **more):
        # A command with a limit ends by itself; without one, only a signal ends reading of an endless file.
        ends = set(statuses) | ({STOPPED} if limit is None else set())
        return Case(f"files: {row}", column, words(path), ends, limit, 1 if limit is None else None, **more)

    fifo = place.fifo("in.fifo")
    folder, missing, empty = place.folder("folder"), place / "missing.nmea", place / "empty.nmea"
    pathlib.Path(empty).touch()
    for column, words, limit in readers(place):
        yield case("FIFO without a writer", column, words, limit, fifo, REFUSALS)
        for device in ("/dev/zero", "/dev/full"):
            yield case(f"{device} as a recording", column, words, limit, device, REFUSALS)
        yield case("a directory", column, words, limit, folder, {2})
        yield case("no such file", column, words, limit, missing, {3})
        yield case("an empty file", column, words, limit, empty, {6})
    if is_root:
        locked = recording(place, "locked.nmea")
        os.chmod(locked, 0o600)
        strange = place.fifo("strange.fifo", OTHER - 1)
        for column, words, limit in readers(place):
            yield case("a file of another user", column, words, limit, locked, {4}, user=OTHER)
            yield case("FIFO of another user without a writer", column, words, limit, strange, REFUSALS, user=OTHER)


def settings_cases(place):
    """Settings in something that is not a regular file."""
    config = place.folder("config")
    os.mkdir(f"{config}/gpsbridge")
    os.mkfifo(f"{config}/gpsbridge/config.json5")
    for column, words in (("config check", ["config", "check"]), ("fix", ["fix", WALK]), ("watch", ["watch", WALK])):
        yield Case("files: settings that are a FIFO", column, words, REFUSALS, limit=1,
                   environment={"XDG_CONFIG_HOME": config})


def writers(walk):
    """Each command that writes a file, for a second or two."""
    yield "record", lambda path: ["record", WALK, "-o", path, "--duration", "2s"]
    yield "record --force", lambda path: ["record", WALK, "-o", path, "--duration", "2s", "--force"]
    yield "export", lambda path: ["export", walk, "-o", path, "--format", "nmea"]
    yield "export --force", lambda path: ["export", walk, "-o", path, "--format", "nmea", "--force"]
    yield "monitor --record", lambda path: ["monitor", WALK, "--line", "--record", path]


def output_cases(folder, is_root):
    for index in range(5):
        def new():
            place = Place(folder)
            column, words = list(writers(recording(place)))[index]
            # A command without a limit needs a signal.
            limit, at = (None, 2) if column == "monitor --record" else (2, None)
            return place, column, words, limit, at, ({STOPPED} if limit is None else set())

        place, column, words, limit, at, ends = new()
        fifo = place.fifo("out.nmea")
        yield Case("files: FIFO without a reader", column, words(fifo), REFUSALS | ends, limit, at)

        place, column, words, limit, at, ends = new()
        reader = Reader(place.fifo("out.nmea"))
        def all_arrived(status, said, reader=reader):
            match = KEPT.search(said)
            reader.thread.join()
            if status == 0 and match and len(reader.data) < int(match["bytes"]):
                return f"{match[0]}, and the reader has {len(reader.data)}"
            return None
        yield Case("files: FIFO with a reader", column, words(reader.path), {0} | ends | REFUSALS, limit, at,
                   before=reader.begin, after=all_arrived)

        place, column, words, limit, at, ends = new()
        gone = Reader(place.fifo("out.nmea"), most=1)
        yield Case("files: FIFO whose reader leaves", column, words(gone.path), {0} | ends | REFUSALS, limit, at,
                   before=gone.begin)

        place, column, words, limit, at, ends = new()
        yield Case("files: /dev/full as the output", column, words("/dev/full"), REFUSALS, limit, at)

        place, column, words, limit, at, ends = new()
        inner = place.folder("inner")
        yield Case("files: a directory as the output", column, words(inner),
                   REFUSALS if column.startswith("export") else {0} | ends, limit, at)

        for change in ("removed", "replaced"):
            place, column, words, limit, at, ends = new()
            path = place / "out.nmea"
            def disturb(process, path=path, change=change):
                # A program that refuses the file has ended by then.
                wait_for("the file", lambda: process.poll() is not None or os.path.exists(path) and os.path.getsize(path))
                if os.path.exists(path):
                    os.rename(path, path + ".old")
                    if change == "removed":
                        os.unlink(path + ".old")
                    else:
                        pathlib.Path(path).write_bytes(b"other\n")
            if not column.startswith("export"):
                yield Case(f"files: a file that is {change} meanwhile", column, words(path), {0} | REFUSALS | ends, limit, at,
                           during=disturb, after=kept(place))
        if is_root:
            place, column, words, limit, at, ends = new()
            sticky = place.folder("sticky", 0o1777)
            stranger = Reader(place.fifo("sticky/out.nmea", OTHER - 1))
            def nothing_left(status, said, stranger=stranger):
                return f"{len(stranger.data)} bytes in the FIFO of another user" if stranger.data else None
            yield Case("files: FIFO of another user", column, words(stranger.path), REFUSALS, limit, at, user=OTHER,
                       before=stranger.begin, after=nothing_left)

            place, column, words, limit, at, ends = new()
            shut = place.folder("shut", 0o555)
            yield Case("files: a read-only folder", column, words(f"{shut}/out.nmea"), {4}, limit, at, user=OTHER)


def full_disk_cases(folder):
    """A full disk: the part that fits stays and can be read."""
    for column, words in (("record", ["record", WALK, "-o", "small/out.nmea", "--duration", "9s"]),
                          ("record .gbr", ["record", WALK, "-o", "small/out.gbr", "--duration", "9s"]),
                          ("export", ["export", "walk.nmea", "-o", "small/out.nmea"])):
        place = Place(folder)
        place.folder("small")
        recording(place)
        shell = 'mount -t tmpfs -o size=8k,mode=777 tmpfs small || exit 77; "$@"; status=$?; cp small/* . ; exit $status'
        def readable(status, said, place=place, column=column):
            if column == "export":
                return "a part of a track" if (place.path / "out.nmea").exists() else None
            path = place.path / ("out.gbr" if ".gbr" in column else "out.nmea")
            if not path.exists() or not tool.records(["watch", path, "--types", "fix"], place.path):
                return "the part that fits can't be read"
            return None
        yield Case("files: a full disk", column, words, {1}, limit=9, after=readable,
                   wrapper=["unshare", "--map-root-user", "--mount", "sh", "-c", shell, "-"]), place


def standard_output_cases(place):
    walk = recording(place)
    verbs = {
        "watch": ["watch", walk], "fix": ["fix", walk], "monitor": ["monitor", WALK, "--line"],
        "export": ["export", walk, "--format", "gpx"], "stats": ["stats", walk], "devices": ["devices"],
        "replay": ["replay", walk, "--speed", "max"], "doctor": ["doctor", "sim:walk"],
        "simulate": ["simulate", "walk", "--duration", "1s"], "config": ["config", "show"], "version": ["version"],
    }
    for column, words in verbs.items():
        limit = 15 if column == "doctor" else 4
        yield Case("files: standard output is /dev/full", column, words, REFUSALS, limit, stdout="/dev/full")
        read, write = os.pipe()
        os.close(read)
        yield Case("files: standard output without a reader", column, words, {0} | REFUSALS, limit, stdout=write)


def phase_cases(place):
    """SIGTERM while a command opens, waits, works, and can't write its output."""
    walk = recording(place)
    absent = "/dev/ttyACM4711"
    # A server that accepts and sends nothing, until the end of the rows.
    silent = socket.create_server(("127.0.0.1", 0))
    OPEN.append(silent)
    nothing = "tcp://127.0.0.1:%d" % silent.getsockname()[1]
    phases = {
        "waits for a receiver": {
            "watch": ["watch", absent], "fix": ["fix", absent], "wait": ["wait", absent, "--device"],
            "monitor": ["monitor", absent, "--line"], "record": ["record", absent, "-o", place / "a.gbr"],
            "serve": ["serve", absent, "--gpsd", place / "a.sock"]},
        "receives nothing": {
            "watch": ["watch", nothing], "fix": ["fix", nothing], "wait": ["wait", nothing, "--time"],
            "monitor": ["monitor", nothing, "--line"], "record": ["record", nothing, "-o", place / "b.gbr"],
            "serve": ["serve", nothing, "--gpsd", place / "b.sock"]},
        "works": {
            "watch": ["watch", WALK], "fix": ["fix", WALK, "--average", "1h"], "wait": ["wait", "sim:silent"],
            "monitor": ["monitor", WALK, "--line"], "record": ["record", WALK, "-o", place / "c.gbr"],
            "serve": ["serve", WALK, "--gpsd", place / "c.sock"], "replay": ["replay", walk, "--pty", place / "c.pty"],
            "simulate": ["simulate", "walk", "--pty", place / "d.pty"]},
    }
    for phase, commands in phases.items():
        for column, words in commands.items():
            yield Case(f"files: SIGTERM while it {phase}", column, words, {STOPPED}, signal_at=1.5)
    for column, words in {
        "watch": ["watch", WALK], "monitor": ["monitor", WALK, "--line"], "export": ["export", walk, "--format", "ndjson"],
        "simulate": ["simulate", "walk"], "replay": ["replay", walk, "--speed", "max"], "watch of a recording": ["watch", walk],
    }.items():
        yield Case("files: SIGTERM while nobody reads its output", column, words, {STOPPED}, signal_at=1.5, stdout=full_pipe())


def rows(report, seed, is_sample, folder):
    os.chmod(folder, 0o755)
    is_root = os.geteuid() == 0
    if not is_root:
        report.note("files: rows with another user are skipped, they need root")
    shared = Place(folder)
    cases = [(case, None) for case in input_cases(shared, is_root)]
    cases += [(case, None) for case in settings_cases(Place(folder))]
    cases += [(case, None) for case in output_cases(folder, is_root)]
    cases += [(case, None) for case in standard_output_cases(Place(folder))]
    cases += [(case, None) for case in phase_cases(Place(folder))]
    if shutil.which("unshare") and subprocess.run(["unshare", "--map-root-user", "--mount", "true"], capture_output=True).returncode == 0:
        cases += full_disk_cases(folder)
    else:
        report.note("files: a full disk is skipped, it needs a mount namespace")
    if is_sample:
        # Each row with one of the columns, in turn.
        cases = [case for index, case in enumerate(cases) if (index + seed) % 3 == 0]

    def one(case, place):
        return f"{case.row} {case.column}", lambda: case.run(report, str((place or Place(folder)).path))
    return [one(case, place) for case, place in cases]
