"""The parts of store.py that read: files of strangers, what the doctor and /healthz report, and the time of questions."""

import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import time
import urllib.error
import urllib.request

# 2026-11-20
DAY = 1795132800


def stop(text):
    return "strangers: " + text


# Strangers

def files_of_strangers(folder, store):
    """Makes the files; returns their names with what the error must say."""
    def path(name):
        return os.path.join(folder, name)

    with open(path("text"), "w") as file:
        file.write("where was I on Tuesday?\n" * 300)
    with open(path("short"), "wb") as file:
        file.write(b"SQLite format 3\0")
    with open(store, "rb") as whole, open(path("cut"), "wb") as file:
        file.write(whole.read()[:9000])
    open(path("empty"), "w").close()
    os.mkdir(path("folder"))
    os.mkfifo(path("pipe"))
    os.symlink(store, path("link"))
    other = sqlite3.connect(path("other"))
    other.execute("CREATE TABLE fix (seq INTEGER PRIMARY KEY)")
    other.commit()
    other.close()
    for name, script in (
        ("newer", "PRAGMA user_version = 1000000; UPDATE store SET value = '1000000' WHERE key = 'reads'"),
        ("view", "DROP TABLE fix; CREATE VIEW fix AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                 " SELECT i AS seq, 1 AS session, 0 AS mono, i AS t FROM n"),
        ("columns", "DROP TABLE segment; CREATE TABLE segment (first INTEGER PRIMARY KEY)"),
        ("numbers", "UPDATE segment SET last = 9223372036854775807, t1 = 9223372036854775807, first = -9223372036854775807"
                    " WHERE first = (SELECT min(first) FROM segment); UPDATE fix SET t = 9223372036854775807, lat = 1 << 60"),
    ):
        shutil.copy(store, path(name))
        file = sqlite3.connect(path(name))
        file.executescript(script)
        file.commit()
        file.close()
    return {
        "text": "not a database", "short": "", "cut": "", "empty": "empty", "folder": "folder", "pipe": "pipe", "link": "link",
        "other": "another program", "newer": "1000000", "view": "other tables", "columns": "", "numbers": "", "absent": "No such file",
    }


def contents(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as file:
                found[name] = file.read()
        else:
            found[name] = None
    return found


def strangers(options, work):
    """S7: one clear error for each file, nothing written, nothing hangs, a second at most."""
    folder, store = os.path.join(work, "strangers"), os.path.join(work, "whole.db")
    os.mkdir(folder)
    walk = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Recordings", "morning-walk.nmea")
    subprocess.run([options.program, "import", "--store", store, walk], check=True, stdout=subprocess.DEVNULL)
    expected = files_of_strangers(folder, store)
    before, failed, longest = contents(folder), [], 0
    for name, words in expected.items():
        path = os.path.join(folder, name)
        verbs = [
            ["track", "2026-11-20", "--store", path], ["track", "--near", "47.6,9.4,10km", "--store", path],
            ["export", "store:" + path, "--format", "gpx"], ["stats", "store:" + path], ["watch", "store:" + path],
        ]
        # A writer makes a store of a file that is empty or not there.
        if name not in ("empty", "absent", "numbers"):
            verbs.append(["import", "--store", path, walk])
        # A recorder sets a damaged store aside.
        if name not in ("empty", "absent", "numbers", "cut"):
            verbs.append(["record", "sim:drive", "--store", path, "--duration", "200ms"])
        for verb in verbs:
            begin = time.monotonic()
            try:
                run = subprocess.run([options.program, *verb], capture_output=True, text=True, timeout=10)
            except subprocess.TimeoutExpired:
                failed.append(stop("%s of %s hangs" % (verb[0], name)))
                continue
            longest = max(longest, time.monotonic() - begin)
            text = run.stderr + (run.stdout if verb[0] == "watch" else "")
            # `watch` prints the error as a record to a pipe, too.
            if run.returncode not in (1, 2, 3, 4, 6) or run.stderr.count("error: ") != 1 or "\n  fix: " not in run.stderr:
                failed.append(stop("%s of %s ended with %d: %s" % (verb[0], name, run.returncode, text[:200])))
            elif words not in text:
                failed.append(stop("%s of %s does not report '%s': %s" % (verb[0], name, words, text[:200])))
    after = contents(folder)
    # A whole store gets its log and its lock beside it by being read and written.
    changed = [name for name in after if not name.endswith(("-shm", "-wal", "-lock")) and after[name] != before.get(name)]
    if changed:
        failed.append(stop("changed: %s" % " ".join(changed)))
    if longest > 1:
        failed.append(stop("an error took %.1f s" % longest))
    failed += named(options, work, store)
    print("strangers: %d files, %.0f ms at most" % (len(expected), longest * 1000))
    return failed


def named(options, work, store):
    """A device whose name has controls and a million letters."""
    path = os.path.join(work, "named.db")
    shutil.copy(store, path)
    file = sqlite3.connect(path)
    name = "\x1b]0;owned\x07\u202e\n" + "x" * 1_000_000
    file.execute("UPDATE device SET name = ?1, key = ?1", (name,))
    file.execute("INSERT INTO device (id, key, name) VALUES (99, 'b', 'b')")
    file.execute("UPDATE session SET kind = ?1", (name,))
    file.execute("INSERT INTO gap SELECT max(seq) + 1, 1, ?1, ?1 + 60000, ?2, ?2 FROM fix", (DAY * 1000, name))
    file.commit()
    file.close()
    failed = []
    for verb in (["track", "2026-11-20"], ["track", "days"], ["track", "gaps"], ["track", "2026-11-20", "--json"],
                 ["track", "gaps", "--json"]):
        run = subprocess.run([options.program, *verb, "--store", path], capture_output=True, timeout=10)
        text = run.stdout.decode()
        bad = [letter for letter in text if (ord(letter) < 32 and letter != "\n") or letter in "\x7f\u202e"]
        if run.returncode or bad or len(text) > 4000:
            failed.append(stop("%s of a long name: status %d, %d letters, %d controls" % (
                " ".join(verb), run.returncode, len(text), len(bad))))
    return failed


# The doctor and /healthz

def health(port):
    """The status and the text of /healthz; 0 while nobody answers."""
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d/healthz" % port, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)


def soon(condition, seconds=60):
    """Waits until a condition holds; returns whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def seen(options, work):
    """While a store is written, and while its disk has no room: what the doctor and /healthz report; a report for others has no path."""
    failed, words = [], {}
    for name, keep_free in (("well", "1M"), ("full", "9000000G")):
        folder = os.path.join(work, "seen-" + name)
        os.makedirs(os.path.join(folder, "gpsbridge"))
        with open(os.path.join(folder, "gpsbridge", "config.json5"), "w", encoding="utf-8") as file:
            file.write("{ store: { file: '%s/track.db', 'keep-free': '%s' }, serve: { store: 'auto' } }" % (folder, keep_free))
        environment = dict(os.environ, XDG_CONFIG_HOME=folder)
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
        server = subprocess.Popen([options.program, "serve", "sim:drive", "--gpsd", "none", "--http", str(port)],
                                  env=environment, stderr=subprocess.DEVNULL)

        def doctor(*more):
            run = subprocess.run([options.program, "doctor", "sim:drive", "--duration", "1s", "--json", *more],
                                 env=environment, capture_output=True, check=False)
            return {item["code"]: item for item in json.loads(run.stdout)["findings"]}

        try:
            code = 200 if name == "well" else 503
            if not soon(lambda: health(port)[0] == code and ("track store" in health(port)[1]) == (code == 503)):
                failed.append("seen: /healthz is %s while the disk is %s" % (health(port), name))
            path = os.path.join(folder, "report.txt")
            found = doctor("--bundle", path)
            words[name] = found["store"]["why"]
            with open(path, encoding="utf-8") as file:
                if folder in file.read():
                    failed.append("seen: the report has the path")
            writer = "%s (process %d) writes it" % (os.path.basename(options.program)[:15], server.pid)
            if writer not in words[name]:
                failed.append("seen: '%s', expected %s" % (words[name], writer))
            if ("store_room" in found) != (name == "full"):
                failed.append("seen: %s while the disk is %s" % (sorted(found), name))
            if name == "full":
                # By the settings of another user, the disk has room: what the writer notes is the only sign.
                with open(os.path.join(folder, "gpsbridge", "config.json5"), "w", encoding="utf-8") as file:
                    file.write("{ store: { file: '%s/track.db', 'keep-free': '1M' } }" % folder)
                if "store_not_written" not in doctor():
                    failed.append("seen: the writer's note is not reported: %s" % sorted(doctor()))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
        if "no program that is visible here writes it" not in doctor()["store"]["why"]:
            failed.append("seen: there should be no writer any more: %s" % doctor()["store"])
    print("seen: %s; full: %s" % (words["well"], words["full"]))
    return failed


def linked(options, work):
    """The C that calls SQLite, in a static program: GPSBRIDGE_LINKED_SQLITE."""
    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources", "Storing", "CGPSSQLite")
    program, file = os.path.join(work, "linked"), os.path.join(work, "linked.db")
    build = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-DGPSBRIDGE_LINKED_SQLITE", "-I", os.path.join(sources, "include"),
             "-o", program, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "StoreTests", "linked.c"),
             os.path.join(sources, "CGPSSQLite.c"), "-lsqlite3", "-lm"]
    made = subprocess.run(build, capture_output=True, text=True, check=False)
    if made.returncode:
        return ["linked: %s" % made.stderr[-300:]]
    with open(file, "wb"):
        pass
    run = subprocess.run([program, file], capture_output=True, text=True, check=False)
    if run.returncode:
        return ["linked: status %d: %s" % (run.returncode, run.stderr)]
    store = sqlite3.connect(file)
    rows = store.execute("SELECT * FROM fix").fetchall()
    store.close()
    print("linked: a static program of %.1f MB has written %s" % (os.path.getsize(program) / 1e6, rows))
    return [] if rows == [(7, None, -2)] else ["linked: it wrote %s" % rows]


# Questions

def sentence(body):
    checksum = 0
    for letter in body.encode():
        checksum ^= letter
    return "$%s*%02X\r\n" % (body, checksum)


def recording(path, fixes, begin=DAY):
    """A recording of a ride: a position each second, with speed and course."""
    with open(path, "w") as file:
        for number in range(fixes):
            moment = time.gmtime(begin + number)
            north = 2700 + (number % 20_000) * 0.006
            east = 540 + (number % 7_000) * 0.004
            file.write(sentence("GPRMC,%s.00,A,%02d%07.4f,N,%03d%07.4f,E,19.4,%05.1f,%s,,,A" % (
                time.strftime("%H%M%S", moment), north // 60, north % 60, east // 60, east % 60, number % 360,
                time.strftime("%d%m%y", moment))))


def spent():
    """The processor time of all programs so far: other programs on the machine do not count."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def median(program, *words, runs=5):
    """The median processor time of a program in milliseconds, with its last output."""
    times = []
    for _ in range(runs):
        begin = spent()
        run = subprocess.run([program, *words], capture_output=True)
        times.append((spent() - begin) * 1000)
        if run.returncode:
            raise RuntimeError("%s: %s" % (" ".join(words), run.stderr.decode()[:300]))
    return statistics.median(times), run.stdout


def first_line(program, *words, runs=5):
    """The shortest time from a program's start to its first line in milliseconds: others use the machine as well."""
    times = []
    for _ in range(runs):
        begin = time.monotonic()
        run = subprocess.Popen([program, *words], stdout=subprocess.PIPE)
        line = run.stdout.readline()
        times.append((time.monotonic() - begin) * 1000)
        run.communicate()
        if run.returncode or not line:
            raise RuntimeError("%s: status %d" % (" ".join(words), run.returncode))
    return min(times)


def questions(options, work):
    """S9: the time of questions, beside sqlite3 and gpsbabel in the same run."""
    program, store = options.program, os.path.join(work, "questions.db")
    fixes = 10_000_000 if options.long else 1_000_000
    track = os.path.join(work, "ride.nmea")
    recording(track, fixes)
    begin = spent()
    subprocess.run([program, "import", "--store", store, track], check=True, stdout=subprocess.DEVNULL)
    imported = spent() - begin
    size = os.path.getsize(store) / fixes
    start, _ = median(program, "version")
    source = "store:" + store
    window = ("--from", "2026-11-24", "--to", "2026-11-24")
    day, table = median(program, "export", source, "--format", "csv", *window)
    rows = table.count(b"\n") - 1
    gpx, text = median(program, "export", source, "--format", "gpx", *window)
    one, _ = median(program, "track", "2026-11-24", "--store", store)
    days, _ = median(program, "track", "days", "--store", store)
    near, _ = median(program, "track", "--near", "45.5,9.2,200m", "--store", store)
    print("questions: %d fixes, imported in %.1f s (goal 3), %.1f B a fix; start %.0f ms" % (fixes, imported, size, start))
    print("  track of a day %.0f ms, days %.0f ms, near a place %.0f ms" % (one, days, near))
    first = first_line(program, "track", "2026-11-24", "--store", store)
    asked = subprocess.run([options.probe, "--ask", store, "45.5", "9.2", "200"], check=True, capture_output=True).stdout.split()
    print("  first line of the track after %.0f ms (goal 30); last position %.3f ms (goal 0.1), a box of 200 m %.1f ms (goal 5), %s fixes"
          % (first, float(asked[0]) / 1000, float(asked[1]) / 1000, asked[2].decode()))
    print("  a day of %d fixes as CSV %.0f ms, as GPX %.0f ms, %.0f B a fix in GPX" % (rows, day, gpx, len(text) / max(rows, 1)))
    failed = []
    if rows != 86_400:
        failed.append("questions: a day has %d fixes" % rows)
    if shutil.which("sqlite3"):
        query = "SELECT * FROM fix WHERE t BETWEEN %d AND %d" % ((DAY + 4 * 86_400) * 1000, (DAY + 5 * 86_400) * 1000 - 1)
        bare, _ = median("sqlite3", "-csv", store, query)
        print("  sqlite3 takes %.0f ms for the day: ratio %.2f (goal 2)" % (bare, day / bare))
    if shutil.which("gpsbabel"):
        path = os.path.join(work, "day.gpx")
        with open(path, "wb") as file:
            file.write(text)
        other, _ = median("gpsbabel", "-i", "gpx", "-f", path, "-o", "gpx", "-F", "/dev/null", runs=3)
        print("  gpsbabel takes %.0f ms to convert the GPX: ratio %.1f (goal 3)" % (other, other / gpx))
    if size > 75:
        failed.append("questions: %.1f B a fix" % size)
    return failed
