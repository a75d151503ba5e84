"""The parts of store.py that read: files of strangers, and SQLite in a static program."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time

from checking import HANG, ROOT, need

# 2026-11-20
DAY = 1795132800


def rows_of(path, query):
    """What a query of a store finds."""
    with contextlib.closing(sqlite3.connect(path)) as store:
        return store.execute(query).fetchall()


def ask(path, query):
    """The first value that a query of a store finds."""
    return rows_of(path, query)[0][0]


def change(path, script):
    """Runs statements on a store, or makes a file with their tables."""
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as store:
        store.executescript(script)


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
    change(path("other"), "CREATE TABLE fix (seq INTEGER PRIMARY KEY)")
    for name, script in (
        ("newer", "PRAGMA user_version = 1000000; UPDATE store SET value = '1000000' WHERE key = 'reads'"),
        ("view", "DROP TABLE fix; CREATE VIEW fix AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                 " SELECT i AS seq, 1 AS session, 0 AS mono, i AS t FROM n"),
        ("columns", "DROP TABLE segment; CREATE TABLE segment (first INTEGER PRIMARY KEY)"),
        ("numbers", "UPDATE segment SET last = 9223372036854775807, t1 = 9223372036854775807, first = -9223372036854775807"
                    " WHERE first = (SELECT min(first) FROM segment); UPDATE fix SET t = 9223372036854775807, lat = 1 << 60"),
    ):
        change(shutil.copy(store, path(name)), script)
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
    """S7: one clear error for each file, nothing written, nothing hangs."""
    folder, store = os.path.join(work, "strangers"), os.path.join(work, "whole.db")
    os.mkdir(folder)
    walk = ROOT / "Tests/Recordings/morning-walk.nmea"
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
                run = subprocess.run([options.program, *verb], capture_output=True, text=True, timeout=HANG)
            except subprocess.TimeoutExpired:
                failed.append(stop("%s of %s hangs" % (verb[0], name)))
                continue
            longest = max(longest, time.monotonic() - begin)
            text = run.stderr + (run.stdout if verb[0] == "watch" else "")
            # `watch` prints the error as a record to a pipe, too.
            if run.returncode not in (1, 2, 3, 4, 6) or run.stderr.count("error: ") != 1 or "\n  try: " not in run.stderr:
                failed.append(stop("%s of %s ended with %d: %s" % (verb[0], name, run.returncode, text[:200])))
            elif words not in text:
                failed.append(stop("%s of %s does not report '%s': %s" % (verb[0], name, words, text[:200])))
    after = contents(folder)
    # A whole store gets its log and its lock beside it by being read and written.
    changed = [name for name in after if not name.endswith(("-shm", "-wal", "-lock")) and after[name] != before.get(name)]
    if changed:
        failed.append(stop("changed: %s" % " ".join(changed)))
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
        run = subprocess.run([options.program, *verb, "--store", path], capture_output=True, timeout=HANG)
        text = run.stdout.decode()
        bad = [letter for letter in text if (ord(letter) < 32 and letter != "\n") or letter in "\x7f\u202e"]
        if run.returncode or bad or len(text) > 4000:
            failed.append(stop("%s of a long name: status %d, %d letters, %d controls" % (
                " ".join(verb), run.returncode, len(text), len(bad))))
    return failed


def linked(options, work):
    """The C that calls SQLite, in a static program: GPSBRIDGE_LINKED_SQLITE."""
    need(gcc="gcc libc6-dev")
    sources = ROOT / "Sources/Services/CGPSSQLite"
    program, file = os.path.join(work, "linked"), os.path.join(work, "linked.db")
    build = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-DGPSBRIDGE_LINKED_SQLITE", "-I", sources / "include",
             "-o", program, ROOT / "Tests/Services/StoreTests/linked.c", sources / "CGPSSQLite.c", "-lsqlite3", "-lm"]
    made = subprocess.run(build, capture_output=True, text=True, check=False)
    if made.returncode:
        return ["linked: %s" % made.stderr[-300:]]
    with open(file, "wb"):
        pass
    run = subprocess.run([program, file], capture_output=True, text=True, check=False)
    if run.returncode:
        return ["linked: status %d: %s" % (run.returncode, run.stderr)]
    rows = rows_of(file, "SELECT * FROM fix")
    print("linked: a static program of %.1f MB has written %s" % (os.path.getsize(program) / 1e6, rows))
    return [] if rows == [(7, None, -2)] else ["linked: it wrote %s" % rows]
