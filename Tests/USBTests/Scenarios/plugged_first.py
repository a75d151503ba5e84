"""A receiver that is plugged in when `gpsbridge monitor --line` starts, is pulled out, and plugged in again."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage, chip, source


def run(stage: Stage, family: str) -> Outcome:
    receiver = stage.receiver()
    mark = stage.kernel.mark()
    with stage.plugged(family) as dongle:
        receiver.start(dongle)
        announced = stage.kernel.wait(chip(family).announcement, mark, "the driver's word")
        stage.machine.run("udevadm settle")
        node = stage.machine.run("ls -d /dev/ttyACM* /dev/ttyUSB* 2>/dev/null || true").strip()
        listed = stage.machine.run("gpsbridge devices")
        with Program(stage.machine, "monitor", *source(family), "--line") as program:
            live = _live(program, mark)
            again = stage.kernel.mark()
            dongle.unplug()
            receiver.stop()
            program.wait(" DEVICE LOST ", again, "that it is lost")
            again = stage.kernel.mark()
            with stage.plugged(family) as second:
                receiver.start(second)
                _live(program, again)
                again = stage.kernel.mark()
                second.unplug()
                receiver.stop()
            program.wait(" DEVICE LOST ", again, "that it is lost again")
        busy = [entry.text for entry in stage.kernel.since(mark) if "BUSY" in entry.text]
        expect(not busy, f"nobody else has the port, and yet: {busy[0] if busy else ''}")
    expect(node in listed, f"{node} is not in the list of devices:\n{listed}")
    return Outcome(f"live {(live.at - announced.at) / 1e6:.1f} s after the driver told of it: {live.text}")


def _live(program: Program, mark: int):
    # Munich, where the simulated car drives.
    return program.wait(lambda entry: " LIVE 3D 48.1" in entry.text and ",11.5" in entry.text, mark, "a live position")
