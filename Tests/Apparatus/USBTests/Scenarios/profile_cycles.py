"""A u-blox that forgets its settings with each plug that is pulled, and has a profile: it is set again each time, soon."""

import statistics

from .failure import expect, in_cycle
from .live_receiver import LiveReceiver
from .outcome import Outcome
from .program import Program
from .stage import Stage, chip, selector

FOLDER = "/tmp/.config/gpsbridge"
# What the receiver is to be, and is not when it is switched on.
WISHES = {"model": "sea", "rate": 2}
SETTINGS = ("model", "update_rate")
# In the machine's seconds, from the driver's word of the port.
WITHIN = 10


def run(stage: Stage, family: str) -> Outcome:
    wishes = ", ".join(f"{key}: {value!r}" for key, value in WISHES.items())
    stage.machine.run(f"mkdir -p {FOLDER}; echo \"{{receivers: {{'{selector(family).lower()}': {{{wishes}}}}}}}\" "
                      f">{FOLDER}/config.json5; gpsbridge config check")
    try:
        return _cycles(stage, family)
    finally:
        stage.machine.run(f"rm -rf {FOLDER}")


def _cycles(stage: Stage, family: str) -> Outcome:
    times = []
    with Program(stage.machine, "watch", "--types", "setting,event", tag="watch ") as program:
        for number in range(stage.cycles):
            with in_cycle(number, stage.cycles):
                times.append(_visit(stage, program, family))
    expect(max(times) <= WITHIN, f"a profile was back after {max(times):.1f} s, {WITHIN} are allowed")
    return Outcome(f"set again {statistics.median(times):.1f} s after the driver told of the port, at worst {max(times):.1f} s",
                   cycles=len(times))


def _visit(stage: Stage, program: Program, family: str) -> float:
    """One plugging in and pulling out; the seconds until all settings were back."""
    mark = stage.kernel.mark()
    with stage.plugged(family) as dongle, \
            LiveReceiver(stage.simulator, dongle, "static", "--dialect", "ublox8", "--language", "both", "--seed", stage.seed()):
        there = stage.kernel.wait(chip(family).announcement, mark, "the driver's word of the port")
        back = [program.wait(lambda entry, name=name: f'"setting":"{name}","state":"' in entry.text, mark,
                             f"the setting {name}", 120) for name in SETTINGS]
        for entry in back:
            expect('"state":"restored"' in entry.text, f"a setting was not put back: {entry.text}")
        # Some epochs on, nothing was put back a second time.
        stage.kernel.pass_time(3)
        again = [entry.text for entry in stage.kernel.since(mark) if '"state":"' in entry.text and '"setting"' in entry.text]
        expect(len(again) == len(SETTINGS), f"each setting once was expected: {again}")
        mark = stage.kernel.mark()
        dongle.unplug()
    program.event("detached", mark)
    return (max(entry.at for entry in back) - there.at) / 1e6
