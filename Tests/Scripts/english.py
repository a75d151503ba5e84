#!/usr/bin/env python3
"""Counts the comment lines and the texts of each module that match a pattern of unidiomatic English.

usage: english.py              fails if a module has more matches than its ceiling, or fewer
       english.py --lines      also prints each match

A text is a string literal of Swift or of the page with at least two words: messages, help, verdicts, labels.
Each pattern has natural uses ("behind a proxy"), so a module may have a few matches: CEILINGS and TEXT_CEILINGS. A
ceiling may only fall: the check fails if a module has more matches, and if it has fewer.
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
# Patterns of texts, which have no room for a second meaning: machines send and report; a colon or "such as" begins an example.
TEXT_PATTERNS = {
    "machine": (r"\b(?:says?|said|tells?|told|hears|speaks?|spoken|wants?|remembers?|remembered)\b", re.I),
    "somebody": (r"\b(?:nobody|somebody|anybody|everybody|whoever|no one|someone)\b|(?:^|[,;:] )who\b", re.I),
    "as": (r"(?:^|[,;:] |\b(?:port|speed|path|device) )as (?:[/$]\S|[a-z.:-]*[0-9=]|[a-z]+:\S)", 0),
    "none": (r"(?<!there )\bis (?:no (?!longer|faster)|none\b|of no )", re.I),
    "behind": (r"\bbehind\b(?! this computer| the receiver's| the reference)", re.I),
    "those": (r"\bthose\b", re.I),
    "old": (r"\b(?:anew|to be had|for ever|so many|so long as|stood still|let go)\b", re.I),
    "somewhere": (r"\blook at\b|\bsee (?:that|whether)\b|\bis there already\b|\basked for\b", re.I),
    "british": (r"\b(?:metres?|aeroplane|colou?r(?<=our)|centres?|behaviour|recognise|grey|per cent)", re.I),
}
TEXT_PATTERNS = {name: re.compile(pattern, flags) for name, (pattern, flags) in TEXT_PATTERNS.items()}
GROUPS = {"Core", "Tool", "Services", "Fleet", "Apple"}
# Matches that are natural, or are quoted in a code sample.
CEILINGS = {
    "GNSS": 1, "GPSBridge": 7, "GPSDelivery": 1, "GPSWeb": 1, "SerialPorts": 1,
}
TEXT_CEILINGS = {"GPSBridge": 1, "GPSBridgeTool": 1, "SerialPorts": 1}


def modules(root):
    """The Swift and page files in Sources and in the examples, by module."""
    for top in ("Sources", "docs/examples"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            parts = os.path.relpath(folder, os.path.join(root, top)).split(os.sep)
            module = "examples" if top != "Sources" else parts[1] if parts[0] in GROUPS and len(parts) > 1 else parts[0]
            for file in sorted(files):
                if file.endswith((".swift", ".js")):
                    yield module, os.path.join(folder, file)


def comments(path):
    """The comment lines of a file with their numbers, without the markers."""
    if not path.endswith(".swift"):
        return
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            match = re.match(r"\s*///?\s?(.*)", line)
            text = match[1] if match else ""
            if re.search("[a-z]{3}", text) and not text.startswith(("swift-tools", "MARK", "===", "swift-format")):
                yield number, text


def literals(path):
    """The string literals of a file with their line numbers, without interpolations; one for each line of a long one."""
    with open(path, encoding="utf-8") as source:
        text = source.read()
    quotes = r'(?P<raw>#*)(?P<quote>"""|")' if path.endswith(".swift") else r"(?P<raw>)(?P<quote>['`\"])"
    token = re.compile(r"//[^\n]*|/\*.*?\*/|" + quotes, re.S)
    place = 0
    while match := token.search(text, place):
        place = match.end()
        if not match["quote"]:
            continue
        end, escape = match["quote"] + match["raw"], "\\" + match["raw"]
        start, found, depth = place, [], 0
        while place < len(text) and (depth or not text.startswith(end, place)):
            if depth:
                depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[place], 0)
            elif text.startswith((escape + "(", "${"), place):
                place, depth = text.index("({"[text[place] == "$"], place), 1
                found.append("…")
            elif text.startswith(escape, place):
                place += len(escape)
                found.append(" " if text[place:place + 1] == "n" else text[place:place + 1])
            else:
                found.append(text[place])
            place += 1
        place += len(end)
        for line, words in enumerate("".join(found).split("\n")):
            if re.search("[a-z]{2,} [a-z]{2,}", words):
                yield text.count("\n", 0, start) + 1 + line, words.strip()


def count(root, kind, find, patterns, ceilings):
    """Counts what `find` returns of each file, prints the share, and returns what is wrong."""
    lines, matches = collections.Counter(), collections.Counter()
    for module, path in modules(root):
        for number, text in find(path):
            lines[module] += 1
            found = [name for name, pattern in patterns.items() if pattern.search(text)]
            matches[module] += bool(found)
            if found and "--lines" in sys.argv:
                print(f"{os.path.relpath(path, root)}:{number}: {','.join(found)}: {text}")
    faults = []
    for module in sorted(lines):
        ceiling = ceilings.get(module, 0)
        if matches[module] > ceiling:
            faults.append(f"{module}: {matches[module]} {kind} match, {ceiling} may: english.py --lines shows them")
        elif matches[module] < ceiling:
            faults.append(f"{module}: {matches[module]} {kind} match: lower its ceiling of {ceiling}")
    total = sum(matches.values())
    print(f"english: {total} of {sum(lines.values())} {kind} match, {100 * total / sum(lines.values()):.1f} %")
    return faults


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    faults = count(root, "comment lines", comments, PATTERNS, CEILINGS)
    faults += count(root, "texts", literals, TEXT_PATTERNS, TEXT_CEILINGS)
    for fault in faults:
        print(f"english: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
