"""The parts of store.py about care: damaged stores, and stores of earlier versions."""

import os
import random
import shutil
import sqlite3
import subprocess

from store_reading import DAY, recording

PAGE = 4096
FIXES = 100_000


def run(options, *words):
    return subprocess.run([options.program, *words], capture_output=True, text=True, check=False)


def rows(options, path):
    """The fixes of a store as lines of CSV, without the header and the number of their segment."""
    done = run(options, "export", "store:" + path, "--format", "csv")
    if done.returncode:
        return ["error: " + done.stderr[:200]]
    return [line.partition(",")[2] for line in done.stdout.splitlines()[1:]]


def ruin(path, pages, chance):
    with open(path, "r+b") as file:
        for page in pages:
            file.seek((page - 1) * PAGE)
            file.write(chance.randbytes(PAGE))


def integrity(path):
    """What sqlite3 finds in a store."""
    store = sqlite3.connect(path)
    try:
        return store.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
    finally:
        store.close()


def segments_on(path, pages):
    """The numbers of the fixes that are packed on some pages, as sqlite3 finds them."""
    store = sqlite3.connect(path)
    lost = 0
    packs = store.execute(
        "SELECT pack.first, segment.last, (SELECT count(*) FROM fix) FROM pack JOIN segment ON segment.first = pack.first").fetchall()
    with open(path, "rb") as file:
        data = file.read()
    blobs = {first: store.execute("SELECT data FROM pack WHERE first = ?", (first,)).fetchone()[0] for first, _, _ in packs}
    for first, last, _ in packs:
        if data.find(blobs[first]) // PAGE + 1 in pages:
            lost += last - first + 1
    store.close()
    return lost


def cells_on(path, pages):
    """The number of rows on some pages; 13 is the kind of a page of rows."""
    count = 0
    with open(path, "rb") as file:
        for page in pages:
            file.seek((page - 1) * PAGE)
            head = file.read(8)
            count += int.from_bytes(head[3:5], "big") if head[0] == 13 else 0
    return count


def damage(options, work):
    """S6: pages of noise, a flipped bit, half a store and an empty one; what can be read comes back, and nothing else."""
    chance = random.Random(options.seed)
    track, plain, sealed = os.path.join(work, "old.nmea"), os.path.join(work, "plain.db"), os.path.join(work, "sealed.db")
    recording(track, FIXES, DAY - 30 * 86_400)
    if run(options, "import", "--store", plain, track).returncode:
        return ["damage: nothing was imported"]
    before = rows(options, plain)
    shutil.copy(plain, sealed)
    # A recorder on a clock that runs faster packs the import, a page a second.
    subprocess.run([options.probe, sealed, "500", "1"], check=True, capture_output=True)
    # Without free pages: noise on those is no damage.
    store = sqlite3.connect(sealed)
    store.execute("VACUUM")
    store.close()
    whole = rows(options, sealed)
    failed = []
    for name, path, told in (("plain", plain, before), ("sealed", sealed, whole)):
        failed += noise(options, work, chance, name, path, told, track, set(before))
    failed += turned(options, work, chance, sealed, whole)
    failed += cut(options, work, plain, before)
    failed += recorder(options, work, plain, before)
    return failed


def noise(options, work, chance, name, path, told, track, recorded):
    failed, damaged = [], os.path.join(work, "damaged-%s.db" % name)
    shutil.copy(path, damaged)
    count = os.path.getsize(damaged) // PAGE
    pages = set(chance.sample(range(1, count + 1), 100 if options.long else 20))
    packed, on_pages = segments_on(damaged, pages), cells_on(damaged, pages)
    ruin(damaged, pages, chance)
    found = integrity(damaged)
    if found == "ok":
        failed.append("damage: sqlite3 finds nothing in a %s store" % name)
    once = damaged + ".once"
    shutil.copy(damaged, once)
    done = run(options, "track", "repair", once)
    after = rows(options, once)
    known = set(told)
    wrong = sum(1 for line in after if line not in known)
    judged, checked = integrity(once), run(options, "track", "check", "--store", once).returncode
    print("damage, %s: %d pages of %d, %d of %d fixes back (%.2f %%), %d wrong, sqlite3: %s" % (
        name, len(pages), count, len(after), len(told), 100 * len(after) / len(told), wrong, judged))
    # No fix is lost but those on the pages: 60 to 80 in plain rows, some 400 that are packed.
    least = len(told) - packed - on_pages
    if done.returncode or wrong or judged != "ok" or checked or len(after) < least or len(set(after)) != len(after):
        failed.append("damage: %s: %d of %d, at least %d: %s" % (name, len(after), len(told), least, done.stderr[:200]))
    # With the recording nothing is lost that it has; those of the recorder on the faster clock are in the store alone.
    done = run(options, "track", "repair", damaged, track, "--of", "import")
    after = rows(options, damaged)
    missing = recorded.difference(after).union(set(after).difference(known))
    print("damage, %s, with the recording: %d of %d fixes, %d of its %d" % (
        name, len(after), len(told), len(recorded.intersection(after)), len(recorded)))
    if done.returncode or missing or len(set(after)) != len(after):
        failed.append("damage: %s with its recording: %d of %d, %d missing: %s" % (
            name, len(after), len(told), len(missing), done.stderr[:200]))
    return failed


def turned(options, work, chance, path, told):
    """A flipped bit in a blob costs its segment, and no other fix."""
    damaged = os.path.join(work, "bit.db")
    shutil.copy(path, damaged)
    store = sqlite3.connect(damaged)
    first, last, blob = chance.choice(store.execute(
        "SELECT pack.first, segment.last, data FROM pack JOIN segment ON segment.first = pack.first").fetchall())
    store.close()
    with open(damaged, "r+b") as file:
        data = file.read()
        at = data.find(blob) + chance.randrange(len(blob))
        file.seek(at)
        file.write(bytes([data[at] ^ 1 << chance.randrange(8)]))
    judged, checked = integrity(damaged), run(options, "track", "check", "--store", damaged).returncode
    done = run(options, "track", "repair", damaged)
    after = rows(options, damaged)
    print("damage, a bit: sqlite3 says %s, track check %d; %d of %d fixes back" % (judged, checked, len(after), len(told)))
    if done.returncode or checked != 9 or set(after) - set(told) or len(told) - len(after) != last - first + 1:
        return ["damage: a bit: %d of %d" % (len(after), len(told))]
    return []


def cut(options, work, path, told):
    failed = []
    for name, size in (("half", os.path.getsize(path) // 2 // 512 * 512 + 100), ("empty", 0)):
        damaged = os.path.join(work, name + ".db")
        shutil.copy(path, damaged)
        os.truncate(damaged, size)
        done = run(options, "track", "repair", damaged)
        if size == 0:
            if done.returncode not in (1, 2) or done.stderr.count("error: ") != 1 or os.path.getsize(damaged):
                failed.append("damage: an empty file: %d %s" % (done.returncode, done.stderr[:200]))
            continue
        after = rows(options, damaged)
        print("damage, half a store: %d of %d fixes back" % (len(after), len(told)))
        if done.returncode or set(after) - set(told) or len(after) < 0.45 * len(told):
            failed.append("damage: half a store: %d: %s" % (len(after), done.stderr[:200]))
    return failed


def recorder(options, work, path, told):
    """A recorder goes on in a new file, reports it, and both become one store."""
    folder, failed = os.path.join(work, "recorder"), []
    os.mkdir(folder)
    store = os.path.join(folder, "track.db")
    shutil.copy(path, store)
    size = os.path.getsize(store)
    os.truncate(store, size - 3 * PAGE)
    done = run(options, "record", "sim:drive", "--store", store, "--duration", "3s")
    names = [name for name in os.listdir(folder) if name.startswith("track.db.damaged-") and name.endswith("Z")]
    fresh = rows(options, store)
    if done.returncode or len(names) != 1 or "gpsbridge track repair" not in done.stderr or not fresh:
        return ["damage: the recorder: %d %s %s" % (done.returncode, names, done.stderr[:300])]
    aside = os.path.join(folder, names[0])
    if os.path.getsize(aside) != size - 3 * PAGE:
        failed.append("damage: the damaged store was changed")
    done = run(options, "track", "repair", aside)
    after = rows(options, store)
    print("damage, the recorder: %d positions in a new store, %d with the damaged one, %s" % (len(fresh), len(after), integrity(store)))
    if done.returncode or not set(fresh) <= set(after) or len(after) < 0.99 * len(told) or set(after) - set(fresh) - set(told):
        failed.append("damage: both together: %d: %s" % (len(after), done.stderr[:200]))
    return failed


# Versions

OLD_VERSION = 1


def make_old(path):
    """Makes the store of version 1 that is in the tree as text."""
    text = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "StoreTests", "Stores", "version-%d.sql" % OLD_VERSION)
    store = sqlite3.connect(path)
    with open(text, encoding="utf-8") as file:
        store.executescript(file.read())
    store.commit()
    store.close()


def check_old(path):
    """The version of a store, and a complaint if it is an old one and not as it was."""
    if not os.path.exists(path):
        return 0, "%s is missing" % os.path.basename(path)
    store = sqlite3.connect(path)
    try:
        version = store.execute("PRAGMA user_version").fetchone()[0]
        found = store.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            return version, found[:100]
        if version == OLD_VERSION:
            tables = store.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0]
            fixes, last = store.execute("SELECT count(*), max(seq) FROM fix").fetchone()
            if (tables, fixes) != (8, 116) or last < 116:
                return version, "%d tables, %d fixes" % (tables, fixes)
        return version, None
    except sqlite3.Error as error:
        return 0, repr(error)[:100]
    finally:
        store.close()


def no_room(options, work, library):
    """The n-th write and those after it find the disk full: nothing is half migrated, and nothing is left."""
    failed, refused = [], 0
    for number in range(1, 25):
        folder = os.path.join(work, "room-%d" % number)
        os.mkdir(folder)
        path = os.path.join(folder, "track.db")
        make_old(path)
        environment = dict(os.environ, LD_PRELOAD=library, BAD_DIR=folder, BAD_AFTER=str(number), BAD_ERROR="28", BAD_COUNT="100000")
        done = subprocess.run([options.probe, path, "5", "1"], env=environment, capture_output=True, text=True, check=False)
        version, complaint = check_old(path)
        refused += "refused" in done.stderr
        left = [name for name in os.listdir(folder) if name.endswith((".part", ".repair"))]
        copy = path + ".v%d" % OLD_VERSION
        if os.path.exists(copy):
            complaint = complaint or check_old(copy)[1]
        if done.returncode or complaint or left or version not in (OLD_VERSION, OLD_VERSION + 1):
            failed.append("versions: write %d: %s, version %d, %s %s" % (number, complaint, version, left, done.stderr[-200:]))
        shutil.rmtree(folder)
    print("versions: the disk was full at each of 24 writes, %d times before the migration was done; %d complaints" % (
        refused, len(failed)))
    if refused == 0:
        failed.append("versions: no migration was refused")
    return failed[:5]
