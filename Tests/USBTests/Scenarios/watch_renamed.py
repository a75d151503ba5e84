"""Somebody else keeps the old name open while a receiver is pulled out: `gpsbridge watch` finds it under its new one."""

from .changed_name import hold
from .failure import expect
from .numbered_lines import check
from .outcome import Outcome
from .program import Program
from .simulated import printed
from .stage import Stage, source


def run(stage: Stage, family: str) -> Outcome:
    receiver = stage.receiver()
    wanted, sent, nodes = [], [], []
    start = stage.kernel.mark()
    with Program(stage.machine, "watch", *source(family), "--format", "nmea") as program:
        for number in range(2):
            mark = stage.kernel.mark()
            with stage.plugged(family) as dongle:
                receiver.start(dongle)
                program.wait(lambda entry: entry.text.startswith("$"), mark, "a line")
                if number == 0:
                    hold(stage, stage.machine.run("ls /dev/ttyACM* /dev/ttyUSB* 2>/dev/null || true").strip())
                receiver.talk(stage.some_lines())
                pulled = stage.pull(dongle)
                nodes.append(program.wait("is gone", mark, "that it has gone").text.split()[1])
            receiver.stop()
            wanted += receiver.must_come(stage.kernel, dongle, pulled)
            sent += receiver.sent
        stage.machine.run("kill $(cat /run/holder)")
    expect(nodes[0] != nodes[1], f"the name should have changed, it is {nodes[1]} again")
    receiver.sent = sent
    log = stage.kernel.since(start)
    check(receiver.numbers(printed(log)), wanted)
    return Outcome(f"{nodes[0]} came back as {nodes[1]}", cycles=1, sent=len(wanted), received=len(wanted))
