#!/usr/bin/env python3
"""Lists public symbols that nobody has written a word about; ends with 1 if there is one.

    documentation-coverage.py FOLDER...      folders with symbol graphs, as docs.sh makes them

What the compiler wrote itself counts for nothing: members that come by inheritance or by a conformance without a line of ours,
and `==`, `hash(into:)` and the like. A method that fulfils a protocol's requirement may leave it to the protocol to say what
it does: DocC shows that there.

Each type also has a place by its task: a `.docc` folder of the module, where there is one, has to list it under Topics.
"""

import json
import pathlib
import re
import sys


def undocumented(graph):
    """The symbols of one graph that should have a comment: how many there are, and those that have none."""
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
    """The types of a module that no page of its catalogue lists."""
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
    """Where a symbol stands, as an editor opens it."""
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
        # The files beside it, as M@N.symbols.json, add to types of other modules.
        homeless = [] if "@" in file.name else unlisted(graph)
        lost += len(homeless)
        for symbol in homeless:
            print(f"{place(symbol)}: {'.'.join(symbol['pathComponents'])} is listed under no topic")
    print(f"docs: {total - faults} of {total} public symbols have a comment")
    sys.exit(1 if faults or lost else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
