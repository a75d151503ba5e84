#!/usr/bin/env python3
"""Names the test targets that a change asks for, from the paths of the changed files, one on each line.

A file belongs to the target with the longest path above it. Asked are the tests of that target and of all that stand on it; the rules
of the tree always, and the pages' tests for a page. Each comes with `run`, or with `build` where it need only compile: everything stands
below the tool, and its tests wait for programs, so they run when the tool itself has changed.
usage: affected.py DESCRIPTION <paths      DESCRIPTION is what `swift package describe --type json` says
"""

import json
import sys

EVERYTHING = ("Package.swift", "Package.resolved")
SLOW = "ToolTests"


def owner(path, targets):
    """The target that a file belongs to, or None."""
    above = [target for target in targets if path.startswith(target["path"] + "/")]
    return max(above, key=lambda target: len(target["path"]), default=None)


def standing_on(names, targets):
    """Those targets, and all that depend on one of them."""
    found = set(names)
    while True:
        more = {target["name"] for target in targets if found & set(target.get("target_dependencies") or [])}
        if more <= found:
            return found
        found |= more


def affected(paths, targets):
    """From a test target to whether it is to be run."""
    by_name = {target["name"]: target for target in targets}
    tests = {name for name in by_name if by_name[name]["type"] == "test"}
    if any(path in EVERYTHING for path in paths):
        return dict.fromkeys(tests, True)
    touched = set()
    for path in paths:
        target = owner(path, targets)
        if target:
            touched.add(target["name"])
        # Articles lie in a module's folder, and tests compile what they show.
        if path.endswith(".md"):
            touched.add("GuideTests")
    asked = tests & (standing_on(touched, targets) | {"StyleTests"})
    # The tool is what none but its tests stand on; with it whatever lies between them and the libraries.
    libraries = set()
    for name in tests - {SLOW}:
        libraries |= reached_from(name, by_name)
    of_the_tool = reached_from(SLOW, by_name) - libraries
    return {name: name != SLOW or bool(touched & of_the_tool) for name in asked}


def reached_from(name, by_name):
    """A target, and all that it stands on, but not what a harness of the fuzzer brings along."""
    found = {name}
    for other in by_name[name].get("target_dependencies") or []:
        if name != "FuzzTests":
            found |= reached_from(other, by_name)
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        targets = json.load(file)["targets"]
    for name, is_run in sorted(affected([line.rstrip("\n") for line in sys.stdin], targets).items()):
        print("run" if is_run else "build", name)


main()
