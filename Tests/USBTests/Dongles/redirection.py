"""The usbredir protocol, version 0.7, from the side that has the device.

A packet is a header (kind, length, identity) and a body. Both ends first say what they can do; what both can is used.
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


class Ability(enum.IntFlag):
    """What we can, of all that the protocol knows; the other end must say so too."""
    DEVICE_VERSION = 1 << 1
    DISCONNECT_ACKNOWLEDGED = 1 << 3
    ENDPOINT_PACKET_SIZE = 1 << 4
    LONG_IDENTITIES = 1 << 5
    LONG_BULK_LENGTHS = 1 << 6


class Redirection:
    """A connection over which a device is lent."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.abilities = Ability(0)
        self.sending = threading.Lock()

    def greet(self):
        """Both ends say what they can. The first header is always short."""
        ours = (Ability.DEVICE_VERSION | Ability.DISCONNECT_ACKNOWLEDGED | Ability.ENDPOINT_PACKET_SIZE
                | Ability.LONG_IDENTITIES | Ability.LONG_BULK_LENGTHS)
        self.send(Kind.HELLO, 0, b"gpsbridge dongle".ljust(64, b"\0") + struct.pack("<I", ours))
        kind, _, body = self.receive()
        if kind != Kind.HELLO or len(body) < 64:
            raise ConnectionError(f"expected a hello of 64 bytes or more, found kind {kind} with {len(body)}")
        theirs = struct.unpack_from("<I", body, 64)[0] if len(body) >= 68 else 0
        self.abilities = ours & Ability(theirs & int(ours))

    def can(self, ability: Ability) -> bool:
        return bool(self.abilities & ability)

    @property
    def _header(self) -> str:
        return "<IIQ" if self.can(Ability.LONG_IDENTITIES) else "<III"

    def send(self, kind: Kind, identity: int, body: bytes):
        with self.sending:
            self.connection.sendall(struct.pack(self._header, kind, len(body), identity) + body)

    def receive(self) -> "tuple[int, int, bytes]":
        """The next packet: kind, identity, body. EOFError when the other end is gone."""
        kind, length, identity = struct.unpack(self._header, self._exactly(struct.calcsize(self._header)))
        return kind, identity, self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        received = bytearray()
        while len(received) < count:
            piece = self.connection.recv(count - len(received))
            if not piece:
                raise EOFError("the other end has hung up")
            received += piece
        return bytes(received)
