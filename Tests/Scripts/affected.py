#!/usr/bin/env python3
"""Names the test targets that a change asks for, from the paths of the changed files, one on each line.

A file belongs to the target with the longest path above it. Asked are the tests of that target and of all that stand on it; the rules
of the tree always, and the pages' tests for a page. Each comes with `run`, or with `build` where it need only compile: everything stands
below the tool, and its tests wait for programs, so all of them run only when the tool itself has changed, or a module without tests of its
own. For any other module those files of theirs run that look into it, by `@testable import`: each comes with `file`.
usage: affected.py DESCRIPTION <paths      DESCRIPTION is what `swift package describe --type json` says
"""

import json
import os
import re
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


def looking_into(names, folder):
    """The files of tests below a folder that import one of these modules with `@testable`."""
    found = []
    for place, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(place, file)
            if file.endswith(".swift"):
                with open(path, encoding="utf-8") as source:
                    text = source.read()
                    if "@Test" in text and set(re.findall(r"^@testable import (\w+)", text, re.MULTILINE)) & names:
                        found.append(path)
    return sorted(found)


def affected(paths, targets):
    """From a test target to whether it is to be run, and the modules that are changed."""
    by_name = {target["name"]: target for target in targets}
    tests = {name for name in by_name if by_name[name]["type"] == "test"}
    if any(path in EVERYTHING for path in paths):
        return dict.fromkeys(tests, True), set()
    touched = set()
    for path in paths:
        target = owner(path, targets)
        if target:
            touched.add(target["name"])
        # Articles lie in a module's folder, and tests compile what they show.
        if path.endswith(".md") and "GuideTests" in by_name:
            touched.add("GuideTests")
    asked = tests & (standing_on(touched, targets) | {"StyleTests"})
    # The tool is what none but its tests stand on; with it whatever lies between them and the libraries.
    libraries = set()
    for name in tests - {SLOW}:
        libraries |= reached_from(name, by_name)
    of_the_tool = reached_from(SLOW, by_name) - libraries
    untested = {name for name in touched if by_name[name]["path"].startswith("Sources/") and name + "Tests" not in tests}
    is_slow_run = bool((touched & of_the_tool) | untested)
    return {name: name != SLOW or is_slow_run for name in asked}, touched


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
    asked, touched = affected([line.rstrip("\n") for line in sys.stdin], targets)
    for name, is_run in sorted(asked.items()):
        print("run" if is_run else "build", name)
    if asked.get(SLOW) is False:
        folder = next(target["path"] for target in targets if target["name"] == SLOW)
        for path in looking_into(touched, folder):
            print("file", path)


main()
