"""The usbredir protocol, version 0.7, from the side that has the device.

A packet is a header (kind, length, identity) and a body. Both ends first say what they can do; QEMU can all that we use.
The protocol's text: https://gitlab.freedesktop.org/spice/usbredir, docs/usb-redirection-protocol.md
"""

import enum
import socket
import struct
import threading


class Kind(enum.IntEnum):
    HELLO = 0
    DEVICE_CONNECT = 1
    DEVICE_DISCONNECT = 2
    RESET = 3
    INTERFACE_INFO = 4
    ENDPOINT_INFO = 5
    SET_CONFIGURATION = 6
    GET_CONFIGURATION = 7
    CONFIGURATION_STATUS = 8
    SET_ALTERNATE = 9
    GET_ALTERNATE = 10
    ALTERNATE_STATUS = 11
    START_INTERRUPT = 15
    STOP_INTERRUPT = 16
    INTERRUPT_STATUS = 17
    CANCEL = 21
    DISCONNECT_ACKNOWLEDGED = 24
    CONTROL = 100
    BULK = 101
    INTERRUPT = 103


class Status(enum.IntEnum):
    SUCCESS = 0
    CANCELLED = 1
    STALL = 4


# A device's version, an answer when it has gone, packet sizes, identities of 64 bits, and bulk lengths of 32.
ABILITIES = 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6


class Redirection:
    """A connection over which a device is lent."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        # The first is always short.
        self.header = struct.Struct("<III")
        self.sending = threading.Lock()

    def greet(self):
        """Both ends say what they can."""
        self.send(Kind.HELLO, 0, b"gpsbridge dongle".ljust(64, b"\0") + struct.pack("<I", ABILITIES))
        kind, _, body = self.receive()
        if kind != Kind.HELLO or len(body) < 68 or struct.unpack_from("<I", body, 64)[0] & ABILITIES != ABILITIES:
            raise ConnectionError(f"expected a hello with the abilities {ABILITIES:#x}, found kind {kind} with {body[64:].hex()}")
        self.header = struct.Struct("<IIQ")

    def send(self, kind: Kind, identity: int, body: bytes):
        with self.sending:
            self.connection.sendall(self.header.pack(kind, len(body), identity) + body)

    def receive(self) -> "tuple[int, int, bytes]":
        """The next packet: kind, identity, body. EOFError when the other end is gone."""
        kind, length, identity = self.header.unpack(self._exactly(self.header.size))
        return kind, identity, self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        received = bytearray()
        while len(received) < count:
            piece = self.connection.recv(count - len(received))
            if not piece:
                raise EOFError("the other end has hung up")
            received += piece
        return bytes(received)
