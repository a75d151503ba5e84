"""A receiver comes back under another name, since somebody still has the old one open: it is followed by its path."""

from .failure import expect
from .numbered_lines import Sender, check, numbers
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    sender = Sender("N", stage.kernel)
    with stage.probe(family) as probe:
        first = _visit(stage, probe, family, sender, before_unplugging=hold)
        second = _visit(stage, probe, family, sender)
    stage.machine.run("kill $(cat /run/holder)")
    expect(first["node"] != second["node"], f"the name should have changed, it is {second['node']} again")
    expect(first["path"] == second["path"], f"the path was {first['path']} and is {second['path']}")
    return Outcome(f"{first['node']} came back as {second['node']}, found by {second['path']}")


def hold(stage: Stage, node: str):
    """Root walks through the exclusive use that a port may ask for."""
    stage.machine.run(f"sleep 300 <{node} >/dev/null 2>&1 & echo $! >/run/holder; "
                      f"until ls -l /proc/$!/fd 2>/dev/null | grep -q {node}; do usleep 10000; done")


def _visit(stage: Stage, probe, family: str, sender: Sender, before_unplugging=None):
    since = len(probe.events)
    with stage.plugged(family) as dongle:
        sender.start(dongle)
        opened = probe.wait("opened", since)
        probe.wait("line", since)
        if before_unplugging:
            before_unplugging(stage, opened["node"])
        sender.talk(stage.some_lines())
        pulled = stage.pull(dongle)
    sender.stop()
    closed = probe.wait("closed", since)
    probe.wait("disappeared", since)
    check(numbers(closed["lines"], sender.name), sender.must_come(stage.kernel, dongle, pulled))
    return opened
