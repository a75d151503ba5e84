"""`gpsbridge-serve.service` in the machine, behind its socket: how it is started and looked at."""

from .failure import expect
from .machine import Machine
from .services import main_process, start_after_boot

UNIT = "gpsbridge-serve.service"
SOCKET = "gpsbridge-gpsd.socket"


def start(machine: Machine):
    start_after_boot(machine, f"{SOCKET} {UNIT}")


def stop(machine: Machine):
    machine.run(f"systemctl stop {SOCKET} {UNIT}", 60)


def process(machine: Machine) -> str:
    return main_process(machine, UNIT)


def untouched(machine: Machine, command: str):
    """Runs a command that the program has to live through."""
    before = process(machine)
    machine.run(command, 120)
    after = process(machine)
    expect(after == before, f"{command} should leave the program alone, and it is process {after} instead of {before}")


def descriptors_and_memory(machine: Machine) -> "tuple[int, int]":
    """How many descriptors the program has while nobody has just come, and how many KiB of memory: the least of ten looks.

    Pages of the program itself do not count: they are loaded when their functions run for the first time.
    """
    folder = f"/proc/{process(machine)}"
    memory = f"$(awk '/^RssAnon/ {{ print $2 }}' {folder}/status)"
    looks = machine.run(f"for look in $(seq 10); do set -- {folder}/fd/*; echo $# {memory}; usleep 150000; done", 60)
    descriptors, memory = zip(*(map(int, look.split()) for look in looks.splitlines()))
    return min(descriptors), min(memory)


def kept(machine: Machine) -> int:
    """How many connections systemd keeps for it."""
    return int(machine.run(f"systemctl show --property=NFileDescriptorStore --value {UNIT}"))


def exposure(machine: Machine) -> float:
    """What systemd says of its sandbox, from 0 to 10."""
    words = machine.run(f"systemd-analyze --no-pager security {UNIT} | tail -n 1").split()
    return float(words[words.index(f"{UNIT}:") + 1])


def said(machine: Machine) -> str:
    return machine.run(f"journalctl --unit={UNIT} --boot --quiet --output=cat")
