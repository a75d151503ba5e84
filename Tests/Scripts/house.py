#!/usr/bin/env python3
"""Prints figures of the source tree that have a goal, and the goals.

usage: house.py            prints the figures
       house.py --check    checks that each file in docs/ways.md exists; its status is 1 if one doesn't
       house.py --root DIR ...  another source tree
"""

import os
import re
import shutil
import subprocess
import sys

SCRIPTS = os.path.dirname(os.path.abspath(__file__))
WAYS = "docs/ways.md"
# Goals for the counts of docs/ways.md, by heading.
GOALS = {
    "A byte to a stream": 30, "A plug": 45, "A key": 26, "configure": 45, "GET /events": 24,
    "One more setting": 4, "One more UBX message": 4, "One more server output": 4, "One more verb": 3, "One more page element": 3,
}


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def swift_files(folder):
    for place, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".swift"):
                yield os.path.join(place, file)


def ways():
    """From a heading of docs/ways.md to the paths in its block."""
    found, heading, is_block = {}, None, False
    for line in text(WAYS).splitlines():
        if line.startswith("## "):
            heading = line[3:].replace("`", "")
        elif line.startswith("```"):
            is_block = not is_block
        elif is_block and heading:
            found.setdefault(heading, []).append(line.split("  ")[0].strip())
    return found


def missing():
    """What is wrong with docs/ways.md. A path that ends with /* is a new file in an existing folder."""
    found = ways()
    faults = ["%s: there is no heading %s with a block" % (WAYS, name) for name in GOALS if name not in found]
    for heading, paths in found.items():
        for path in paths:
            if not os.path.isdir(path[:-2]) if path.endswith("/*") else not os.path.isfile(path):
                faults.append("%s: %s: there is no %s" % (WAYS, heading, path))
            if paths.count(path) > 1:
                faults.append("%s: %s: %s is listed twice" % (WAYS, heading, path))
    return faults


def answer(*words):
    """The output of a command, or None."""
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout if done.returncode in (0, 1) else None


def english():
    """The share of comment lines that match a pattern: all, and the worst module."""
    output = answer(sys.executable, os.path.join(SCRIPTS, "english.py"), "--modules") or ""
    rows = [line.split("\t") for line in output.splitlines() if line.count("\t") == 2]
    if not rows:
        return "not counted: english.py failed"
    shares = [(100 * int(matches) / max(1, int(lines)), int(matches), module) for module, matches, lines in rows]
    total = 100 * sum(int(row[1]) for row in rows) / sum(int(row[2]) for row in rows)
    share, matches, module = max(shares)
    return "%.2f %%; %.1f %% in %s (%d lines)" % (total, share, module, matches)


def repeated():
    """Pairs of repeated code in Sources."""
    if not shutil.which("duplicates"):
        return "not counted: there is no program duplicates"
    output = answer("duplicates", "--repo", "Sources", "--seconds", "120", "--most", "1") or ""
    found = re.search(r"^(\d+) pairs? of places.*?\((.*)\)", output, re.MULTILINE)
    if not found:
        return "not counted: duplicates has another output"
    alike = re.search(r"(\d+) by shape alone", found[2])
    return "%s; %d identical" % (found[1], int(found[1]) - int(alike[1] if alike else 0))


def cycles():
    """Folders of GPSBridge that depend on each other."""
    script = os.path.join(SCRIPTS, "folders.py")
    if not os.path.exists(script):
        return "not counted: there is no Tests/Scripts/folders.py"
    output = answer(sys.executable, script)
    return "not counted: folders.py failed" if output is None else (output.strip().splitlines() or ["none"])[-1]


def targets():
    """The targets in Package.swift, by the calls that make them."""
    code = re.sub(r"//.*", "", text("Package.swift"))
    calls = re.findall(r"\.(?:module|target|systemLibrary|program|example|tests)\(\s*(?:name: )?\"", code)
    return len(calls)


def words(*folders):
    total = 0
    for folder in folders:
        for place, _, files in os.walk(folder):
            total += sum(len(text(os.path.join(place, file)).split()) for file in files if file.endswith(".md"))
    # The lists of paths are data.
    return total - sum(len(block.split()) for block in re.findall(r"^```\n.*?^```$", text(WAYS), re.MULTILINE | re.DOTALL))


def rows():
    """Each figure: its name, the count, and the goal."""
    sources = list(swift_files("Sources"))
    yield "comment lines that match a pattern: all; worst module", english(), "1 %; 2 % or two lines"
    counted = ways()
    for name, goal in GOALS.items():
        more = name.startswith("One more ")
        yield ("files for " + name[0].lower() + name[1:] if more else "files on the way of " + name,
               str(len(counted.get(name, []))), str(goal))
    lines = {path: text(path).count("\n") for path in sources}
    store = sum(count for path, count in lines.items() if "Sources/Storing/" in path)
    yield "lines of Swift in Sources; of these in Storing", "{:,}; {:,}".format(sum(lines.values()), store), "101,100 and Storing; 4,000"
    yield "targets; lines of the manifest", "%d; %d" % (targets(), text("Package.swift").count("\n")), "82; 240"
    yield "pairs of repeated code: all; identical", repeated(), "400; 25"
    yield "folders of GPSBridge in a cycle", cycles(), "0"
    calls = sum(len(re.findall(r"\bassumeIsolated\b", re.sub(r"//.*", "", text(path)))) for path in sources)
    yield "assumeIsolated in Sources", str(calls), "55"
    top = sum(len(text(name).split()) for name in ("README.md", "CHANGELOG.md"))
    page = len(text("docs/store.md").split())
    yield "words of README, change log, pages, decisions; of the store", "{:,}; {:,}".format(
        top + words("docs") - page, page), "43,000; 1,500"


def main():
    arguments = sys.argv[1:]
    root = os.path.join(SCRIPTS, "..", "..")
    if "--root" in arguments:
        root = arguments[arguments.index("--root") + 1]
        place = arguments.index("--root")
        del arguments[place:place + 2]
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    os.chdir(root)
    faults = missing()
    for fault in faults:
        print(fault, file=sys.stderr)
    if not arguments:
        table = [("", "now", "goal")] + list(rows())
        width = max(len(row[0]) for row in table)
        middle = max(len(row[1]) for row in table)
        for name, now, goal in table:
            print("%-*s  %-*s  %s" % (width, name, middle, now, goal))
    sys.exit(1 if faults else 0)


main()
