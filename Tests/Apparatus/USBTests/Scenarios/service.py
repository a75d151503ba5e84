"""`gpsbridge.service` starts without a receiver and waits; records the one that comes; goes on after kill -9 and after an
unplugging. Every line that had to be recorded is in its folder, which only it can read."""

from .failure import expect
from .outcome import Outcome
from .services import FOLDER, forget, kill, main_process, recorded, start_after_boot, wait_for
from .stage import Stage

UNIT = "gpsbridge.service"


def run(stage: Stage) -> Outcome:
    machine, receiver = stage.machine, stage.receiver()
    forget(machine)
    start_after_boot(machine, UNIT)
    wait_for(machine, f"journalctl --unit={UNIT} --boot --quiet | grep -q 'waiting for a GPS receiver'", "it waits")
    first = main_process(machine, UNIT)
    with stage.plugged("ublox") as dongle:
        record(stage, dongle, receiver)
        kill(machine, UNIT, dongle)
        record(stage, dongle, receiver)
    second = main_process(machine, UNIT)
    expect(second != first, f"killed, it should be another process than {first}")
    with stage.plugged("ublox") as dongle:
        record(stage, dongle, receiver)
    expect(main_process(machine, UNIT) == second, "an unplugging should not have ended it")
    machine.run(f"systemctl stop {UNIT}", 60)
    said = machine.run(f"journalctl --unit={UNIT} --boot --quiet --output=cat")
    expect("Failed to set" not in said, f"its sandbox is too narrow: {said}")
    rights = machine.run(f"stat -c %a {FOLDER} {FOLDER}/*.gbr").split()
    expect(set(rights[1:]) == {"600"} and rights[0] == "700", f"others may read its recordings: {rights}")
    receiver.check(recorded(machine))
    exposure = machine.run(f"systemd-analyze security {UNIT} | tail -n 1").strip()
    return Outcome(f"waited, recorded, was killed and recorded on, was unplugged and recorded on; {exposure.lstrip('→ ')}",
                   cycles=1, lines=len(receiver.wanted))


def record(stage: Stage, dongle, receiver):
    """Lets the receiver talk for a while to whoever has opened its port, and the recording be written, which it is each second."""
    stage.opened(dongle)
    receiver.start(dongle)
    receiver.talk(stage.some_lines())
    stage.kernel.pass_time(0.5)
    receiver.talk(stage.some_lines())
    stage.pull(dongle, receiver, unplugs=False)
    stage.kernel.pass_time(1.2)
