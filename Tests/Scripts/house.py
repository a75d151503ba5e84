#!/usr/bin/env python3
"""Counts what the tree may not have more of, and compares it with budget.txt.

usage: house.py            prints the counts with their limits, and lowers each limit that is above its count
       house.py --check    prints only what is above its limit or has none
       either with --root DIR, for another source tree

The status is 1 if a count is above its limit, or if docs/ways.md lists a file that does not exist. A change that needs more raises a
number of budget.txt in its own diff. Pairs of files share six lines or more in a row, without comments and imports: of the same shape, or
the same to the letter.
"""
import collections
import os
import re
import subprocess
import sys

import folders

BUDGET, WAYS = "Tests/Scripts/budget.txt", "docs/ways.md"
CODE = {"swift", "c", "h", "cc", "S", "js", "mjs", "css", "html", "sql", "py", "sh"}
CYCLES_FROM = 12  # files of a module
RUN, COMMON = 6, 8  # Lines of a repeated run; a run at more places is too common to count.
THIN = re.compile(r"^(?:[\W_]*|(?:@\w+ )*(?:\w+ )*import .*)$")
TYPE = re.compile(r"^ *(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:final |indirect )*(?:struct|class|enum|protocol|actor) \w", re.MULTILINE)
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\b(?!(?:%s)\b)\w+' % "func|let|var|if|else|guard|return|for|in|case|switch|struct|enum|private|try|def|import")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files(*tops):
    """The files of code below some folders, by path."""
    for top in tops:
        for folder, below, names in os.walk(top):
            below[:] = sorted(name for name in below if not name.startswith((".", "__")))
            for path in (os.path.join(folder, name) for name in sorted(names)):
                if path.rpartition(".")[2] in CODE and not os.path.islink(path):
                    yield path


def ways():
    """From a heading of docs/ways.md to the paths in its block."""
    found, heading, is_block = {}, None, False
    for line in read(WAYS).splitlines():
        if line.startswith("## "):
            heading = line[3:].replace("`", "")
        elif line.startswith("```"):
            is_block = not is_block
        elif is_block and heading:
            found.setdefault(heading, []).append(line.split("  ")[0].strip())
    return found


def missing(found):
    """What is wrong with docs/ways.md. A path that ends with /* is a new file in an existing folder."""
    for heading, paths in found.items():
        for path in paths:
            if not os.path.isdir(path[:-2]) if path.endswith("/*") else not os.path.isfile(path):
                yield "%s: %s: there is no %s" % (WAYS, heading, path)
            if paths.count(path) > 1:
                yield "%s: %s: %s is listed twice" % (WAYS, heading, path)


def repeated(texts):
    """How many pairs of files share a run of lines: of the same shape, and the same to the letter."""
    places, exact = collections.defaultdict(list), {}
    for number, text in enumerate(texts):
        lines = [line.strip() for line in text.splitlines()]
        lines = [line for line in lines if not THIN.match(line) and not line.startswith(("//", "#", "*"))]
        shapes = [TOKEN.sub("X", line) for line in lines]
        for at in range(len(lines) - RUN + 1):
            places[hash("\n".join(shapes[at:at + RUN]))].append((number, at))
            exact[number, at] = hash("\n".join(lines[at:at + RUN]))
    alike, same = set(), set()
    for found in places.values():
        if 1 < len(found) <= COMMON:
            for turn, first in enumerate(found):
                for second in found[turn + 1:]:
                    if first[0] != second[0] or second[1] - first[1] >= RUN:
                        alike.add((first[0], second[0]))
                        if exact[first] == exact[second]:
                            same.add((first[0], second[0]))
    return len(alike), len(same)


def counts(found):
    """From a name of budget.txt to its count."""
    texts = {path: read(path) for path in files("Sources", "Tests", "docs/examples")}
    manifest = read("Package.swift")
    calls = re.findall(r"\.(module|target|systemLibrary|program|tests)\(\s*(?:name: )?\"([^\"]+)", manifest)
    targets = [name + ("Tests" if kind == "tests" else "") for kind, name in calls]
    lines = collections.Counter()
    for path, text in texts.items():
        name = next((part for part in path.split("/") if part in targets), "the apparatus")
        lines["lines of " + name] += text.count("\n")
        if path.endswith(".swift") and path.startswith(("Sources/", "Tests/")):
            lines["lines of Swift in " + path.split("/")[0]] += text.count("\n")
        if path.endswith((".py", ".sh")):
            lines["lines of Python and shell"] += text.count("\n")
    yield "lines of the manifest", manifest.count("\n")
    yield "targets", len(targets)
    libraries = " ".join(re.findall(r'"([\w ]+)"', manifest.partition("products:")[2].partition("swiftLanguageModes")[0])).split()
    yield "public types of libraries", sum(len(TYPE.findall(text)) for path, text in texts.items() if path.startswith("Sources/") and path.split("/")[2] in libraries)
    pages = [os.path.join(top, name) for top, _, names in os.walk(".") if "/." not in top for name in names if name.endswith(".md")]
    yield "words of pages", sum(len(read(page).split()) for page in pages if not page.endswith("CHANGELOG.md"))
    if os.path.exists(".git"):
        yield "tracked files", subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.count("\n")
    for place, is_there in ("of the fleet", True), ("outside the fleet", False):
        yield "assumeIsolated " + place, sum(
            text.count("assumeIsolated") for path, text in texts.items()
            if path.startswith("Sources/") and path.endswith(".swift") and ("Fleet" in path) == is_there)
    yield from zip(("pairs of files alike", "pairs of files the same"), repeated([text for text in texts.values()]))
    for name, paths in found.items():
        yield "files of the way: " + name, len(paths)
    for name, of in sorted(folders.modules(".").items()):
        if len(of) >= CYCLES_FROM and (number := folders.in_cycles(folders.arrows(of))):
            yield "folders in cycles of " + name, number
    yield from sorted(lines.items())


def main():
    arguments = sys.argv[1:]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    os.chdir(arguments[arguments.index("--root") + 1] if "--root" in arguments else root)
    limits = {}
    for line in read(BUDGET).splitlines():
        if line and not line.startswith("#"):
            number, name = line.split(maxsplit=1)
            limits[name] = int(number)
    found = ways()
    faults, counted = list(missing(found)), dict(counts(found))
    for name, number in counted.items():
        if number > limits.get(name, 0):
            faults.append(f"{name}: found {number}, at most {limits.get(name, 0)} in {BUDGET}: take something away, or raise it there")
    for name in limits.keys() - counted.keys() - ({"tracked files"} if not os.path.exists(".git") else set()):
        faults.append(f"{name}: is in {BUDGET}, but in the tree no more: remove it there")
    if "--check" not in arguments:
        heading = "".join(line + "\n" for line in read(BUDGET).splitlines() if line.startswith("#"))
        kept = {name: min(number, limits.get(name, number)) for name, number in counted.items()}
        with open(BUDGET, "w", encoding="utf-8") as file:
            file.write(heading + "".join(f"{kept[name]:8d}  {name}\n" for name in kept))
        for name, number in counted.items():
            print(f"{number:8d}  of {kept[name]:8d}  {name}")
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
