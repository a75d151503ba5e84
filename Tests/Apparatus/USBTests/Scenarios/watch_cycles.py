"""`gpsbridge watch`, which starts when the receiver is plugged in already, through many unpluggings: every line, `gone`, and `back`
at the speed that was found. How soon is printed."""

import contextlib
import statistics

from .failure import expect, in_cycle
from .kernel_stream import KernelStream
from .outcome import Outcome
from .program import Program
from .simulated import Receiver
from .stage import Stage, chip, source

# Not the first that the program tries: what it finds out is to be kept in mind.
SPEED = 38400


def run(stage: Stage, family: str) -> Outcome:
    receiver, mark = stage.receiver(), stage.kernel.mark()
    # Microseconds, in the kernel's log: from when it notices the unplugging, which comes some milliseconds before it hangs the
    # port up, until the program reports it; and from when the driver reports the port, before udev does, until it is open again.
    gone, back = [], []
    with contextlib.ExitStack() as runs:
        dongle = runs.enter_context(stage.plugged(family, speed=SPEED))
        stage.attached(family, mark)
        node, listed = stage.node(), stage.machine.run("gpsbridge devices")
        expect(node in listed, f"{node} is not in the list of devices:\n{listed}")
        program = runs.enter_context(Program(stage.machine, "watch", *source(family), "--format", "nmea"))
        # One more: the first plugging in is no coming back.
        for number in range(stage.cycles + 1):
            with in_cycle(number, stage.cycles):
                mark = stage.kernel.mark()
                if number:
                    dongle = runs.enter_context(stage.plugged(family, speed=SPEED))
                _visit(stage, program, dongle, receiver, mark)
                gone.append(_time(stage.kernel, mark, "USB disconnect", "is gone; waiting for it to come back"))
                if number:
                    back.append(_time(stage.kernel, mark, chip(family).announcement, "is back"))
                    # Twice 9600, which the driver sets at an opening, and then the right one: nothing was tried.
                    tried = [speed for speed in dongle.line.speeds if speed not in (9600, SPEED)]
                    expect(not (tried and chip(family).has_serial_line),
                           f"{SPEED} was known, and yet tried were {dongle.line.speeds}")
    receiver.check(program.printed())
    return Outcome(
        f"gone told {statistics.median(gone) / 1e3:.1f} ms after the kernel noticed it, at worst {max(gone) / 1e3:.1f} ms; "
        f"open again {statistics.median(back) / 1e3:.0f} ms after the driver told of it, at worst {max(back) / 1e3:.0f} ms",
        cycles=len(back), lines=len(receiver.wanted))


def _visit(stage: Stage, program: Program, dongle, receiver: Receiver, mark: int):
    """Lets a receiver that is plugged in talk, and pulls it out."""
    receiver.start(dongle)
    try:
        program.first_line(mark)
        receiver.talk(stage.some_lines())
        stage.kernel.pass_time(0.1)
        stage.pull(dongle, receiver)
        program.wait("is gone", mark, "that it has gone")
    finally:
        receiver.stop()
    stage.machine.run(f"ls -l /proc/{program.process}/fd >/run/descriptors && ! grep /dev/tty /run/descriptors")
    if dongle.chip.has_serial_line:
        expect(dongle.line.speeds[-1] == SPEED, f"{SPEED} had to be set, it was {dongle.line.speeds}")


def _time(kernel: KernelStream, mark: int, cause: str, effect: str) -> int:
    """Microseconds from what the kernel says to what the program says."""
    log = kernel.since(mark)
    start = next((entry.at for entry in log if entry.is_kernel and cause in entry.text), None)
    expect(start is not None, f"the kernel did not say “{cause}”")
    end = kernel.wait(lambda entry: not entry.is_kernel and effect in entry.text, mark, f"“{effect}”")
    return end.at - start
