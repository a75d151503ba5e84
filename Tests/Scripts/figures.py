#!/usr/bin/env python3
"""Prints the figures that pages quote, and compares the pages with them.

Some figures are counted in the sources each time. Others are measured: docs/figures.json has them with the date and the method, and
--measure measures the installed program again and writes them there.

usage: figures.py                    prints each figure and its source
       figures.py --check            the status is 1 if a page quotes a different number, or no longer quotes it
       figures.py --measure PROGRAM  measures a release build, as `make install` installs it
       ... --root FOLDER             another source tree
"""

import datetime
import json
import os
import re
import sys

from checking import ROOT, module

STORE = "docs/figures.json"


def text(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def found(root, path, pattern):
    return len(re.findall(pattern, text(root, path), re.MULTILINE))


def below(root, folder, pattern, name=""):
    """The number of matches of a pattern in the Swift files of a folder whose names contain a text."""
    total = 0
    for place, _, files in os.walk(os.path.join(root, folder)):
        for file in files:
            if file.endswith(".swift") and name in file:
                total += found("", os.path.join(place, file), pattern)
    return total


def verdicts(root):
    """Codes of conditions, without the codes for a good fix, for listening, and two for recordings."""
    codes = set(re.findall(r'static let \w+ = Self\(rawValue: "(\w+)"\)', text(root, "Sources/Core/GPSBridge/Reports/Verdict.swift")))
    return len(codes - {"good", "listening", "recording_over", "recording_pauses"})


def languages(root):
    """Binary protocols that are recognized but not read."""
    source = text(root, "Sources/Core/GNSS/Stream/BinaryProtocol.swift")
    cases = re.findall(r"^  case (\w+)$", source.split("\n}\n")[0], re.MULTILINE)
    read = re.search(r"var isRead: Bool \{.*?case ([^:]*): true", source, re.DOTALL).group(1)
    return len(cases) - len(read.split(","))


def messages(root):
    return found(root, "Sources/Core/UBX/Messages/Message.swift", r"^ +case (?!control)\w+\(\w+\)$")


def sentences(root):
    return below(root, "Sources/Core/NMEA/Sentences", r"^(?:public|package) (?:struct \w+: (?:TalkerContent|VendorContent)|typealias \w+ = \w+<)")


# Each figure: its source, and how to count it.
COUNTED = {
    "verdicts": ("Sources/Core/GPSBridge/Reports/Verdict.swift", verdicts),
    "sentence types": ("Sources/Core/NMEA/Sentences", sentences),
    "messages of u-blox": ("Sources/Core/UBX/Messages/Message.swift", messages),
    "settings of u-blox": (
        "Sources/Core/UBX/Values/Configuration",
        lambda root: below(root, "Sources/Core/UBX/Values/Configuration", r" [1-5]0[0-9A-F]{6}[bemrsu] [A-Z]", "ConfigurationSettings")),
    "binary protocols that are named": ("Sources/Core/GNSS/Stream/BinaryProtocol.swift", languages),
    "exit codes": (
        "Sources/Tool/GPSBridgeTool/Table/ToolError.swift",
        lambda root: found(root, "Sources/Tool/GPSBridgeTool/Table/ToolError.swift", r"^  case \w+ = \d+$")),
    "planted faults": ("Tests/Apparatus/Faults/faults.txt", lambda root: found(root, "Tests/Apparatus/Faults/faults.txt", r"^\? ")),
    "Swift, at least": ("Package.swift", lambda root: re.search(r"swift-tools-version: ([\d.]+)", text(root, "Package.swift")).group(1)),
}

# Each quotation: the page, the figure, and a pattern whose first group is the number.
QUOTED = [
    ("README.md", "verdicts", r"There are (\d+) verdicts"),
    ("README.md", "sentence types", r"\[(\d+) types\]\(docs/sentences\.md\)"),
    ("README.md", "sentence types", r"NMEA 0183 in (\d+) types"),
    ("README.md", "messages of u-blox", r"frames, (\d+) messages"),
    ("README.md", "messages of u-blox", r"u-blox's binary protocol in (\d+)"),
    ("README.md", "settings of u-blox", r"and (\d+) settings; `GPSBridge`"),
    ("README.md", "binary protocols that are named", r"(\d+) other binary protocols are named"),
    ("docs/troubleshooting.md", "binary protocols that are named", r"Each of (\d+) such languages"),
    ("docs/testing.md", "planted faults", r"plants (\d+) faults"),
    ("README.md", "Swift, at least", r"Swift ([\d.]+) or later"),
    ("CONTRIBUTING.md", "Swift, at least", r"Swift ([\d.]+) or later"),
    ("docs/performance.md", "size of the program, MB", r"The program has ([\d.]+) MB"),
    ("docs/performance.md", "size of the program, MB", r"size of the static program \| ([\d.]+) MB"),
    ("docs/performance.md", "memory of watch, MB", r"`watch` at a port \|[^|]*?, ([\d.]+) MB"),
]


def figures(root):
    """From each figure to its number and its source."""
    known = {name: (str(count(root)), path) for name, (path, count) in COUNTED.items()}
    for name, entry in json.loads(text(root, STORE)).items():
        known[name] = (str(entry["value"]), f"{STORE}, {entry['date']}: {entry['how']}")
    return known


def check(root):
    known, wrong = figures(root), []
    for path, name, pattern in QUOTED:
        number, source = known[name]
        match = re.search(pattern, text(root, path))
        if not match:
            wrong.append(f"{path}: nothing matches {pattern!r}; expected {number} there ({name})")
        elif match.group(1) != number:
            wrong.append(f"{path}: found {match.group(1)}, expected {number} ({name}: {source})")
    for name, entry in json.loads(text(root, STORE)).items():
        datetime.date.fromisoformat(entry["date"])
        if entry["how"] == "":
            wrong.append(f"{STORE}: {name} does not say how it was measured")
    return wrong


def measure(root, program):
    """Writes the size and the memory of the installed program, each with today's date."""
    bench = module(ROOT / "Tests/Scripts/tool-bench.py")
    bursts = bench.epochs(program, 100)
    _, memory = bench.on_pipe([program, "watch"], bursts, 20)
    today = datetime.date.today().isoformat()
    stored = json.loads(text(root, STORE))
    stored["size of the program, MB"] = {
        "value": f"{os.path.getsize(program) / 1e6:.1f}", "date": today, "how": "file size of the stripped release build, x86-64"}
    stored["memory of watch, MB"] = {
        "value": f"{memory:.1f}", "date": today, "how": "peak of `watch` at a pseudo-terminal, 10 Hz, 20 s (tool-bench.py)"}
    with open(os.path.join(root, STORE), "w", encoding="utf-8") as file:
        json.dump(stored, file, indent=2)
        file.write("\n")


def main():
    words = sys.argv[1:]
    root = ROOT
    if "--root" in words:
        place = words.index("--root")
        root = words[place + 1]
        del words[place:place + 2]
    if words[:1] == ["--measure"] and len(words) == 2:
        measure(root, os.path.abspath(words[1]))
        words = []
    if words == []:
        for name, (number, source) in figures(root).items():
            print(f"{number:>8}  {name}  ({source})")
        return 0
    if words != ["--check"]:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = check(root)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
