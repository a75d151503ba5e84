"""Both services keep a track store in their folders, as docs/store.md describes it. It goes on after kill -9, an unplugging and a
restart, is whole, has each epoch once, and can't be read by other users."""

import pathlib
import re

from . import served
from .epochs import Epochs
from .failure import expect
from .outcome import Outcome
from .service import UNIT
from .services import FOLDER, forget, kill, wait_for
from .stage import Stage

DROP_IN = f"/etc/systemd/system/{UNIT}.d"
SETTINGS = "/etc/gpsbridge/config.d/store.json5"
STORES = {UNIT: f"{FOLDER}/track.db", served.UNIT: "/var/lib/private/gpsbridge-serve/gpsbridge/track.db"}
RATE = 5
# Epochs: the last second before a kill may be lost, and the first ones after an opening.
LOST, FIRST = 2 * RATE, 2 * RATE


def documented() -> str:
    """The drop-in of the page, for a program of a package."""
    page = pathlib.Path(__file__).parents[4] / "docs/store.md"
    found = re.search(r"```\n(\[Service\]\nExecStart=\n.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    expect(found is not None, "docs/store.md has no drop-in")
    return found.group(1).replace("/usr/local/", "/usr/")


def run(stage: Stage) -> Outcome:
    machine = stage.machine
    forget(machine)
    machine.run(f"mkdir -p {DROP_IN} $(dirname {SETTINGS}); cat >{DROP_IN}/store.conf <<'END'\n{documented()}END\n"
                f"echo \"{{ serve: {{ store: 'auto' }} }}\" >{SETTINGS}; systemctl daemon-reload", 60)
    receiver = stage.epochs(RATE, minutes=5)
    machine.run(f"systemctl start {UNIT}", 60)
    away = []
    with stage.plugged("ublox") as dongle:
        receiver.start(dongle)
        begun(stage, dongle, receiver, away, 1)
        last = receiver.last
        kill(machine, UNIT, dongle)
        begun(stage, dongle, receiver, away, last - LOST)
        last = receiver.last
        stage.pull(dongle, receiver)
    with stage.plugged("ublox") as dongle:
        receiver.start(dongle)
        begun(stage, dongle, receiver, away, last - 1)
        last = receiver.last
        dongle.line.opened_at = None
        machine.run(f"systemctl restart {UNIT}", 60)
        begun(stage, dongle, receiver, away, last - 1)
        last = receiver.last
        machine.run(f"systemctl stop {UNIT}", 60)
        kept = judged(stage, UNIT, receiver, away, last - 1)
        # The other one keeps a store of its own.
        first = receiver.last
        dongle.line.opened_at = None
        served.start(machine)
        away = []
        begun(stage, dongle, receiver, away, first)
        last = receiver.last
        served.stop(machine)
        others = judged(stage, served.UNIT, receiver, away, last - 1)
        stage.pull(dongle, receiver)
    machine.run(f"rm -r {DROP_IN} {SETTINGS}; systemctl daemon-reload", 60)
    return Outcome(f"kept {kept} epochs over kill -9, an unplugging and a restart, and {others} while serving; "
                   "whole, once each, for nobody else to read", cycles=2, lines=kept + others)


def begun(stage: Stage, dongle, receiver: Epochs, away: "list[range]", first: int):
    """Waits until the port is opened; from `first` until then, epochs may be missing. Then lets the receiver send."""
    stage.opened(dongle)
    away.append(range(first, receiver.last + 1 + FIRST))
    stage.kernel.pass_time(8)


def judged(stage: Stage, unit: str, receiver: Epochs, away: "list[range]", last: int) -> int:
    """Returns how many epochs a store has; each that it must have is in it once, in order."""
    machine, store = stage.machine, STORES[unit]
    checked = machine.run(f"gpsbridge track check --store {store}", 60)
    rows = machine.run(f"gpsbridge export store:{store} --format csv 2>/dev/null", 120).splitlines()
    # The first epoch of an opening may have no date yet.
    times = [time for row in rows[1:] if (time := row.split(",")[1])]
    found = [receiver.numbers.get(time) for time in times]
    strange = [time for time, number in zip(times, found) if number is None]
    expect(not strange, f"{store} has {len(strange)} times that were not sent: {strange[:3]}")
    expect(all(one < other for one, other in zip(found, found[1:])), f"{store} has epochs twice, or out of order")
    excused = {number for span in away for number in span} | receiver.without_room
    missing = set(range(min(span.start for span in away), last)) - excused - set(found)
    expect(not missing, f"{store} lacks the epochs {sorted(missing)[:9]} of {last}; {checked}")
    rights = machine.run(f"stat -c %a {store}").strip()
    expect(rights == "600", f"others may read {store}: {rights}")
    status = machine.run(f"setpriv --reuid=65534 --regid=65534 --clear-groups cat {store} >/dev/null 2>&1; echo $?").strip()
    expect(status == "1", f"another user has read {store}")
    wait_for(machine, f"! systemctl is-failed --quiet {unit}", f"{unit} ended well")
    return len(found)
