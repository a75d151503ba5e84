"""With the opt-in rules, `gpsbridge@ttyACM0.service` starts when a receiver is plugged in, ends when it is pulled out, starts
again with it, and after kill -9. A bridge starts nothing."""

from .failure import expect
from .outcome import Outcome
from .service import record
from .services import forget, is_active, kill, recorded, wait_for
from .stage import Stage

UNIT = "gpsbridge@ttyACM0.service"


def run(stage: Stage) -> Outcome:
    machine, receiver = stage.machine, stage.receiver()
    forget(machine)
    machine.run("mkdir -p /run/udev/rules.d; cp /usr/share/gpsbridge/62-gpsbridge-autostart.rules /run/udev/rules.d; "
                "udevadm control --reload")
    for number in range(2):
        with stage.plugged("ublox") as dongle:
            wait_for(machine, is_active(UNIT), f"{UNIT} started at plugging in")
            record(stage, dongle, receiver)
            if number == 0:
                kill(machine, UNIT, dongle)
                record(stage, dongle, receiver)
        wait_for(machine, f"! {is_active(UNIT)}", f"{UNIT} ended by unplugging")
        state = machine.run(f"systemctl show --property=Result --value {UNIT}").strip()
        expect(state == "success", f"pulled out, {UNIT} should end well, and its result is {state}")
    receiver.check(recorded(machine))
    mark = stage.kernel.mark()
    with stage.plugged("cp210x") as dongle:
        stage.attached("cp210x", mark)
        stage.kernel.pass_time(1)
        started = machine.run("systemctl list-units --all --plain --no-legend 'gpsbridge@ttyUSB*'").strip()
        expect(not started and dongle.line.opened_at is None, f"a bridge is nobody's business, and it started {started}")
    forget(machine)
    return Outcome("started by plugging in, ended by pulling out, twice; started again after kill -9; left a bridge alone",
                   cycles=2, lines=len(receiver.wanted))
