#!/usr/bin/env python3
"""Tests gpsbridge under conditions that testers met: damaged lines, unusual files, disturbed time.

usage: conditions.py PROGRAM [--nightly] [--seed N] [--only WORD]... [--jobs N]

Each row is a condition, each column an expectation. A failed one is printed as

    WRONG  row | column | expected ... | seen ...

and the end of the output is a table of all rows. The status is 1 if anything is wrong. Without --nightly the cheapest rows of each
part run, in two minutes; --only runs the rows whose names contain one of the words. --seed repeats the same damage.
"""
import argparse
import pathlib
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from conditions import files, lines, times, tool
from conditions.report import Report
from seeding import SEED

PARTS = [lines, files, times]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--nightly", action="store_true")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int)
    words = parser.parse_args()
    tool.PROGRAM = str(pathlib.Path(words.program).resolve())
    print(f"conditions: {'all' if words.nightly else 'a sample'}, seed {words.seed}", flush=True)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="conditions-") as folder:
        for part in PARTS:
            begun = time.monotonic()
            rows = part.rows(report, words.seed, not words.nightly, folder)
            rows = [row for row in rows if not words.only or any(word in row[0] for word in words.only)]
            report.run(rows, words.jobs or part.JOBS)
            print(f"       {part.__name__.split('.')[-1]}: {len(rows)} rows in {time.monotonic() - begun:.0f} s", flush=True)
    report.summary()
    sys.exit(1 if report.wrong else 0)


main()
