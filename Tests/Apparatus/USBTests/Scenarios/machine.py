"""The virtual machine, for as long as a `with` lasts."""

import os
import subprocess

from Machine.guest_shell import GuestShell

from .failure import Failure
from .kernel_stream import KernelStream

MACHINE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Machine", "machine.sh")


class Machine:
    """A booted machine. `work` is its folder on the host: sockets, log, console. Its system is `small`, or has `services`."""

    def __init__(self, work: str, overlay: str, seconds: int, system: str = "small"):
        self.work, self.overlay, self.seconds, self.system = work, overlay, seconds, system

    def __enter__(self):
        environment = dict(os.environ, GPSBRIDGE_VM_SECONDS=str(self.seconds), GPSBRIDGE_VM_SYSTEM=self.system)
        try:
            subprocess.run([MACHINE, "start", self.work, self.overlay], env=environment, check=True, timeout=400)
            self.shell = GuestShell(self.work)
            self.kernel = KernelStream(os.path.join(self.work, "kernel.txt"))
        except (subprocess.SubprocessError, OSError) as error:
            self._stop()
            raise Failure(f"the machine did not start: {error}") from error
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_):
        self.shell.close()
        self.kernel.close()
        self._stop()

    def _stop(self):
        subprocess.run([MACHINE, "stop", self.work], check=False, timeout=60)

    def run(self, command: str, seconds: float = 30) -> str:
        """The output of a shell command in the machine, which has to succeed."""
        status, output = self.shell.run(command, seconds)
        if status:
            raise Failure(f"in the machine: {command}: status {status}: {output.strip()}")
        return output

    def cable(self, number: int) -> str:
        """The socket that a dongle connects to. Cables lead to ports of their own: a path each, whatever is plugged."""
        return os.path.join(self.work, f"cable{number}.sock")

    @property
    def log(self) -> str:
        return os.path.join(self.work, "log.txt")
