"""Unusual files: each command ends within its limit or after its signal, and everything that it reported as kept is there."""
import os
import pathlib
import socket

from checking import wait_for

from .case import REFUSALS, STOPPED, Case
from .place import KEPT, OPEN, Place, Reader, full_pipe, kept, recording

# Rows that mostly wait.
JOBS = 6
WALK = "sim:walk?rate=5"


def readers():
    """Every command that reads a file, with and without a limit of its own."""
    yield "fix with a limit", lambda path: ["fix", path, "--timeout", "1s"], 1
    for name, words in (
        ("watch", ["watch"]), ("fix", ["fix"]), ("monitor", ["monitor", "--line"]),
        ("export", ["export", "--format", "gpx"]), ("stats", ["stats"]), ("replay", ["replay", "--speed", "max"]),
    ):
        yield name, lambda path, words=words: [words[0], path, *words[1:]], None


def input_cases(place):
    for column, words, limit in readers():
        for row, path in (("FIFO without a writer", place.fifo(f"{column}.fifo")), ("/dev/zero as a recording", "/dev/zero"),
                          ("/dev/full as a recording", "/dev/full")):
            # A command with a limit ends by itself; without one, only a signal ends reading of an endless file.
            ends, at = (set(), None) if limit else ({STOPPED}, 1)
            yield Case(f"files: {row}", column, words(path), REFUSALS | ends, limit, at)


def writers(walk):
    """Each command that writes a file, for a second or two."""
    yield "record", lambda path: ["record", WALK, "-o", path, "--duration", "2s"]
    yield "record --force", lambda path: ["record", WALK, "-o", path, "--duration", "2s", "--force"]
    yield "export", lambda path: ["export", walk, "-o", path, "--format", "nmea"]
    yield "export --force", lambda path: ["export", walk, "-o", path, "--format", "nmea", "--force"]
    yield "monitor --record", lambda path: ["monitor", WALK, "--line", "--record", path]


def output_cases(folder):
    for column, words in writers(recording(Place(folder))):
        # A command without a limit needs a signal.
        limit, at, ends = (None, 2, {STOPPED}) if column == "monitor --record" else (2, None, set())

        def case(row, path, statuses, **more):
            return Case(f"files: {row}", column, words(path), statuses, limit, at, **more)

        yield case("FIFO without a reader", Place(folder).fifo("out.nmea"), REFUSALS | ends)
        yield case("/dev/full as the output", "/dev/full", REFUSALS)

        reader = Reader(Place(folder).fifo("out.nmea"))
        def all_arrived(status, said, reader=reader):
            match = KEPT.search(said)
            reader.thread.join()
            if status == 0 and match and len(reader.data) < int(match["bytes"]):
                return f"{match[0]}, and the reader has {len(reader.data)}"
            return None
        yield case("FIFO with a reader", reader.path, {0} | REFUSALS | ends, before=reader.begin, after=all_arrived)

        gone = Reader(Place(folder).fifo("out.nmea"), most=1)
        yield case("FIFO whose reader leaves", gone.path, {0} | REFUSALS | ends, before=gone.begin)

        for change in ("removed", "replaced") if not column.startswith("export") else ():
            place = Place(folder)
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
            yield case(f"a file that is {change} meanwhile", path, {0} | REFUSALS | ends, during=disturb, after=kept(place))


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
    place = Place(folder)
    cases = [*input_cases(place), *output_cases(folder), *standard_output_cases(place), *phase_cases(place)]
    if is_sample:
        # Each row with one of the columns, in turn.
        cases = [case for index, case in enumerate(cases) if (index + seed) % 3 == 0]
    return [(f"{case.row} {case.column}", lambda case=case: case.run(report, str(Place(folder).path))) for case in cases]
