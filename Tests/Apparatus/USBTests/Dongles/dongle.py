"""A GPS receiver on a USB cable that can be plugged into the virtual machine, talk, and be pulled out."""

import socket
import threading

from Machine.unix_socket import connected

from .chip import Chip
from .redirection import Kind, Redirection
from .usb_device import USBDevice
from .wrong_speed import heard

# A receiver waits for nobody: what does not fit in its buffer is lost. Ours is larger than real ones (they have 256
# bytes to a few thousand), since an emulated machine on a busy host may not ask for seconds.
BUFFER = 16384


class Dongle:
    """One plugging in: made by `plugged`, over with `unplug`. The next one is a new dongle."""

    def __init__(self, chip: Chip, cable: str, speed: int = 9600):
        self.chip, self.speed = chip, speed
        self.connection = connected(cable)
        self.connection.settimeout(None)
        self.device = USBDevice(chip, Redirection(self.connection))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    @property
    def line(self):
        """What the driver has set, and when it first opened the port."""
        return self.device.line

    def send(self, data: bytes) -> bool:
        """Sends to whoever has the port open, at the receiver's speed. Tells whether all of it had room."""
        device = self.device
        with device.lock:
            if self.chip.has_serial_line and device.line.speed != self.speed:
                data = heard(data, sent_at=self.speed, heard_at=device.line.speed)
            room = max(0, BUFFER - len(device.outgoing))
            device.outgoing += data[:room]
            try:
                device.deliver()
            except OSError:
                return False  # pulled out this moment
            return len(data) <= room

    def unplug(self):
        """Pulls it out, with whatever is still in its buffer."""
        try:
            self.device.redirection.send(Kind.DEVICE_DISCONNECT, 0, b"")
            self.connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # gone already: the machine was switched off
        self.thread.join(5)
        self.connection.close()

    def _run(self):
        try:
            self.device.connect()
            while True:
                self.device.handle(*self.device.redirection.receive())
        except (EOFError, OSError):
            pass  # unplugged, by us or by the machine's end
