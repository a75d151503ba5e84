"""Two u-blox receivers without serial numbers, each followed by a `gpsbridge watch` of its own that was told its place.
One is pulled out and comes back while the other talks on; then both come back in the other order, with swapped names."""

import contextlib
import json

from .failure import expect
from .numbered_lines import check
from .outcome import Outcome
from .program import Program
from .simulated import printed
from .stage import Stage

TAGS = ("A ", "B ")


def run(stage: Stage) -> Outcome:
    receivers = [stage.receiver(), stage.receiver()]
    with Program(stage.machine, "devices", "--watch", "--json", tag="devices ") as devices:
        selectors = [_selector(stage, devices, cable) for cable in (0, 1)]
        expect(selectors[0] != selectors[1], f"two receivers are selected by the same {selectors[0]}")
        expect(all(selector.startswith("path:") for selector in selectors),
               f"only their places tell them apart, and not {selectors}")
        start = stage.kernel.mark()
        with contextlib.ExitStack() as programs:
            watches = [programs.enter_context(Program(stage.machine, "watch", selector, "--format", "nmea", tag=tag))
                       for selector, tag in zip(selectors, TAGS)]
            first = _both(stage, watches, receivers, order=(0, 1), pulls_first=True)
            second = _both(stage, watches, receivers, order=(1, 0), pulls_first=False)
        log = stage.kernel.since(start)
    nodes = [[_node(stage, log, tag, nth) for tag in TAGS] for nth in (0, -1)]
    expect(nodes[0] == nodes[1][::-1], f"the names should have swapped, they were {nodes[0]} and are {nodes[1]}")
    wanted = [one + other for one, other in zip(first[0], second[0])]
    for receiver, tag, numbers, sents in zip(receivers, TAGS, wanted, zip(first[1], second[1])):
        receiver.sent = sents[0] + sents[1]
        check(receiver.numbers(printed(log, tag)), numbers)
    lines = sum(map(len, wanted))
    return Outcome(f"{selectors[0]} and {selectors[1]} each kept its own lines, while their names went from "
                   f"{' '.join(nodes[0])} to {' '.join(nodes[1])}",
                   cycles=3, sent=lines, received=lines)


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


def _both(stage: Stage, watches, receivers, order, pulls_first: bool):
    """Both talk; the numbers that had to come and all that was sent, of each."""
    wanted, sent = [[], []], [[], []]
    one, other = order
    with stage.plugged("ublox", one) as dongle_one:
        receivers[one].start(dongle_one)
        _first_line(stage, watches[one], stage.kernel.mark())
        mark = stage.kernel.mark()
        with stage.plugged("ublox", other) as dongle_other:
            receivers[other].start(dongle_other)
            _first_line(stage, watches[other], mark)
            receivers[other].talk(stage.some_lines())
            if pulls_first:
                mark = stage.kernel.mark()
                pulled = stage.pull(dongle_other)
                watches[other].wait("is gone", mark, "that one of two has gone")
                receivers[other].stop()
                _keep(stage, receivers[other], dongle_other, pulled, wanted[other], sent[other])
                # And back, while the first one talks on.
                with stage.plugged("ublox", other) as again:
                    receivers[other].start(again)
                    watches[other].wait("is back", mark, "that it is back")
                    _finish(stage, watches[other], receivers[other], again, wanted[other], sent[other])
            else:
                _finish(stage, watches[other], receivers[other], dongle_other, wanted[other], sent[other])
        _finish(stage, watches[one], receivers[one], dongle_one, wanted[one], sent[one])
    return wanted, sent


def _first_line(stage: Stage, watch: Program, mark: int):
    watch.wait(lambda entry: entry.text.startswith(f"{watch.tag}$"), mark, f"a line of {watch.tag}")


def _finish(stage: Stage, watch: Program, receiver, dongle, wanted, sent):
    mark = stage.kernel.mark()
    receiver.talk(stage.some_lines())
    pulled = stage.pull(dongle)
    watch.wait("is gone", mark, f"that {watch.tag}has gone")
    receiver.stop()
    _keep(stage, receiver, dongle, pulled, wanted, sent)


def _keep(stage: Stage, receiver, dongle, pulled, wanted, sent):
    wanted += receiver.must_come(stage.kernel, dongle, pulled)
    sent += receiver.sent


def _node(stage: Stage, log, tag: str, nth: int) -> str:
    """The name of which a program said for the first or the last time that it has gone."""
    return [entry.text.split()[2] for entry in log if entry.text.startswith(f"{tag}note: ") and "is gone" in entry.text][nth]
