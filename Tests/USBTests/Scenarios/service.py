"""`gpsbridge.service` starts without a receiver and waits; records the one that comes; goes on after kill -9 and after an
unplugging. Every line that had to be recorded is in its folder, which only it can read."""

from .failure import expect
from .numbered_lines import check
from .outcome import Outcome
from .services import FOLDER, forget, kill, main_process, recorded, wait_for
from .stage import Stage

UNIT = "gpsbridge.service"


def run(stage: Stage) -> Outcome:
    machine, receiver = stage.machine, stage.receiver()
    forget(machine)
    # As after a boot: a driver that is not there has no number that a device could be allowed by.
    machine.run("modprobe -r cdc_acm pl2303 cp210x ftdi_sio usbserial 2>/dev/null || true")
    machine.run(f"systemctl start {UNIT}", 60)
    wait_for(machine, f"journalctl --unit={UNIT} --boot --quiet | grep -q 'waiting for a GPS receiver'", "it waits")
    first = main_process(machine, UNIT)
    wanted, sent = [], []
    with stage.plugged("ublox") as dongle:
        record(stage, dongle, receiver, wanted, sent)
        # It will be opened once more.
        dongle.line.opened_at = None
        kill(machine, UNIT)
        record(stage, dongle, receiver, wanted, sent)
    second = main_process(machine, UNIT)
    expect(second != first, f"killed, it should be another process than {first}")
    with stage.plugged("ublox") as dongle:
        record(stage, dongle, receiver, wanted, sent)
    expect(main_process(machine, UNIT) == second, "an unplugging should not have ended it")
    machine.run(f"systemctl stop {UNIT}", 60)
    said = machine.run(f"journalctl --unit={UNIT} --boot --quiet --output=cat")
    expect("Failed to set" not in said, f"its sandbox is too narrow: {said}")
    rights = machine.run(f"stat -c %a {FOLDER} {FOLDER}/*.gbr").split()
    expect(set(rights[1:]) == {"600"} and rights[0] == "700", f"others may read its recordings: {rights}")
    receiver.sent = sent
    check(receiver.numbers(recorded(machine)), wanted)
    exposure = machine.run(f"systemd-analyze security {UNIT} | tail -n 1").strip()
    return Outcome(f"waited, recorded, was killed and recorded on, was unplugged and recorded on; {exposure.lstrip('→ ')}",
                   cycles=1, sent=len(wanted), received=len(wanted))


def record(stage: Stage, dongle, receiver, wanted, sent):
    """Lets the receiver talk for a while to whoever has opened its port."""
    stage.wait_until(lambda: dongle.line.opened_at is not None, "that the port is opened")
    receiver.start(dongle)
    receiver.talk(stage.some_lines())
    stage.kernel.pass_time(0.5)
    receiver.talk(stage.some_lines())
    safe = stage.pull(dongle, unplugs=False)
    receiver.stop()
    wanted += receiver.must_come(stage.kernel, dongle, safe)
    sent += receiver.sent
