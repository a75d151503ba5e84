"""Two u-blox receivers that are the same in all that they say of themselves: only their paths tell them apart."""

from .failure import expect
from .numbered_lines import Sender, check, numbers
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage) -> Outcome:
    senders = [Sender("A", stage.kernel), Sender("B", stage.kernel)]
    with stage.probe("ublox") as probe:
        before = _both(stage, probe, senders, first=0)
        # In the other order: names swap, paths must not.
        after = _both(stage, probe, senders, first=1)
    paths = [opened["path"] for opened in before]
    expect(paths[0] != paths[1], f"two receivers have one path, {paths[0]}")
    expect([opened["path"] for opened in after] == paths,
           f"paths were {paths}, after plugging in again {[opened['path'] for opened in after]}")
    nodes = [[opened["node"] for opened in both] for both in (before, after)]
    expect(nodes[0] == nodes[1][::-1], f"the names should have swapped, they were {nodes[0]} and are {nodes[1]}")
    return Outcome(f"A and B each under a path, while their names swapped from {' '.join(nodes[0])} to {' '.join(nodes[1])}")


def _both(stage: Stage, probe, senders, first: int):
    """Plugs in both, one after the other, lets them talk and pulls both out. Tells how each was opened."""
    since = len(probe.events)
    second = 1 - first
    with stage.plugged("ublox", first) as one:
        senders[first].start(one)
        opened_one = probe.wait("opened", since)
        later = len(probe.events)
        with stage.plugged("ublox", second) as other:
            senders[second].start(other)
            opened_other = probe.wait("opened", later)
            senders[second].talk(stage.some_lines())
            pulled = stage.pull(other)
        senders[second].stop()
    senders[first].stop()

    for sender, opened, dongle in ((senders[first], opened_one, one), (senders[second], opened_other, other)):
        closed = probe.wait("closed", since, path=opened["path"])
        probe.wait("disappeared", since, path=opened["path"])
        check(numbers(closed["lines"], sender.name), sender.must_come(stage.kernel, dongle, pulled))
    return (opened_one, opened_other) if first == 0 else (opened_other, opened_one)
