#!/usr/bin/env python3
"""Compares the arrows between the folders of each large module with folders.txt.

usage: folders.py [--root DIRECTORY]                 prints the differences; exit code 1 if there are any
       folders.py MODULE                             prints a module's arrows and cycles
       folders.py --write                            writes folders.txt

An arrow leads from folder A to folder B if a file of A names a type that a file of B declares. A new arrow
belongs into folders.txt only if it makes no cycle: the number of folders in cycles may only fall.
"""
import collections
import os
import re
import sys

LEAST = 40  # Modules of at most this many files need not be in the table.
LEVELS = r"public|package|internal|private|fileprivate|final|indirect|nonisolated|open|unsafe"
TYPES = r"(?:struct|class|enum|protocol|actor|typealias)"
TOP = re.compile(rf"^((?:@\w+(?:\([^)]*\))?\s+|(?:{LEVELS})(?:\(\w+\))?\s+)*){TYPES} (\w+)([^\n]*)", re.M)
NESTED = re.compile(rf"^[ ]+[^\n]*\b(?:{TYPES}|associatedtype) (\w+)", re.M)
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""(?:\\.|.)*?"""#*|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"', re.S)


def code(text):
    """A file without comments and texts, but with what the texts interpolate."""
    return SKIPPED.sub(lambda part: " ".join(re.findall(r"\\#?\(([^\n]*)", part[0])) if part[0][0] != "/" else "", text)


def modules(root):
    """The Swift files of each module, without comments, by path."""
    found = {}
    with open(os.path.join(root, "Package.swift"), encoding="utf-8") as manifest:
        names = re.findall(r'\.module\(\s*"([^"]+)"', manifest.read())
    groups = [""] + sorted(os.listdir(os.path.join(root, "Sources")))
    for name in names:
        for top in (os.path.join(root, "Sources", group, name) for group in groups):
            for folder, _, files in os.walk(top):
                for file in sorted(files):
                    if file.endswith(".swift"):
                        path = os.path.join(folder, file)
                        with open(path, encoding="utf-8") as source:
                            found.setdefault(name, {})[os.path.relpath(path, top)] = code(source.read())
    return found


def arrows(files):
    """From each pair of folders to the file and the type of each name that leads from one to the other."""
    home = {}
    for path, text in files.items():
        for levels, name, rest in TOP.findall(text):
            # A private type is visible in its file alone; a re-export belongs to another module.
            if "private" not in levels and not re.match(rf"\s*=\s*\w+\.{name}\b", rest):
                home[name] = os.path.dirname(path) or "."
    found = collections.defaultdict(list)
    for path, text in files.items():
        folder = os.path.dirname(path) or "."
        own = set(NESTED.findall(text)) | {name for _, name, _ in TOP.findall(text)}
        for name in sorted(set(re.findall(r"(?<![.\w`])[A-Z]\w*", text)) - own):
            if home.get(name, folder) != folder:
                found[folder, home[name]].append(f"{path} names {name}")
    return found


def cycles(pairs):
    """The groups of folders in which each can reach each other."""
    nodes = sorted({node for pair in pairs for node in pair})
    reach = {node: {b for a, b in pairs if a == node} for node in nodes}
    for middle in nodes:
        for node in nodes:
            if middle in reach[node]:
                reach[node] |= reach[middle]
    return sorted({tuple(b for b in nodes if b in reach[a] and a in reach[b]) for a in nodes if a in reach[a]})


def in_cycles(pairs):
    return sum(map(len, cycles(pairs)))


def lines(pairs):
    """The arrows as text, a line for each folder that they lead from."""
    for folder in sorted({a for a, _ in pairs}):
        yield f"{folder}: " + " ".join(sorted(b for a, b in pairs if a == folder))


def read(path):
    """The table: for each module the number of folders in cycles, and the arrows."""
    table, module = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith(" "):
                module, most = line.split()[0], int(line.split()[1])
                table[module] = (most, set())
            else:
                folder, others = line.split(":")
                table[module][1].update((folder.strip(), other) for other in others.split())
    return table


def differences(all_files, table):
    """What the table does not have, and what it has in vain."""
    for module in sorted(set(table) - set(all_files)):
        yield f"{module}: is in folders.txt, but not in Package.swift"
    for module, files in sorted(all_files.items()):
        if module not in table:
            if len(files) > LEAST:
                yield f"{module}: has {len(files)} files, and is not in folders.txt"
            continue
        found, (most, allowed) = arrows(files), table[module]
        for a, b in sorted(set(found) - allowed):
            yield f"{module}: new arrow from {a} to {b}: {found[a, b][0]}"
        for a, b in sorted(allowed - set(found)):
            yield f"{module}: no arrow from {a} to {b} any more: remove it from folders.txt"
        if (count := in_cycles(found)) != most:
            yield f"{module}: {count} folders are in cycles, folders.txt has {most}"


def main(arguments):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    if arguments[:1] == ["--root"]:
        root, arguments = arguments[1], arguments[2:]
    path = os.path.join(root, "Tests", "Scripts", "folders.txt")
    all_files = modules(root)
    if arguments[:1] == ["--write"]:
        known = read(path)
        with open(path, "w", encoding="utf-8") as file:
            print("# Arrows between the folders of large modules: see folders.py. After each module, the number of its", file=file)
            print("# folders that are in cycles.", file=file)
            for module, files in sorted(all_files.items()):
                if len(files) > LEAST or module in known:
                    found = arrows(files)
                    print(f"\n{module} {in_cycles(found)}", *lines(found), sep="\n  ", file=file)
    elif arguments:
        found = arrows(all_files[arguments[0]])
        print(*lines(found), *(f"cycle: {' '.join(cycle)}" for cycle in cycles(found)), sep="\n")
    else:
        found = list(differences(all_files, read(path)))
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    return 0


sys.exit(main(sys.argv[1:]))
