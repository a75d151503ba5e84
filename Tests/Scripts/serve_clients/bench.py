"""What all clients share: a folder, a receiver, a server, a display, and an environment with what PyPI has."""
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

from .receiver import Receiver, Service
from .windows import Display

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARIES = ["gpsd-py3==0.3.0", "gpsdclient==1.3.2"]


class Bench:
    """Everything that is begun for a run, and ended with it."""

    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.environment = {
            **os.environ, **{name: str(self.folder) for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}}
        self.receiver = Receiver(self)
        self.service = None
        self.display_now = None
        self.python = str(ROOT / ".build/clients-python/bin/python")
        self.complaint = None
        adopt_orphans()

    def begin(self, outputs):
        """Begins the server, whose receiver is not there yet."""
        self.service = Service(self, outputs)

    @property
    def address(self):
        return "127.0.0.1:%d" % self.service.port

    def help(self):
        told = subprocess.run(
            [self.program, "serve", "--help"], capture_output=True, text=True, timeout=60, env=self.environment)
        return told.stdout

    def display(self):
        """The number of the display; empty if there is none."""
        if self.display_now is None:
            self.display_now = Display(self)
        return self.display_now.number

    def install(self):
        """Makes a Python with libraries of PyPI beside the build, unless it is there; why it can't be had, or None."""
        has = [self.python, "-c", "import gpsd, gpsdclient"]
        if os.path.exists(self.python) and subprocess.run(has, capture_output=True).returncode == 0:
            return None
        if self.complaint is None:
            steps = [
                [sys.executable, "-m", "venv", self.python.removesuffix("/bin/python")],
                [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + LIBRARIES]
            for step in steps:
                try:
                    told = subprocess.run(step, capture_output=True, text=True, timeout=120)
                    said = "" if told.returncode == 0 else told.stderr + told.stdout + "\nno word"
                except (OSError, subprocess.TimeoutExpired) as error:
                    said = str(error)
                if said:
                    self.complaint = next(filter(None, said.splitlines()))
                    break
        return self.complaint

    def end(self):
        """Ends all that was begun, whatever has become of it."""
        # Xvfb leaves its lock behind when it is killed; and who is stopped, as a silent receiver, hears only that.
        end = time.monotonic() + 3
        for child in children():
            send(child, signal.SIGTERM)
        while children() and time.monotonic() < end:
            time.sleep(0.02)
        # What was begun by others that have ended has come to us by now, or comes yet.
        end = time.monotonic() + 20
        while (left := children()) and time.monotonic() < end:
            for child in left:
                send(child, signal.SIGKILL)
            time.sleep(0.02)


def adopt_orphans():
    """Has the kernel give us what processes of ours leave behind, so that it can be ended."""
    # 36 is PR_SET_CHILD_SUBREAPER.
    ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)


def children():
    """The processes that were begun by this one, or have come to it; of those that have ended none is kept."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = pathlib.Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()
            if int(words[1]) == os.getpid() and os.waitpid(int(name), os.WNOHANG) == (0, 0):
                found.append(int(name))
        except (OSError, ChildProcessError):
            # It went away meanwhile.
            continue
    return found


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass
