"""A receiver that is plugged in when `gpsbridge monitor --line` starts, is pulled out, and plugged in again."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage, source


def run(stage: Stage, family: str) -> Outcome:
    receiver, mark = stage.receiver(), stage.kernel.mark()
    with stage.plugged(family) as dongle:
        receiver.start(dongle)
        announced = stage.attached(family, mark)
        node, listed = stage.node(), stage.machine.run("gpsbridge devices")
        expect(node in listed, f"{node} is not in the list of devices:\n{listed}")
        with Program(stage.machine, "monitor", *source(family), "--line") as program:
            live = _live(stage, program, receiver, dongle, mark)
            mark = stage.kernel.mark()
            with stage.plugged(family) as second:
                receiver.start(second)
                _live(stage, program, receiver, second, mark)
    busy = [entry.text for entry in stage.kernel.since(program.mark) if "BUSY" in entry.text]
    expect(not busy, f"nobody else has the port, and yet: {busy[:1]}")
    return Outcome(f"live {(live.at - announced.at) / 1e6:.1f} s after the driver told of it: {live.text}")


def _live(stage: Stage, program: Program, receiver, dongle, mark: int):
    """Waits for a live position, and pulls the receiver out."""
    # Munich, where the simulated car drives.
    live = program.wait(lambda entry: " LIVE 3D 48.1" in entry.text and ",11.5" in entry.text, mark, "a live position")
    mark = stage.kernel.mark()
    dongle.unplug()
    receiver.stop()
    program.wait(" DEVICE LOST ", mark, "that it is lost")
    return live
