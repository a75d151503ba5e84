"""Plays the chosen scenarios on one machine and says what came of each. Status: 0 all passed, 1 not."""

import random
import signal
import subprocess
import sys
import time
import traceback

from .arguments import parsed
from .failure import Failure
from .machine import Machine
from .outcome import Outcome, Row, table
from .programme import WITH_SERVICES, acts
from .stage import Stage


def main() -> int:
    chosen = parsed()
    # Whoever ends this ends the machine with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # More than it ever takes; then the machine ends, and with it whoever waits for it.
    seconds = 900 + (20 * len(chosen.families) + 2 * chosen.clients + 100) * chosen.cycles
    start = time.monotonic()
    rows: "list[Row]" = []
    chance = random.Random(chosen.seed)
    # The pauses between lines.
    random.seed(chosen.seed)
    systems = {"small": [name for name in chosen.scenarios if name not in WITH_SERVICES],
               "services": [name for name in chosen.scenarios if name in WITH_SERVICES]}
    try:
        for system, names in systems.items():
            if not names:
                continue
            begun = time.monotonic()
            with Machine(chosen.work, chosen.overlay, seconds, system) as machine:
                print(f"the machine ({system}) is up after {time.monotonic() - begun:.1f} s, seed {chosen.seed}", flush=True)
                stage = Stage(machine, chosen.cycles, chance, chosen.simulator, chosen.clients)
                for name, function, arguments in acts(names, chosen.families):
                    rows.append(play(name, function, stage, arguments))
    except Failure as failure:
        print(f"FAILED: {failure}")
        return 1
    print(f"\n{table(rows)}\n")
    failed = [row.name for row in rows if not row.passed]
    print(f"{len(failed)} failed: {', '.join(failed)}" if failed else "all passed", f"({time.monotonic() - start:.1f} s)")
    return 1 if failed else 0


def play(name, function, stage: Stage, arguments) -> Row:
    start = time.monotonic()
    try:
        outcome, passed = function(stage, *arguments), True
    except Failure as failure:
        outcome, passed = Outcome(str(failure)), False
    except (OSError, EOFError, subprocess.SubprocessError) as error:
        # The machine, or a dongle's line into it, is gone: where, is in the traceback.
        traceback.print_exc()
        outcome, passed = Outcome(str(error)), False
    row = Row(name, passed, outcome)
    print(f"{'passed' if passed else 'FAILED'} {name} ({time.monotonic() - start:.1f} s): {outcome.said}", flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
