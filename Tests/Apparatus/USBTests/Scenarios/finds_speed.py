"""A receiver at another speed than the usual one: `gpsbridge watch` finds it by itself. And again, when it changes."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage, source

# The second and the fourth that are tried: with 2.2 s for each that is wrong.
SPEEDS = (4800, 115200)
# The machine's seconds that six wrong ones may take, and then an epoch, and a busy moment.
WITHIN = 20


def run(stage: Stage, family: str) -> Outcome:
    first, later = SPEEDS
    receiver = stage.receiver()
    with Program(stage.machine, "watch", *source(family), "--types", "event,fix", tag="watch ") as program:
        mark = stage.kernel.mark()
        with stage.plugged(family, speed=first) as dongle:
            receiver.start(dongle)
            opened = program.event("opened", mark)
            found = program.event("speed_found", mark)
            expect(found["speed_baud"] == first, f"it talks at {first}, and was found at {found['speed_baud']}")
            program.wait('"type":"fix"', mark, "a fix")
            expect(dongle.line.speed == first, f"the driver has set {dongle.line.speeds}")
            # As after a brown-out, or by somebody's tool.
            mark = stage.kernel.mark()
            dongle.speed = later
            lost = program.event("speed_lost", mark)
            again = program.event("speed_found", mark)
            expect(again["speed_baud"] == later, f"it talks at {later} now, and was found at {again['speed_baud']}")
            program.wait('"state":"live"', mark, "a fix")
            receiver.stop()
    times = [found["came"] - opened["came"], again["came"] - lost["came"]]
    expect(max(times) <= WITHIN, f"the speeds were found after {times} s")
    return Outcome(f"{first} found {times[0]:.1f} s after the opening, and {later} {times[1]:.1f} s after it had changed")
