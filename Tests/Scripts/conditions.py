#!/usr/bin/env python3
"""Holds gpsbridge against conditions that testers have met: bad lines, odd files, disturbed time.

usage: conditions.py PROGRAM [--sample] [--seed N] [--only WORD]... [--jobs N]

Each row is one condition, each column what is expected of it. What is not as expected is printed as

    WRONG  row | column | expected ... | seen ...

and a table of all rows is printed at the end. The status is 1 if anything is wrong. --sample runs the cheapest rows of each
part, within two minutes; --only the rows whose names contain one of the words. --seed brings the same damage back.
"""
import argparse
import pathlib
import random
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from conditions import files, lines, times, tool
from conditions.report import Report

PARTS = [lines, files, times]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int)
    words = parser.parse_args()
    tool.PROGRAM = str(pathlib.Path(words.program).resolve())
    print(f"conditions: {'a sample' if words.sample else 'all'}, seed {words.seed}", flush=True)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="conditions-") as folder:
        for part in PARTS:
            begun = time.monotonic()
            rows = part.rows(report, words.seed, words.sample, folder)
            rows = [row for row in rows if not words.only or any(word in row[0] for word in words.only)]
            report.run(rows, words.jobs or part.JOBS)
            print(f"       {part.__name__.split('.')[-1]}: {len(rows)} rows in {time.monotonic() - begun:.0f} s", flush=True)
    report.summary()
    sys.exit(1 if report.wrong else 0)


main()
