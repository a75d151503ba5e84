"""Plays the chosen scenarios on one machine and says what came of each. Status: 0 all passed, 1 not."""

import os
import random
import signal
import sys
import time
import traceback

from .arguments import parsed
from .failure import Failure
from .machine import Machine
from .programme import acts
from .stage import Stage

RULES = "usr/lib/udev/rules.d"


def main() -> int:
    chosen = parsed()
    # Whoever ends this ends the machine with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if "rules" in chosen.scenarios and not os.path.isdir(os.path.join(chosen.overlay, RULES)):
        print("passed over rules: there is no udev-rules/61-gpsbridge.rules")
        chosen.scenarios.remove("rules")
    # More than it ever takes; then the machine ends, and with it whoever waits for it.
    seconds = 180 + 20 * chosen.cycles * len(chosen.families)
    start = time.monotonic()
    failed = []
    try:
        with Machine(chosen.work, chosen.overlay, seconds) as machine:
            print(f"the machine is up after {time.monotonic() - start:.1f} s, seed {chosen.seed}", flush=True)
            stage = Stage(machine, chosen.cycles, random.Random(chosen.seed))
            for name, function, arguments in acts(chosen.scenarios, chosen.families):
                if not play(name, function, stage, arguments):
                    failed.append(name)
    except Failure as failure:
        print(f"FAILED: {failure}")
        return 1
    print(f"{len(failed)} failed: {', '.join(failed)}" if failed else "all passed", f"({time.monotonic() - start:.1f} s)")
    return 1 if failed else 0


def play(name, function, stage: Stage, arguments) -> bool:
    start = time.monotonic()
    try:
        verdict, said = "passed", function(stage, *arguments)
    except Failure as failure:
        verdict, said = "FAILED", failure
    except (OSError, EOFError) as error:
        # The machine, or a dongle's line into it, is gone: where, is in the traceback.
        traceback.print_exc()
        verdict, said = "FAILED", error
    print(f"{verdict} {name} ({time.monotonic() - start:.1f} s): {said}", flush=True)
    return verdict == "passed"


if __name__ == "__main__":
    sys.exit(main())
