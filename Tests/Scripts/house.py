#!/usr/bin/env python3
"""Counts the files of each way through the code in docs/ways.md, and compares them with the goals.

usage: house.py [--check] [--root DIR]      of another source tree

The status is 1 if a file that the page lists does not exist; with --check nothing else is printed.
"""

import os
import sys

WAYS = "docs/ways.md"
# The most files of a way, by its heading.
GOALS = {
    "A byte to a stream": 30, "A plug": 45, "A key": 26, "configure": 45, "GET /events": 24,
    "One more setting": 3, "One more UBX message": 4, "One more server output": 4, "One more verb": 3, "One more page element": 3,
}


def ways():
    """From a heading of docs/ways.md to the paths in its block."""
    found, heading, is_block = {}, None, False
    with open(WAYS, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("## "):
                heading = line[3:].replace("`", "")
            elif line.startswith("```"):
                is_block = not is_block
            elif is_block and heading:
                found.setdefault(heading, []).append(line.split("  ")[0].strip())
    return found


def missing(found):
    """What is wrong with docs/ways.md. A path that ends with /* is a new file in an existing folder."""
    faults = ["%s: there is no heading %s with a block" % (WAYS, name) for name in GOALS if name not in found]
    for heading, paths in found.items():
        for path in paths:
            if not os.path.isdir(path[:-2]) if path.endswith("/*") else not os.path.isfile(path):
                faults.append("%s: %s: there is no %s" % (WAYS, heading, path))
            if paths.count(path) > 1:
                faults.append("%s: %s: %s is listed twice" % (WAYS, heading, path))
    return faults


def main():
    arguments = sys.argv[1:]
    root = os.path.join(os.path.dirname(__file__), "..", "..")
    os.chdir(arguments[arguments.index("--root") + 1] if "--root" in arguments else root)
    found = ways()
    if "--check" not in arguments:
        for name, goal in GOALS.items():
            print("%-24s %3d files, goal %d" % (name, len(found.get(name, [])), goal))
    faults = missing(found)
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
