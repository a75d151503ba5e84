"""A simulated u-blox that listens as well: `gpsbridge simulate` behind a terminal, switched on by the plug and off with it."""

import os
import subprocess
import tempfile
import termios
import threading
import time
import tty

from Dongles.dongle import Dongle

from .failure import expect


class LiveReceiver:
    """For as long as a `with` lasts: what it says goes into the dongle, and what the driver sends comes to it.

    Each is another process, so the next one has forgotten all that this one was told."""

    def __init__(self, simulator: str, dongle: Dongle, *words: str):
        self.simulator, self.dongle, self.words = simulator, dongle, words

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        link = os.path.join(self.folder.name, "port")
        self.process = subprocess.Popen([self.simulator, "simulate", *self.words, "--pty", link],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while not os.path.exists(link):
            expect(self.process.poll() is None and time.monotonic() < end,
                   f"gpsbridge simulate {' '.join(self.words)} did not begin")
            time.sleep(0.01)
        self.port = os.open(link, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.port)
        settings = termios.tcgetattr(self.port)
        settings[4] = settings[5] = termios.B9600
        termios.tcsetattr(self.port, termios.TCSANOW, settings)
        self.dongle.device.on_received = self._hear
        self.thread = threading.Thread(target=self._talk, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.dongle.device.on_received = None
        self.process.terminate()
        self.process.wait(30)
        # With the other end gone the reading ends.
        self.thread.join(5)
        os.close(self.port)
        self.folder.cleanup()

    def _hear(self, data: bytes):
        try:
            os.write(self.port, data)
        except OSError:
            pass  # switched off this moment

    def _talk(self):
        while True:
            try:
                data = os.read(self.port, 4096)
            except OSError:
                return
            if not data:
                return
            self.dongle.send(data)
