"""Plugged and unplugged, again and again: all lines come, the port closes at once, and is found again by its path."""

import dataclasses
import statistics
import time

from .failure import Failure, expect, in_cycle
from .kernel_stream import closings
from .numbered_lines import Sender, check, numbers
from .outcome import Outcome
from .stage import Stage

# Microseconds from the kernel's noticing the unplugging, which comes some milliseconds before it hangs the port up.
CLOSES_WITHIN = 100_000


@dataclasses.dataclass
class Cycle:
    path: str
    appears: float
    first_line: float
    lines: int


def run(stage: Stage, family: str) -> Outcome:
    cycles: "list[Cycle]" = []
    sender = Sender(family[0].upper(), stage.kernel)
    mark = stage.kernel.mark()
    with stage.probe(family) as probe:
        for number in range(1, stage.cycles + 1):
            try:
                cycles.append(_cycle(stage, family, probe, sender))
                expect(cycles[-1].path == cycles[0].path,
                       f"path was {cycles[0].path}, after plugging it in again it is {cycles[-1].path}")
            except Failure as failure:
                raise in_cycle(failure, number, stage.cycles) from failure
    by_kernel = _closings(stage, mark)
    expect(len(by_kernel) == stage.cycles, f"{len(by_kernel)} of {stage.cycles} unpluggings were followed by a closing")
    expect(max(by_kernel) <= CLOSES_WITHIN, f"closed {max(by_kernel)} µs after the kernel noticed the unplugging")

    middle = statistics.median
    by_kernel = [time / 1e3 for time in by_kernel]
    lines = sum(cycle.lines for cycle in cycles)
    return Outcome(
        f"appears after {middle(cycle.appears for cycle in cycles) * 1e3:.0f} ms, "
        f"first line after {middle(cycle.first_line for cycle in cycles) * 1e3:.0f} ms; "
        f"closed {middle(by_kernel):.1f} ms after the kernel noticed the unplugging, at worst {max(by_kernel):.1f} ms",
        cycles=len(cycles), sent=lines, received=lines)


def _closings(stage: Stage, mark: int) -> "list[int]":
    """The probe's report may be here before its note in the kernel's log is."""
    end = time.monotonic() + 10
    while len(times := closings(stage.kernel.since(mark))) < stage.cycles and time.monotonic() < end:
        time.sleep(0.01)
    return times


def _cycle(stage: Stage, family: str, probe, sender: Sender) -> Cycle:
    since = len(probe.events)
    plugged = time.monotonic()
    with stage.plugged(family) as dongle:
        sender.start(dongle)
        try:
            appeared = probe.wait("appeared", since)
            opened = probe.wait("opened", since, path=appeared["path"])
            first_line = probe.wait("line", since, path=appeared["path"])
            sender.talk(stage.some_lines())
            expect(dongle.line.opened_at is not None, "the probe says that it opened the port, but the line DTR is down")
            pulled = stage.pull(dongle)
            closed = probe.wait("closed", since, path=appeared["path"])
            probe.wait("disappeared", since, path=appeared["path"])
        finally:
            sender.stop()
    wanted = sender.must_come(stage.kernel, dongle, pulled)
    check(numbers(closed["lines"], sender.name), wanted)
    failed = probe.any("failed", since)
    expect(not failed, f"the probe failed: {[event.values for event in failed]}")
    expect(closed["node"] == opened["node"], f"opened {opened['node']}, but closed {closed['node']}")
    expect(closed["reason"] == "vanished", f"the end should be told as vanished, it was {closed.values}")
    expect(closed["descriptors"] == "0", f"closed, it says, but {closed['descriptors']} descriptors are open")
    return Cycle(appeared["path"], appeared.seen - plugged, first_line.seen - plugged, len(wanted))
