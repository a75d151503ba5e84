#!/usr/bin/env python3
"""Prints which checks a change needs, from the paths of the changed files: one path per line of the input.

usage: affected.py DESCRIPTION <paths    lines "run TESTS", "build TESTS", "file PATH", for `make check`

DESCRIPTION is a file with the output of `swift package describe --type json`.

A file belongs to the target with the longest path that contains it. StyleTests always run, and GuideTests for a changed page.

`make check` runs the tests of the changed modules and of the modules that depend directly on one of them: "run". Everything else that
depends on the change is compiled, without its tests: "build". All ToolTests, which run programs, run only for a change of the tool or
of a module without tests of its own; otherwise "file" names those that import a changed module with @testable.
"""

import json
import os
import re
import sys

SLOW = "ToolTests"


class Package:
    """The targets of the package and what they depend on."""

    def __init__(self, description):
        with open(description, encoding="utf-8") as file:
            targets = json.load(file)["targets"]
        self.paths = {target["name"]: target["path"] for target in targets}
        self.dependencies = {target["name"]: set(target.get("target_dependencies") or []) for target in targets}
        self.tests = {target["name"] for target in targets if target["type"] == "test"}

    def owner(self, path):
        """The target that contains a file, or None."""
        above = [name for name, folder in self.paths.items() if path.startswith(folder + "/")]
        return max(above, key=lambda name: len(self.paths[name]), default=None)

    def below(self, *names):
        """These targets and all that they depend on. A name that the package does not have adds nothing."""
        found = set()
        waiting = [name for name in names if name in self.paths]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.dependencies[name]
        return found

    def above(self, names):
        """These targets and all that depend on one of them."""
        return {name for name in self.paths if self.below(name) & set(names)}

    def is_module(self, name):
        return self.paths[name].startswith("Sources/")

    def tests_of(self, name):
        """The tests of a module: a test target of its name, or one with a folder of its name."""
        return {test for test in self.tests if test == name + "Tests" or os.path.isdir(os.path.join(self.paths[test], name))}


def touched_targets(package, paths):
    """The targets that contain changed files."""
    return {package.owner(path) for path in paths} - {None}


def check(package, paths):
    """The lines for `make check`."""
    if {"Package.swift", "Package.resolved"} & set(paths):
        return ["run " + name for name in sorted(package.tests)]
    touched = touched_targets(package, paths)
    modules = {name for name in touched if package.is_module(name)}
    direct = {name for name in package.paths if package.is_module(name) and package.dependencies[name] & modules}
    run = {test for name in modules | direct for test in package.tests_of(name)} | touched | {"StyleTests"}
    if any(path.endswith(".md") for path in paths):
        run.add("GuideTests")
    # A support library, or a module without tests of its own, is tested by the tests that name it as a dependency.
    untested = {name for name in touched - package.tests if not package.tests_of(name)}
    run |= {name for name in package.tests if package.dependencies[name] & untested}
    # ToolTests run programs and take minutes: only for modules that nothing but the tool contains.
    of_tool = package.below(SLOW) - package.below(*(package.tests - {SLOW, "FuzzTests"}))
    run.discard(SLOW)
    if touched & of_tool or untested & modules:
        run.add(SLOW)
    run &= package.tests
    files = looking_into(modules, package.paths[SLOW]) if SLOW in package.above(touched) - run else []
    compiled = {SLOW} if files else set()
    rest = {name for name in package.above(touched) if package.is_module(name)} - package.below(*(run | compiled))
    compiled |= {name for name in rest if not any(name in package.dependencies[other] for other in rest)}
    return (
        ["run " + name for name in sorted(run)] + ["build " + name for name in sorted(compiled)]
        + ["file " + path for path in files])


def looking_into(names, folder):
    """The test files below a folder that import one of these modules with @testable."""
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


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("\n".join(check(Package(sys.argv[1]), [line.rstrip("\n") for line in sys.stdin])))


main()
