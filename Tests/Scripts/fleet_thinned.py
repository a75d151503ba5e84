"""Explains which positions of a store are not in the table: for the part `audit` of fleet.py."""
import bisect
import importlib.util
import os
import sqlite3

from fleet_engines import HERE, check

FORMS = {"truck-2": ("--format", "json")}
FLAGS = {"truck-0": ("--within", "2m"), "truck-1": ("--every", "5s")}


def reader():
    """docs/fleet/read-batch.py, as a user has it."""
    spec = importlib.util.spec_from_file_location("read_batch", os.path.join(HERE, "../../docs/fleet/read-batch.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def meters(one, other, part, true):
    """How far a position is from where a constant speed between two others would be; the drives are at 47° to 48° N."""
    lat, lon = (one[place] + part * (other[place] - one[place]) - true[place] for place in (1, 2))
    return ((lat * 1.112e-2) ** 2 + (lon * 1.112e-2 * 0.675) ** 2) ** 0.5


def explain(fleet, device, path):
    """Each position of the store is in the table, or within a message that was thinned as it announces."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        made = {seq: (t, lat, lon) for seq, t, lat, lon in store.execute("SELECT seq, t, lat, lon FROM fix")}
    of = f"device = (SELECT id FROM gpsbridge.device WHERE tenant = 'audit' AND name = '{device}')"
    rows = fleet.sql(f"SELECT seq, (extract(epoch FROM t) * 1000)::bigint, lat, lon FROM gpsbridge.fix WHERE {of}")
    table = {row[0]: row[1:] for row in (tuple(map(int, line.split("|"))) for line in rows.splitlines())}
    check(all(made.get(seq) == row for seq, row in table.items()), f"{device}: {len(table)} positions are those of the store")
    read, covered, farthest, unexplained = reader(), set(), 0.0, []
    for line in fleet.sql(f"SELECT encode(data, 'hex') FROM gpsbridge.batch WHERE {of}").splitlines():
        head, entries = read.read(bytes.fromhex(line))
        covered.update(range(head["first"], head["last"] + 1))
        sent = [entry["seq"] for entry in entries if "lat" in entry]
        left = [seq for seq in range(head["first"], head["last"] + 1) if seq in made and seq not in sent]
        if "within_cm" in head:
            for seq in left:
                place = bisect.bisect(sent, seq)
                if not 0 < place < len(sent):
                    unexplained.append(seq)
                    continue
                before, after = made[sent[place - 1]], made[sent[place]]
                part = (made[seq][0] - before[0]) / (after[0] - before[0])
                farthest = max(farthest, meters(before, after, part, made[seq]) / head["within_cm"] * 100)
        elif "every_ms" in head:
            periods = {row[0] // head["every_ms"] for row in table.values()}
            unexplained += [seq for seq in left if made[seq][0] // head["every_ms"] not in periods]
        else:
            unexplained += left
    missing = [seq for seq in made if seq not in covered]
    check(not missing and not unexplained and len(table) < len(made) * 0.6,
          f"{device}: {len(made) - len(table)} of {len(made)} positions are left out as messages announce ({' '.join(FLAGS[device])}), "
          f"{len(unexplained)} for no reason, {len(missing)} are in no message")
    if "--within" in FLAGS[device]:
        check(farthest <= 1.01, f"{device}: a position that is left out is at most {farthest:.2f} times the distance away")
