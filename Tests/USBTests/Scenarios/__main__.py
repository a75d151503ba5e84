"""Plays all scenarios on one machine and says what came of each. Status: 0 all passed, 1 not.

usage: python3 -m Scenarios --work FOLDER --overlay FOLDER [--cycles N] [--families A,B] [--scenarios A,B] [--seed N]
"""

import argparse
import os
import random
import sys
import time
import traceback

from Dongles.families import FAMILIES

from . import changed_name, left_alone, plug_cycles, rules, two_alike, wrong_speed
from .failure import Failure
from .machine import Machine
from .stage import Stage, chip

BRIDGES = [family for family in FAMILIES if chip(family).has_serial_line]

# What is played, with which families; None is a scenario that brings its own.
PROGRAMME = {
    "plug-cycles": (plug_cycles.run, list(FAMILIES)),
    "two-alike": (two_alike.run, None),
    "changed-name": (changed_name.run, ["ublox", "pl2303"]),
    "wrong-speed": (wrong_speed.run, BRIDGES),
    "left-alone": (left_alone.run, BRIDGES),
    "rules": (rules.run, list(FAMILIES)),
}


def arguments() -> argparse.Namespace:
    def names(known):
        def parsed(text):
            chosen = text.split(",")
            unknown = [name for name in chosen if name not in known]
            if unknown:
                raise argparse.ArgumentTypeError(f"no {', '.join(unknown)}; there is {', '.join(known)}")
            return chosen
        return parsed

    parser = argparse.ArgumentParser(prog="run.sh", description="Plays what happens to receivers on USB cables.")
    parser.add_argument("--work", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--overlay", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--cycles", type=int, default=1, help="how often each dongle is plugged (default 1)")
    parser.add_argument("--families", type=names(list(FAMILIES)), default=list(FAMILIES),
                        help=f"some of {','.join(FAMILIES)} (default all)")
    parser.add_argument("--scenarios", type=names(list(PROGRAMME)), default=list(PROGRAMME),
                        help=f"some of {','.join(PROGRAMME)} (default all)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32),
                        help="when cables are pulled out; a failure says which it was")
    chosen = parser.parse_args()
    if chosen.cycles < 1:
        parser.error("--cycles must be 1 or more")
    return chosen


def played(chosen: argparse.Namespace):
    """The name, the scenario and its arguments, one by one."""
    for name in chosen.scenarios:
        scenario, families = PROGRAMME[name]
        if families is None:
            yield name, scenario, ()
        for family in families or []:
            if family in chosen.families:
                yield f"{name} {family}", scenario, (family,)


def main() -> int:
    chosen = arguments()
    has_rules = os.path.isdir(os.path.join(chosen.overlay, "usr/lib/udev/rules.d"))
    if not has_rules and "rules" in chosen.scenarios:
        print("rules: passed over, there is no udev-rules/61-gpsbridge.rules")
        chosen.scenarios.remove("rules")
    failed = 0
    start = time.monotonic()
    # All that may ever be needed; then the machine ends by itself.
    seconds = 180 + 20 * chosen.cycles * len(chosen.families)
    with Machine(chosen.work, chosen.overlay, seconds) as machine:
        print(f"the machine is up after {time.monotonic() - start:.1f} s, seed {chosen.seed}", flush=True)
        stage = Stage(machine, chosen.cycles, random.Random(chosen.seed))
        for name, scenario, families in played(chosen):
            began = time.monotonic()
            try:
                said = scenario(stage, *families)
                verdict = "passed"
            except (Failure, OSError, EOFError) as failure:
                said, verdict = f"{failure}", "FAILED"
                if not isinstance(failure, Failure):
                    traceback.print_exc()
                failed += 1
            print(f"{verdict} {name} ({time.monotonic() - began:.1f} s): {said}", flush=True)
    if failed:
        print(f"{failed} failed; the machine's console and the probe's log are in {chosen.work}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
