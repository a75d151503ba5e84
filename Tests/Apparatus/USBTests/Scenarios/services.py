"""What the scenarios with systemd share: waiting for units, and the recordings that they leave."""

from .failure import Failure, expect
from .machine import Machine

FOLDER = "/var/lib/private/gpsbridge"


def wait_for(machine: Machine, condition: str, what: str, seconds: int = 60):
    """Waits in the machine until a command succeeds, so many seconds of its time at most, whose clock a busy host slows."""
    status, output = machine.shell.run(
        f"n=0; until {condition}; do n=$((n + 1)); [ $n -lt {seconds * 5} ] || exit 1; usleep 200000; done", 10 * seconds)
    if status:
        units = machine.run("systemctl --no-pager status 'gpsbridge*' | tail -n 40; true")
        raise Failure(f"{what}: not within {seconds} s. {output.strip()}\n{units}")


def is_active(unit: str) -> str:
    return f"systemctl is-active --quiet {unit}"


def main_process(machine: Machine, unit: str) -> str:
    return machine.run(f"systemctl show --property=MainPID --value {unit}").strip()


def start_after_boot(machine: Machine, units: str):
    """Starts units without a receiver, as after a boot: a driver that is not there has no number that a device could be allowed
    by."""
    machine.run("modprobe -r cdc_acm pl2303 cp210x ftdi_sio usbserial 2>/dev/null || true")
    machine.run(f"systemctl start {units}", 60)


def kill(machine: Machine, unit: str, dongle):
    """Kills a unit's program as nothing can be caught, and waits until systemd has started it again, to open a dongle again."""
    dongle.line.opened_at = None
    before = main_process(machine, unit)
    machine.run(f"kill -9 {before}")
    wait_for(machine, f'[ "$(systemctl show --property=MainPID --value {unit})" != {before} ] && '
                      f'[ "$(systemctl show --property=MainPID --value {unit})" != 0 ] && {is_active(unit)}',
             f"{unit} started again")


def recorded(machine: Machine, program: str = "gpsbridge") -> "list[bytes]":
    """All sentences of all recordings, in the order of their names, which is that of time.

    The units that write them must have ended: they keep the last second in memory.
    """
    running = machine.run("systemctl list-units --plain --no-legend --state=active gpsbridge.service 'gpsbridge@*'").strip()
    expect(not running, f"the recordings are not complete while {running}")
    return machine.run(f"for file in {FOLDER}/*.gbr; do [ ! -s $file ] || {program} watch $file --format nmea; done",
                       120).encode().splitlines()


def forget(machine: Machine):
    """Nothing of an earlier scenario."""
    machine.run(f"systemctl stop gpsbridge 'gpsbridge@*'; rm -rf {FOLDER}/* /run/udev/rules.d/62-gpsbridge-autostart.rules; "
                "udevadm control --reload; systemctl reset-failed")
