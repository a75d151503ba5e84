"""Plugged and unplugged, again and again: all lines come, the port closes at once, and is found again by its path."""

import dataclasses
import statistics
import time

from .failure import Failure, expect
from .kernel_log import KernelLog
from .numbered_lines import Sender, check, numbers
from .stage import Stage

CLOSES_WITHIN = 100_000  # microseconds


@dataclasses.dataclass
class Cycle:
    path: str
    appears: float
    first_line: float
    lines: int
    closes: int


def run(stage: Stage, family: str) -> str:
    cycles: "list[Cycle]" = []
    sender = Sender(family[0].upper())
    kernel = KernelLog(stage.machine)
    with stage.probe(family) as probe:
        for number in range(1, stage.cycles + 1):
            try:
                cycles.append(_cycle(stage, family, probe, sender))
                expect(cycles[-1].path == cycles[0].path,
                       f"path was {cycles[0].path}, after plugging it in again it is {cycles[-1].path}")
            except Failure as failure:
                raise Failure(f"cycle {number} of {stage.cycles}: {failure}") from failure
    by_kernel = kernel.closings()
    expect(len(by_kernel) == stage.cycles, f"the kernel saw {len(by_kernel)} of {stage.cycles} closings after unplugging")
    expect(max(by_kernel) <= CLOSES_WITHIN, f"closed {max(by_kernel)} µs after the kernel noticed the unplugging")

    middle = statistics.median
    closes = [cycle.closes / 1e3 for cycle in cycles]
    by_kernel = [time / 1e3 for time in by_kernel]
    return (f"{len(cycles)} of {stage.cycles} cycles; all {sum(cycle.lines for cycle in cycles)} lines that must come came; "
            f"appears after {middle(cycle.appears for cycle in cycles) * 1e3:.0f} ms, "
            f"first line after {middle(cycle.first_line for cycle in cycles) * 1e3:.0f} ms; "
            f"closed {middle(closes):.2f} ms after the hang-up, at worst {max(closes):.2f} ms; "
            f"{middle(by_kernel):.1f} ms after the kernel noticed, at worst {max(by_kernel):.1f} ms")


def _cycle(stage: Stage, family: str, probe, sender: Sender) -> Cycle:
    since = len(probe.events)
    plugged = time.monotonic()
    with stage.plugged(family) as dongle:
        sender.start(dongle)
        try:
            appeared = probe.wait("appeared", since)
            opened = probe.wait("opened", since, path=appeared["path"])
            first_line = probe.wait("line", since, path=appeared["path"])
            stage.wait(0.5, 0.9)
            expect(dongle.line.opened_at is not None, "the probe says that it opened the port, but the line DTR is down")
            unplugged = time.monotonic()
            dongle.unplug()
            closed = probe.wait("closed", since, path=appeared["path"])
            probe.wait("disappeared", since, path=appeared["path"])
        finally:
            sender.stop()
    check(numbers(closed["lines"], sender.name), sender.must_have_come(dongle.line.opened_at, unplugged))
    failed = probe.any("failed", since)
    expect(not failed, f"the probe failed: {[event.values for event in failed]}")
    expect(closed["node"] == opened["node"], f"opened {opened['node']}, but closed {closed['node']}")
    after = int(closed["after"])
    expect(after <= CLOSES_WITHIN, f"closed {after} µs after the hang-up, {CLOSES_WITHIN} are allowed")
    return Cycle(appeared["path"], appeared.seen - plugged, first_line.seen - plugged,
                 len(sender.must_have_come(dongle.line.opened_at, unplugged)), after)
