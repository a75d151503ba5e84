"""What all clients share: a folder, a receiver and a server."""
import contextlib
import ctypes
import os
import pathlib
import signal
import time

from .receiver import Receiver, Service


class Bench:
    """Everything that is started for a run, and ended with it."""

    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.environment = {
            **os.environ, **{name: str(self.folder) for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}}
        self.receiver = Receiver(self)
        self.service = None
        adopt_orphans()

    def begin(self, outputs):
        """Starts the server before its receiver exists."""
        self.service = Service(self, outputs)

    @property
    def address(self):
        return "127.0.0.1:%d" % self.service.port

    def end(self):
        """Ends everything that was started, whatever state it is in."""
        # Children of ended processes have become ours by now, or will.
        end = time.monotonic() + 20
        while (left := children()) and time.monotonic() < end:
            for child in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.02)


def adopt_orphans():
    """Makes the kernel reparent orphaned processes to us, so that we can end them."""
    # 36 is PR_SET_CHILD_SUBREAPER.
    ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)


def children():
    """The child processes of this one, own and reparented; ended ones are reaped."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = pathlib.Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()
            if int(words[1]) == os.getpid() and os.waitpid(int(name), os.WNOHANG) == (0, 0):
                found.append(int(name))
        except (OSError, ChildProcessError):
            # It has ended in the meantime.
            continue
    return found
