#!/usr/bin/env python3
"""Lists public symbols without a comment; the status is 1 if there is one.

    documentation-coverage.py FOLDER...      folders with symbol graphs, which docs.sh creates

Symbols that the compiler creates are left out: inherited members, members of a conformance that we don't write, and `==`,
`hash(into:)` and similar ones. A method that implements a protocol's requirement needs no comment: DocC shows the protocol's.

If the module has a `.docc` folder, it must also list each type under Topics.
"""

import json
import pathlib
import re
import sys


def undocumented(graph):
    """The number of symbols in a graph that need a comment, and the symbols without one."""
    inherited = {edge["source"] for edge in graph["relationships"] if "sourceOrigin" in edge}
    count, missing = 0, []
    for symbol in graph["symbols"]:
        identifier = symbol["identifier"]["precise"]
        if "::SYNTHESIZED::" in identifier or identifier in inherited:
            continue
        count += 1
        lines = symbol.get("docComment", {}).get("lines", [])
        if not any(line["text"].strip() for line in lines):
            missing.append(symbol)
    return count, missing


def unlisted(graph):
    """The types of a module that no page of its catalog lists."""
    module = graph["module"]["name"]
    catalogue = next(pathlib.Path("Sources").rglob(f"{module}.docc"), None)
    if catalogue is None:
        return []
    pages = "\n".join(page.read_text() for page in catalogue.glob("*.md"))
    listed = set(re.findall(r"^- ``([^`/]+)``$", pages, re.MULTILINE))
    return [
        symbol
        for symbol in graph["symbols"]
        if len(symbol["pathComponents"]) == 1 and symbol["pathComponents"][0] not in listed
    ]


def place(symbol):
    """The place of a symbol, in the form that editors open."""
    location = symbol.get("location")
    if not location:
        return "in no file"
    path = location["uri"].removeprefix("file://")
    try:
        path = str(pathlib.Path(path).relative_to(pathlib.Path.cwd()))
    except ValueError:
        pass
    return f"{path}:{location['position']['line'] + 1}"


def main(folders):
    files = [file for folder in folders for file in sorted(pathlib.Path(folder).glob("*.symbols.json"))]
    if not files:
        sys.exit(f"documentation-coverage.py: no symbol graphs in {' '.join(folders) or 'nothing'}")
    total, faults, lost = 0, 0, 0
    for file in files:
        graph = json.loads(file.read_text())
        count, missing = undocumented(graph)
        total += count
        faults += len(missing)
        for symbol in missing:
            print(f"{place(symbol)}: {graph['module']['name']}.{'.'.join(symbol['pathComponents'])} has no comment")
        # Other files, such as M@N.symbols.json, are extensions of other modules' types.
        homeless = [] if "@" in file.name else unlisted(graph)
        lost += len(homeless)
        for symbol in homeless:
            print(f"{place(symbol)}: {'.'.join(symbol['pathComponents'])} is listed under no topic")
    print(f"docs: {total - faults} of {total} public symbols have a comment")
    sys.exit(1 if faults or lost else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
