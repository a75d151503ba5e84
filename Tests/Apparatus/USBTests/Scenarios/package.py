"""The Debian package where systemd runs: installed, it starts nothing by itself; its service starts without a receiver and waits,
records the one that comes, and ends with the package, whose recordings stay."""

from .failure import expect
from .outcome import Outcome
from .service import UNIT, record
from .services import FOLDER, forget, is_active, recorded, wait_for
from .stage import Stage

# Where run.sh has put it.
PACKAGE = "/root/gpsbridge.deb"
# By its path: busybox, whose shell obeys there, has a dpkg of its own, which tells a package's scripts nothing.
DPKG = "/usr/bin/dpkg --force-depends"
COPY = "/tmp/gpsbridge"
# What came with the machine, and would be overwritten; nothing plays behind this scenario.
INSTALLED = "/usr/bin/gpsbridge /usr/lib/udev/rules.d/6?-gpsbridge* /usr/lib/systemd/system/gpsbridge*"


def run(stage: Stage) -> Outcome:
    machine, receiver = stage.machine, stage.receiver()
    forget(machine)
    machine.run(f"rm -rf {INSTALLED} {FOLDER} /var/lib/gpsbridge /var/lib/gpsbridge-serve; systemctl daemon-reload", 60)
    # The machine has what the package depends on, and dpkg has not been told of it.
    machine.run(f"{DPKG} --install {PACKAGE}", 300)
    machine.run(f"! {is_active(UNIT)} && ! systemctl is-enabled --quiet {UNIT}")
    machine.run(f"systemctl enable --now {UNIT}", 60)
    life = machine.run(f"systemctl show --property=InvocationID --value {UNIT}").strip()
    wait_for(machine, f"journalctl --quiet _SYSTEMD_INVOCATION_ID={life} | grep -q 'waiting for a GPS receiver'", "it waits")
    with stage.plugged("ublox") as dongle:
        record(stage, dongle, receiver)
    machine.run(is_active(UNIT))
    # Of the last second nothing is in the file before the program ends, and that comes with the removal: a copy reads it.
    machine.run(f"cp /usr/bin/gpsbridge {COPY}")
    said = machine.run(f"{DPKG} --remove gpsbridge 2>&1", 300).strip()
    left = machine.run(f"{is_active(UNIT)} && echo its service; ls /usr/bin/gpsbridge 2>/dev/null; true").split("\n")[:-1]
    expect(not left, f"removed, there should be neither: {' and '.join(left)}. dpkg said: {said}")
    expect(machine.run(f"ls {FOLDER}").strip() != "", "what was recorded went when the package was only removed")
    receiver.check(recorded(machine, COPY))
    return Outcome("installed, waited, recorded, and was removed",
                   cycles=1, lines=len(receiver.wanted))
