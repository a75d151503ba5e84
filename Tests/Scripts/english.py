#!/usr/bin/env python3
"""Counts the comment lines of each module that match a pattern of unidiomatic English.

usage: english.py              fails if a module has more matches than its ceiling, or fewer
       english.py --lines      also prints each match
       english.py --modules    only prints each module, its matches and its comment lines, with tabs in between

Each pattern has natural uses ("behind a proxy"), so a module may have a few matches: CEILINGS. A ceiling may only fall:
the check fails if a module has more matches, and if it has fewer.
"""
import collections
import os
import re
import sys

LEAD = r"(?:^|[.;:(]\s+)"
PATTERNS = {
    # A clause in the place of a noun: "Whoever comes next", "What is left".
    "clause": (LEAD + r"(?:Who|Whoever|Whatever|What|Whom|Whose)\b(?![^.]*\?)", 0),
    "who": (r"(?:^|[,;:(]\s*|\b(?:for|to|by|of|from|than|and|or|lets?|tells?|tell|told|with|but|asks?|only)\s+)"
            r"(?:who|whom|whoever)\b(?!\s+(?:is|are) (?:using|responsible))", re.I),
    # "After" in time, "behind" in space.
    "behind": (r"\bbehind\b", re.I),
    "tell": (r"\b(?:is|are|was|were|be|been|being) (?:told|heard|said)\b|^(?:Tells?|Says?|Hears?)\b"
             r"|\b(?:hears|says) (?:from|nothing|more|so|it|that)\b", re.I),
    "none": (r"\b(?:is|are|was|were) (?:none|nobody)\b|\bis no [a-z]+[.,;]|\bthere is none\b", re.I),
    "somebody": (r"\b(?:nobody|somebody|whoever|no one|someone)\b", re.I),
    "those": (r"\b(?:of|than|by|with|to|from|for) those\b|\bthose (?:that|who|which|of)\b", re.I),
    "lets": (r"^(?:Lets|Has) [a-z]", 0),
    "somany": (r"\bso (?:many|long|far|much)\b(?! as\b)(?! that\b)", re.I),
    "istobe": (r"\b(?:is|are) to be\b|\b(?:is|are) (?:looked|asked|waited) (?:for|at)\b", re.I),
}
PATTERNS = {name: re.compile(pattern, flags) for name, (pattern, flags) in PATTERNS.items()}
GROUPS = {"Base", "Formats", "Ports", "Runtime", "Serving", "Tool", "Apple"}
# Matches that are natural, or are quoted in a code sample.
CEILINGS = {
    "GNSS": 1, "GPSBridge": 8, "GPSDelivery": 1, "GPSWeb": 3, "SerialPorts": 1, "UBX": 1,
}


def modules(root):
    """The Swift files in Sources and in the examples, by module."""
    for top in ("Sources", "docs/examples"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            parts = os.path.relpath(folder, os.path.join(root, top)).split(os.sep)
            module = "examples" if top != "Sources" else parts[1] if parts[0] in GROUPS and len(parts) > 1 else parts[0]
            for file in sorted(files):
                if file.endswith(".swift"):
                    yield module, os.path.join(folder, file)


def comments(path):
    """The comment lines of a file with their numbers, without the markers."""
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            match = re.match(r"\s*///?\s?(.*)", line)
            text = match[1] if match else ""
            if re.search("[a-z]{3}", text) and not text.startswith(("swift-tools", "MARK", "===", "swift-format")):
                yield number, text


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    lines, matches = collections.Counter(), collections.Counter()
    for module, path in modules(root):
        for number, text in comments(path):
            lines[module] += 1
            found = [name for name, pattern in PATTERNS.items() if pattern.search(text)]
            matches[module] += bool(found)
            if found and "--lines" in sys.argv:
                print(f"{os.path.relpath(path, root)}:{number}: {','.join(found)}: {text}")
    if "--modules" in sys.argv:
        for module in sorted(lines):
            print(module, matches[module], lines[module], sep="\t")
        return
    faults = []
    for module in sorted(lines):
        ceiling = CEILINGS.get(module, 0)
        if matches[module] > ceiling:
            faults.append(f"{module}: {matches[module]} comment lines match, {ceiling} may: english.py --lines shows them")
        elif matches[module] < ceiling:
            faults.append(f"{module}: {matches[module]} comment lines match: lower its ceiling of {ceiling}")
    total = sum(matches.values())
    print(f"english: {total} of {sum(lines.values())} comment lines match, {100 * total / sum(lines.values()):.1f} %")
    for fault in faults:
        print(f"english: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
