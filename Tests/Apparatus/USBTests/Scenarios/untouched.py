"""A bridge that nobody named may be anything, even when it talks like a receiver: to open it would raise DTR and reset an
Arduino. `devices --watch` lists it, `watch` without a name leaves it alone and takes the receiver that comes later."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    bridge, receiver = stage.receiver(), stage.receiver("static")
    start = stage.kernel.mark()
    with Program(stage.machine, "devices", "--watch", tag="devices ") as devices, \
            Program(stage.machine, "watch", "--format", "nmea", tag="watch ") as program:
        program.wait("waiting for a GPS receiver", start, "that it waits")
        with stage.plugged(family) as dongle:
            bridge.start(dongle)
            listed = devices.wait(lambda entry: entry.text.startswith("devices + /dev/ttyUSB"), start, "the bridge in the list")
            mark = stage.kernel.mark()
            with stage.plugged("ublox", cable=1) as other:
                receiver.start(other)
                program.first_line(mark)
                receiver.talk(stage.some_lines())
                mark = stage.kernel.mark()
                stage.pull(other, receiver)
                program.wait("is gone", mark, "that the receiver has gone")
            bridge.stop()
            expect(dongle.line.opened_at is None and not dongle.line.speeds,
                   f"a port that nobody named was opened: DTR {dongle.line.opened_at}, speeds {dongle.line.speeds}")
    receiver.check(program.printed())
    return Outcome(listed.text.removeprefix("devices + "), lines=len(receiver.wanted))
