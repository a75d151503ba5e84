"""Somebody else keeps the old name open while a receiver is pulled out: `gpsbridge watch` finds it under its new one."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage, source


def run(stage: Stage, family: str) -> Outcome:
    receiver, nodes = stage.receiver(), []
    with Program(stage.machine, "watch", *source(family), "--format", "nmea") as program:
        for number in range(2):
            mark = stage.kernel.mark()
            with stage.plugged(family) as dongle:
                receiver.start(dongle)
                program.first_line(mark)
                if number == 0:
                    _hold(stage, stage.node())
                receiver.talk(stage.some_lines())
                stage.pull(dongle, receiver)
                nodes.append(program.wait("is gone", mark, "that it has gone").text.split()[1])
        stage.machine.run("kill $(cat /run/holder)")
    expect(nodes[0] != nodes[1], f"the name should have changed, it is {nodes[1]} again")
    receiver.check(program.printed())
    return Outcome(f"{nodes[0]} came back as {nodes[1]}", cycles=1, lines=len(receiver.wanted))


def _hold(stage: Stage, node: str):
    """Root walks through the exclusive use that a port may ask for."""
    stage.machine.run(f"sleep 300 <{node} >/dev/null 2>&1 & echo $! >/run/holder; "
                      f"until ls -l /proc/$!/fd 2>/dev/null | grep -q {node}; do usleep 10000; done")
