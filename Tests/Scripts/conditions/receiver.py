"""A receiver whose latitude is the true time, on cables that can delay what it sends."""
import os
import select
import socket
import threading
import time
import tty

from checking import sentence

LATITUDE, LONGITUDE = 48.0, 11.5
# 22 m/s to the north, in degrees.
STEP = 22 / 111_195
# 720 m to the east.
GLITCH = 720 / (111_195 * 0.669)
WEEKS = 1024 * 7 * 86_400





def minutes(degrees, digits):
    whole = int(degrees)
    return "%0*d%09.6f" % (digits, whole, (degrees - whole) * 60)


class Epoch:
    """One position: its time, and when it reached a program."""

    def __init__(self, at, begun, offset=0, is_glitch=False):
        self.at, self.is_glitch = at, is_glitch
        own = time.gmtime(round(at + offset, 3))
        clock = time.strftime("%H%M%S", own) + ".%02d" % (round((at + offset) * 100) % 100)
        north = minutes(LATITUDE + (at - begun) * STEP, 2)
        east = minutes(LONGITUDE + (GLITCH if is_glitch else 0), 3)
        place = f"{north},N,{east},E"
        self.data = "".join(map(sentence, (
            f"GPRMC,{clock},A,{place},42.765,0.00,{time.strftime('%d%m%y', own)},,,A",
            f"GPGGA,{clock},{place},1,08,0.90,545.4,M,46.9,M,,",
            "GPGSA,A,3,02,05,10,13,15,18,23,29,,,,,1.60,0.90,1.32",
            "GPGSV,2,1,08,02,40,083,44,05,17,308,41,10,07,344,39,13,22,228,45",
            "GPGSV,2,2,08,15,61,180,42,18,33,101,38,23,12,045,36,29,70,270,46"))).encode()


class Cable:
    """One program's cable. `arrived` has each epoch that the program could read, with the time."""

    def __init__(self):
        self.arrived, self.held, self.holds, self.lock = [], [], False, threading.Lock()

    def send(self, epoch, now):
        with self.lock:
            if self.holds:
                self.held.append(epoch)
            elif self.write(epoch.data):
                self.arrived.append((now, epoch))

    def hold(self):
        self.holds = True

    def release(self, now):
        with self.lock:
            self.holds = False
            self.arrived += [(now, epoch) for epoch in self.held if self.write(epoch.data)]
            self.held = []

    def fill(self, begun):
        """Returns what a cable keeps from before the row began."""


class Terminal(Cable):
    """A pseudo-terminal. Bytes that do not fit in its buffer are lost, as on a serial line."""

    def __init__(self, link):
        super().__init__()
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.symlink(os.ttyname(slave), link)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.source = link

    def write(self, data):
        poller = select.poll()
        poller.register(self.master, select.POLLOUT)
        if any(event & select.POLLHUP for _, event in poller.poll(0)):
            return False
        try:
            return os.write(self.master, data) == len(data)
        except OSError:
            return False

    def close(self):
        os.close(self.master)


class Server(Cable):
    """A TCP port. A new client receives the last seconds."""

    def __init__(self, kept_seconds=0):
        super().__init__()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.source = "tcp://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.kept_seconds, self.kept, self.clients = kept_seconds, [], []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                client.settimeout(1)
                client.sendall(b"".join(epoch.data for _, epoch in self.kept))
                self.arrived += [(self.kept[-1][0], epoch) for _, epoch in self.kept]
                self.clients.append(client)

    def fill(self, begun):
        self.kept = [(int(begun) - back, Epoch(int(begun) - back, begun)) for back in range(self.kept_seconds, 0, -1)]

    def send(self, epoch, now):
        if self.kept_seconds:
            self.kept = [pair for pair in self.kept if now - pair[0] < self.kept_seconds] + [(now, epoch)]
        super().send(epoch, now)

    def write(self, data):
        for client in list(self.clients):
            try:
                client.sendall(data)
            except OSError:
                self.clients.remove(client)
        return bool(self.clients)

    def close(self):
        self.listener.close()
        for client in self.clients:
            client.close()


class Receiver(threading.Thread):
    """Sends an epoch to all cables at each full interval."""

    def __init__(self, now):
        super().__init__(daemon=True)
        self.now, self.rate, self.offset, self.cables, self.stops = now, 1, 0, [], False
        self.begun, self.glitches = now(), []

    def run(self):
        while not self.stops:
            now = self.now()
            at = int(now * self.rate + 1) / self.rate
            time.sleep(max(0, at - now))
            if int(self.now() * self.rate) / self.rate != at:
                # The machine slept meanwhile.
                continue
            is_glitch = bool(self.glitches) and at >= self.glitches[0]
            if is_glitch:
                self.glitches.pop(0)
            epoch = Epoch(at, self.begun, self.offset, is_glitch)
            for cable in list(self.cables):
                cable.send(epoch, self.now())

    def when(self, latitude):
        """The time at which the receiver was at a latitude."""
        return self.begun + (latitude - LATITUDE) / STEP
