"""Two u-blox receivers without serial numbers, each followed by a `gpsbridge watch` of its own that was told its place.
One is pulled out and comes back while the other talks on; then both come back in the other order, with swapped names."""

import json

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage


def run(stage: Stage) -> Outcome:
    machine, receivers = stage.machine, [stage.receiver(), stage.receiver()]
    with Program(machine, "devices", "--watch", "--json", tag="devices ") as devices:
        selectors = [_selector(stage, devices, cable) for cable in (0, 1)]
    expect(selectors[0] != selectors[1], f"two receivers are selected by the same {selectors[0]}")
    expect(all(selector.startswith("path:") for selector in selectors),
           f"only their places tell them apart, and not {selectors}")
    with Program(machine, "watch", selectors[0], "--format", "nmea", tag="A ") as watch_a, \
            Program(machine, "watch", selectors[1], "--format", "nmea", tag="B ") as watch_b:
        watches = [watch_a, watch_b]
        _both(stage, watches, receivers, order=(0, 1), pulls=2)
        _both(stage, watches, receivers, order=(1, 0), pulls=1)
    nodes = [[_node(watch, nth) for watch in watches] for nth in (0, -1)]
    expect(nodes[0] == nodes[1][::-1], f"the names should have swapped, they were {nodes[0]} and are {nodes[1]}")
    for receiver, watch in zip(receivers, watches):
        receiver.check(watch.printed())
    return Outcome(f"{selectors[0]} and {selectors[1]} each kept its own lines, while their names went from "
                   f"{' '.join(nodes[0])} to {' '.join(nodes[1])}",
                   cycles=3, lines=sum(len(receiver.wanted) for receiver in receivers))


def _selector(stage: Stage, devices: Program, cable: int) -> str:
    """What `devices --watch` says selects the receiver at a cable while the other one is there, too."""
    mark = stage.kernel.mark()
    with stage.plugged("ublox", 1 - cable):
        devices.wait('"state":"present"', mark, "the other receiver")
        mark = stage.kernel.mark()
        with stage.plugged("ublox", cable):
            entry = devices.wait('"state":"present"', mark, "a second receiver")
            mark = stage.kernel.mark()
        devices.wait('"state":"gone"', mark, "that it has gone")
        mark = stage.kernel.mark()
    devices.wait('"state":"gone"', mark, "that the other one has gone")
    return json.loads(entry.text.removeprefix(devices.tag))["selector"]


def _both(stage: Stage, watches, receivers, order, pulls: int):
    """Both talk, and are pulled out; the second one so many times, while the first one talks on."""
    one, other = order
    mark = stage.kernel.mark()
    with stage.plugged("ublox", one) as dongle:
        receivers[one].start(dongle)
        watches[one].first_line(mark)
        for _ in range(pulls):
            mark = stage.kernel.mark()
            with stage.plugged("ublox", other) as second:
                receivers[other].start(second)
                watches[other].first_line(mark)
                _finish(stage, watches[other], receivers[other], second)
        _finish(stage, watches[one], receivers[one], dongle)


def _finish(stage: Stage, watch: Program, receiver, dongle):
    mark = stage.kernel.mark()
    receiver.talk(stage.some_lines())
    stage.pull(dongle, receiver)
    watch.wait("is gone", mark, f"that {watch.tag}has gone")


def _node(watch: Program, nth: int) -> str:
    """The name of which a program said for the first or the last time that it has gone."""
    log = watch.machine.kernel.since(watch.mark)
    return [entry.text.split()[2] for entry in log
            if entry.text.startswith(f"{watch.tag}note: ") and "is gone" in entry.text][nth]
