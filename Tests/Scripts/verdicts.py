#!/usr/bin/env python3
"""Prints each verdict and each event of recordings with its evidence, for review.

usage: verdicts.py PROGRAM [RECORDING...]      without a name all recordings of the project and of the shared data

PROGRAM is gpsbridge. For each recording the script prints its sentences and messages, each change of the verdict's code with
its texts and its evidence, each event, and the number of each verdict. The status is 1 if the program crashed or hung, or if a
verdict has no evidence or names a sentence that is not in the recording.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("GPSBRIDGE_SHARED", ROOT / ".." / "shared"))
ENDINGS = {".log", ".nmea", ".ubx", ".gbr", ".bin", ".sirf", ".raw"}
LIMIT = 120
# Sentences that a verdict can name, without the talker.
SENTENCE = re.compile(rb"[$!]([A-Z0-9]{2})(GGA|GNS|RMC|GLL|VTG|GSA|GSV|GST|GBS|ZDA)\b")


def recordings(named):
    if named:
        return [pathlib.Path(name) for name in named]
    found = [path for path in (ROOT / "Tests" / "Recordings").rglob("*") if path.suffix in ENDINGS]
    shared = sorted(SHARED.glob("corpus*"))
    if not shared:
        print(f"verdicts: the shared recordings are skipped, there is no {SHARED}/corpus")
    for folder in shared:
        found += [path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file()]
    return sorted(found)


def watch(program, path):
    """The records of a recording, or a string with the reason why there are none."""
    try:
        run = subprocess.run(
            [program, "watch", "--types=verdict,event,stats", str(path)],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"FAULT: no end after {LIMIT} s"
    if run.returncode < 0 or run.returncode > 12:
        return f"FAULT: status {run.returncode}: {run.stderr.decode(errors='replace').strip()}"
    return [json.loads(line) for line in run.stdout.splitlines()]


def evidence(record):
    return [f"{piece['source']}: {piece['finding']}" for piece in record.get("evidence", [])]


def report(program, path):
    lines, faults = [f"== {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}"], 0
    content = path.read_bytes()
    held = collections.Counter(match.group(2).decode() for match in SENTENCE.finditer(content))
    lines.append("   holds: " + (", ".join(f"{name} {count}" for name, count in held.most_common()) or "no sentences"))
    records = watch(program, path)
    if isinstance(records, str):
        return lines + [f"   {records}"], 1
    counts, last = collections.Counter(), None
    for record in records:
        at = record.get("at", "no time")
        if record["type"] == "event":
            more = {key: value for key, value in record.items()
                    if key not in ("type", "v", "device", "at", "event", "what")}
            lines.append(f"   {at} event {record['event']}: {record['what']} {json.dumps(more) if more else ''}".rstrip())
        elif record["type"] == "verdict":
            counts[record["code"]] += 1
            pieces = evidence(record)
            named = {name for piece in pieces for name in piece.split(":")[0].split(", ") if re.fullmatch("[A-Z]{3}", name)}
            missing = [name for name in sorted(named) if name not in held]
            if not pieces:
                faults += 1
                lines.append(f"   FAULT: {record['code']} has no evidence")
            if missing and not content.startswith(b'{"gpsbridge'):
                faults += 1
                lines.append(f"   FAULT: {record['code']} names {', '.join(missing)}, and there is none")
            if record["code"] == last:
                continue
            last = record["code"]
            lines.append(f"   {at} verdict {record['code']}: {record['what']}")
            lines.append(f"        why: {record['why']}")
            lines += [f"        evidence: {piece}" for piece in pieces]
        elif record["type"] == "stats":
            kept = {key: record[key] for key in ("sentences", "messages", "bad_checksum", "cut", "epochs", "fixes", "late")
                    if record.get(key)}
            lines.append(f"   counts: {json.dumps(kept)}")
    if counts:
        lines.append("   verdicts: " + ", ".join(f"{code} {count}" for code, count in counts.most_common()))
    return lines, faults


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    program, paths = os.path.abspath(arguments[0]), recordings(arguments[1:])
    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(lambda path: report(program, path), paths))
    for lines, _ in reports:
        print("\n".join(lines) + "\n")
    faults = sum(count for _, count in reports)
    print(f"{len(paths)} recordings, {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
