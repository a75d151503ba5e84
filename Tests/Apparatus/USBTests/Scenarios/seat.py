"""Who sits at the screen may open a receiver, without belonging to any group; a bridge not. By logind and the rules."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .services import forget, wait_for
from .stage import Stage

USER = "sailor"


def run(stage: Stage) -> Outcome:
    machine, receiver = stage.machine, stage.receiver()
    forget(machine)
    wait_for(machine, f"loginctl --no-legend list-sessions | grep -q '{USER} *seat0'", f"{USER} has logged in at the screen")
    mark = stage.kernel.mark()
    with stage.plugged("ublox") as dongle:
        receiver.start(dongle)
        stage.attached("ublox", mark)
        wait_for(machine, f"getfacl --absolute-names /dev/ttyACM0 2>/dev/null | grep -q user:{USER}:rw-", "an entry for the user")
        with Program(machine, "watch", "--types", "fix", "--count", "2", user=USER) as program:
            status = program.ended()
        expect(status == 0, f"{USER} sits at the screen and may read, and gpsbridge watch ended with {status}")
        receiver.stop()
    mark = stage.kernel.mark()
    with stage.plugged("cp210x") as dongle:
        stage.attached("cp210x", mark)
        with Program(machine, "watch", "/dev/ttyUSB0", user=USER) as program:
            status = program.ended()
        expect(status == 4 and dongle.line.opened_at is None, f"a bridge may be anything, and {USER} could open it: {status}")
    return Outcome(f"{USER}, at the screen and in no group, reads a receiver; a bridge ends with status 4")
