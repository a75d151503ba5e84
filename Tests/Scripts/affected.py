#!/usr/bin/env python3
"""Prints which checks a change needs, from the paths of the changed files: one path per line of the input.

usage: affected.py DESCRIPTION <paths           for `make check`: lines "run TESTS", "build TESTS", "file PATH"
       affected.py --paths                      prints the paths of PATHS
       affected.py --ci DESCRIPTION <paths      for `.ci/run`: lines "tests TESTS", "step NAME", or one line "everything REASON"

DESCRIPTION is a file with the output of `swift package describe --type json`.

A file belongs to the target with the longest path that contains it. StyleTests always run, and GuideTests for a changed page.

`make check` runs the tests of the changed modules and of the modules that depend directly on one of them: "run". Everything else that
depends on the change is compiled, without its tests: "build". All ToolTests, which run programs, run only for a change of the tool or
of a module without tests of its own; otherwise "file" names those that import a changed module with @testable.

`.ci/run` runs all tests that depend on the change, and the steps that can notice it: STEPS. A path that is neither in a target nor in
PATHS needs everything.
"""

import json
import os
import re
import subprocess
import sys

SLOW = "ToolTests"
SCRIPTS = os.path.dirname(os.path.abspath(__file__))

# A change in these modules, or in a module below them, needs every step whose program contains them.
CORE = "GPSBridge"

# Steps of .ci/run besides the tests, each with the modules that only this step tests as a whole. Of the modules below these, the core
# counts, and modules without tests of their own.
STEPS = {
    "embedded": ["GNSS", "GPSTrackRows"],
    "clients": ["GPSDProtocol", "GPSServices", "SimulatedGPS"],
    "page": ["GPSWeb", "GPSWebHost", "GPSSQLiteFiles"],
    "usb-drivers": ["GPSBridge", "SerialPorts"],
    "usb-served": ["GPSServices", "GPSWeb", "GPSWebHost"],
    "conformance": ["GPSFormats", "GPSBridgeTool"],
    "configure-runs": ["GPSBridge", "GPSBridgeTool"],
    "install": ["GPSBridgeProgram"],
    "docs": ["GPSCoreLocation", "GPSDeliveryReactive", "GPSFormats", "GPSServices", "GPSStore", "GPSWeb", "SimulatedGPS"],
    "store": ["GPSStore", "GPSSQLiteFiles", "GPSTrackRows"],
    "fleet": ["GPSFleetCollector", "GPSFleetLink", "GPSFleetLoad", "GPSFleetProtocol"],
    "outside": ["CoreLocation", "GPSCoreLocation", "GPSDeliveryReactive", "GPSFormats", "GPSServices", "GPSWeb", "SimulatedGPS"],
}
# Files for browsers, with no code that another step runs.
PAGE_FILES = "GPSPageFiles"
# The parts of test.sh that take turns under the thread sanitizer: each is a step of this name.
THREADS = ["runtime-threads", "bridge-threads", "simulator-threads"]

# These tests read pages, and compile or run what they show.
PAGE_READERS = ["GPSDeliveryTests", "GPSWebTests", "GuideTests", "SimulatedGPSTests", "ToolTests"]

# Steps and tests for paths outside of targets, or in addition to the steps of their target: the longest prefix counts. An empty list: the
# tests of the tree judge these files, or only `make nightly` runs them.
PATHS = {
    "CHANGELOG.md": [], "CONTRIBUTING.md": [], "LICENSE": [], "README.md": [], "SECURITY.md": [],
    ".editorconfig": [], ".gitignore": [],
    "docs/": PAGE_READERS,
    "Sources/Tool/GPSBridgeTool/Commands/Record/": ["store"],
    "docs/security.md": PAGE_READERS + ["GPSBridgeTests"],
    "docs/decisions/": [], "docs/screens/": [],
    "docs/examples/trip-meter/": ["outside"],
    "udev-rules/": ["SerialPortsTests", "install", "usb-drivers", "usb-served"],
    "Scripts/deb.sh": [], "Scripts/deb/": [], "Scripts/screens.sh": [], "Scripts/terminal-svg.py": [],
    "Scripts/first-use.c": ["install"], "Scripts/function-order.py": ["install"], "Scripts/release.ld": ["install"],
    "Scripts/docs.sh": ["docs"], "Scripts/install.sh": ["install"],
    "Sources/Tool/GPSBridgeTool/Commands/Serve/": ["clients", "page", "usb-served"],
    "Tests/DeliveryFaults/": [], "Tests/Faults/": [],
    "Tests/Benchmark/": [], "Tests/Cost/": [],
    "Tests/DeliverySupport/": THREADS, "Tests/DiscoverySupport/": THREADS, "Tests/ServiceSupport/": THREADS,
    "Tests/Support/": THREADS,
    "Tests/Outside/": ["outside"],
    "Tests/PageTests/": ["page"],
    "Tests/SimulatedGPSTests/Clients/": ["clients"],
    "Tests/USBTests/": ["usb-drivers", "usb-served"],
    "Tests/Scripts/conformance.sh": ["conformance"],
    "Tests/Scripts/configure-runs.py": ["configure-runs"],
    "Tests/Scripts/documentation-coverage.py": ["docs"],
    "Tests/Scripts/embedded.sh": ["embedded"],
    "Tests/Scripts/english.py": [], "Tests/Scripts/figures.py": [], "Tests/Scripts/house.py": [], "Tests/Scripts/swift-files.sh": [],
    "Tests/Scripts/install-check.sh": ["install"],
    "Tests/Scripts/outside.sh": ["outside"],
    "Tests/Scripts/page.py": ["page"], "Tests/Scripts/page.sh": ["page"],
    "Tests/Scripts/private-udevadm-test.sh": ["SerialPortsTests"],
    "Tests/FleetTests/": ["fleet"], "Tests/Scripts/fleet.py": ["fleet"], "Tests/Scripts/fleet_engines.py": ["fleet"],
    "Tests/Scripts/fleet_disk.py": ["fleet"], "Tests/Scripts/fleet_thinned.py": ["fleet"], "Tests/Scripts/fleet_page.py": ["fleet"],
    "Tests/Scripts/fleet_strangers.py": ["fleet"], "Tests/Scripts/fleet_load.py": ["fleet"], "Tests/Scripts/fleet_nodes.py": ["fleet"],
    "Tests/Scripts/fleet_try.py": ["fleet"], "Tests/Scripts/engines.sh": ["GPSFleetCollectorTests", "fleet"],
    "Tests/StoreTests/": ["store"], "Tests/Scripts/store.py": ["store"],
    "Tests/Scripts/serve-clients.py": ["clients"], "Tests/Scripts/serve_clients/": ["clients"],
}
# These run only by hand, in `make check` or in `make nightly`.
PATHS.update(("Tests/Scripts/" + name, []) for name in (
    "accuracy.sh", "allocations.sh", "bench.sh", "beside.sh", "binary-bench.sh", "check.sh", "clean-root.sh", "conditions.py",
    "conditions/", "deb-check.sh", "deb_check/", "endurance.py", "fanout-bench.sh", "fuzz.sh", "long-logs.py",
    "make-long-log.py", "make-recording.py", "make-solutions.py", "medians.awk", "newcomer.sh", "newcomer-monitor.sh",
    "other_parsers.py", "outside-names.sh", "page-bench.sh", "record-kill.sh", "soak.py", "tool-bench.py", "verdicts.py"))


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

    def is_tested(self, name):
        """Whether a module has a test target of its name."""
        return name + "Tests" in self.tests


def touched_targets(package, paths):
    """The targets that contain changed files."""
    return {package.owner(path) for path in paths} - {None}


# make check

def check(package, paths):
    """The lines for `make check`."""
    if {"Package.swift", "Package.resolved"} & set(paths):
        return ["run " + name for name in sorted(package.tests)]
    touched = touched_targets(package, paths)
    modules = {name for name in touched if package.is_module(name)}
    direct = {name for name in package.paths if package.is_module(name) and package.dependencies[name] & modules}
    run = {name + "Tests" for name in modules | direct} | touched | {"StyleTests"}
    if any(path.endswith(".md") for path in paths):
        run.add("GuideTests")
    # A support library, or a module without tests of its own, is tested by the tests that name it as a dependency.
    untested = {name for name in touched - package.tests if not package.is_tested(name)}
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


# .ci/run

def modules_of(part):
    """The test targets of a part of test.sh."""
    answer = subprocess.run([os.path.join(SCRIPTS, "test.sh"), "--modules", part], capture_output=True, text=True, check=True)
    return answer.stdout.split()


def modules_of_steps(package):
    """From a step to the modules whose change it can notice."""
    core = package.below(CORE)

    def noticed(roots):
        found, waiting = set(), [root for root in roots if root in package.paths]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [other for other in package.dependencies[name] if not package.is_tested(other)]
        return found | core & package.below(*roots)

    steps = {step: noticed(roots) for step, roots in STEPS.items()}
    # The pure modules start no threads.
    pure = {name.removesuffix("Tests") for name in modules_of("pure")}
    for part in THREADS:
        steps[part] = noticed([name.removesuffix("Tests") for name in modules_of(part)]) - pure
    for step in steps.keys() - {"page"}:
        steps[step].discard(PAGE_FILES)
    return steps


def continuous(package, paths):
    """The lines for `.ci/run`."""
    missing = {CORE}.union(PAGE_READERS, *STEPS.values()) - set(package.paths)
    if missing:
        return ["everything affected.py lists modules that the package does not have: " + " ".join(sorted(missing))]
    wanted = set()
    for path in paths:
        prefix = max((prefix for prefix in PATHS if is_below(path, prefix)), key=len, default=None)
        if prefix is None and not package.owner(path):
            return ["everything %s is in no target and not in the list of affected.py" % path]
        wanted.update(PATHS.get(prefix, []))
        if path.endswith(".md") and not path.startswith("docs/decisions/"):
            wanted.update(PAGE_READERS)
    touched = touched_targets(package, paths)
    for step, modules in modules_of_steps(package).items():
        if touched & modules:
            wanted.add(step)
    # Only a full build contains the benchmark: no test depends on it.
    if "gpsbridge-benchmark" in package.above(touched):
        wanted.add("benchmark")
    for part in THREADS:
        if touched & set(modules_of(part)):
            wanted.add(part)
    wanted |= package.tests & (package.above(touched) | {"StyleTests"})
    return [("tests " if name in package.tests else "step ") + name for name in sorted(wanted)]


def is_below(path, prefix):
    return path.startswith(prefix) if prefix.endswith("/") else path == prefix


def main():
    words = sys.argv[1:]
    if words == ["--paths"]:
        print("\n".join(PATHS))
        return
    kind = continuous if words[:1] == ["--ci"] else check
    if len(words) != (2 if kind is continuous else 1):
        sys.exit(__doc__)
    paths = [line.rstrip("\n") for line in sys.stdin]
    print("\n".join(kind(Package(words[-1]), paths)))


main()
