"""A USB device at the end of a redirection: enumeration, control requests, and bulk packets in both directions."""

import collections
import struct
import threading
import typing

from .chip import Chip
from .descriptors import BULK, CONTROL, INTO_HOST, configuration
from .line_state import LineState
from .redirection import Kind, Redirection, Status

FULL_SPEED = 1
PACKET = 64
GET_STATUS, CLEAR_FEATURE, SET_FEATURE, GET_DESCRIPTOR = 0, 1, 3, 6

# A request of the driver's for data, which waits until there are some.
Request = collections.namedtuple("Request", "identity endpoint length stream")


class USBDevice:
    """What a chip answers; what comes from it waits in `outgoing` until the driver asks for it."""

    def __init__(self, chip: Chip, redirection: Redirection):
        self.chip, self.redirection = chip, redirection
        self.line = LineState()
        self.lock = threading.RLock()
        self.requests: "collections.deque[Request]" = collections.deque()
        self.outgoing = bytearray()
        # Hears what the driver sends, as it comes; None where nobody listens.
        self.on_received: "typing.Callable[[bytes], None] | None" = None

    # Coming

    def connect(self):
        """Shows the device to the other end, which begins to enumerate it."""
        self.redirection.greet()
        self._send_interfaces()
        self._send_endpoints()
        identity = self.chip.identity
        self.redirection.send(Kind.DEVICE_CONNECT, 0, struct.pack(
            "<BBBBHHH", FULL_SPEED, identity.device_class, 0, 0, identity.vendor, identity.product, identity.release))

    def _send_interfaces(self):
        columns = [bytearray(32) for _ in range(4)]
        for place, interface in enumerate(self.chip.interfaces):
            for column, value in zip(columns, (interface.number, *interface.device_class)):
                column[place] = value
        self.redirection.send(Kind.INTERFACE_INFO, 0,
                              struct.pack("<I", len(self.chip.interfaces)) + b"".join(columns))

    def _send_endpoints(self):
        absent = 255
        kinds, intervals, interfaces, sizes = bytearray([absent] * 32), bytearray(32), bytearray(32), [0] * 32
        for place in (0, 16):
            kinds[place], sizes[place] = CONTROL, PACKET
        for interface in self.chip.interfaces:
            for endpoint in interface.endpoints:
                # Sixteen towards the device, then sixteen towards the host.
                place = (16 if endpoint.address & INTO_HOST else 0) + (endpoint.address & 15)
                kinds[place], intervals[place] = endpoint.kind, endpoint.interval
                interfaces[place], sizes[place] = interface.number, endpoint.packet_size
        self.redirection.send(Kind.ENDPOINT_INFO, 0, bytes(kinds + intervals + interfaces) + struct.pack("<32H", *sizes))

    # Being asked

    def handle(self, kind: int, identity: int, body: bytes):
        """Answers one packet."""
        send = self.redirection.send
        if kind == Kind.SET_CONFIGURATION:
            send(Kind.CONFIGURATION_STATUS, identity, bytes([Status.SUCCESS, body[0]]))
        elif kind == Kind.GET_CONFIGURATION:
            send(Kind.CONFIGURATION_STATUS, identity, bytes([Status.SUCCESS, 1]))
        elif kind in (Kind.SET_ALTERNATE, Kind.GET_ALTERNATE):
            alternate = body[1] if kind == Kind.SET_ALTERNATE else 0
            send(Kind.ALTERNATE_STATUS, identity, bytes([Status.SUCCESS, body[0], alternate]))
        elif kind in (Kind.START_INTERRUPT, Kind.STOP_INTERRUPT):
            send(Kind.INTERRUPT_STATUS, identity, bytes([Status.SUCCESS, body[0]]))
        elif kind == Kind.RESET:
            with self.lock:
                self.requests.clear()
        elif kind == Kind.CANCEL:
            self._cancel(identity)
        elif kind == Kind.CONTROL:
            self._handle_control(identity, body)
        elif kind == Kind.BULK:
            self._handle_bulk(identity, body)
        # Anything else tells us something that needs no answer.

    def _handle_control(self, identity: int, body: bytes):
        endpoint, request, kind, _, value, index, length = struct.unpack_from("<BBBBHHH", body)
        with self.lock:
            answer = self._standard(kind, request, value)
            if answer is None:
                answer = self.chip.control(self.line, kind, request, value, index, length, body[10:])
        status = Status.STALL if answer is None else Status.SUCCESS
        answer = (answer or b"")[:length] if kind & INTO_HOST else b""
        self.redirection.send(
            Kind.CONTROL, identity,
            struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index,
                        len(answer) if kind & INTO_HOST else length) + answer)

    def _standard(self, kind: int, request: int, value: int) -> "bytes | None":
        """Answers to what every USB device is asked; None for what only this chip knows."""
        if (kind, request) == (0x80, GET_DESCRIPTOR):
            which, index = value >> 8, value & 0xFF
            if which == 1:
                return self.chip.identity.descriptor()
            if which == 2:
                return configuration(self.chip.interfaces)
            return self.chip.identity.string_descriptor(index) if which == 3 else None
        if kind in (0x80, 0x82) and request == GET_STATUS:
            return b"\0\0"
        if kind in (0x00, 0x02) and request in (CLEAR_FEATURE, SET_FEATURE):
            return b""
        return None

    # Bulk

    def _handle_bulk(self, identity: int, body: bytes):
        endpoint, _, length, stream, high = struct.unpack_from("<BBHIH", body)
        if endpoint & INTO_HOST:
            with self.lock:
                self.requests.append(Request(identity, endpoint, length | high << 16, stream))
                self.deliver()
        else:
            data = body[10:]
            listener = self.on_received
            if listener:
                listener(bytes(data))
            self._send_bulk(Request(identity, endpoint, len(data), stream), b"", Status.SUCCESS, len(data))

    def _send_bulk(self, request: Request, data: bytes, status: Status, length: int):
        body = struct.pack("<BBHIH", request.endpoint, status, length & 0xFFFF, request.stream, length >> 16)
        self.redirection.send(Kind.BULK, request.identity, body + data)

    def _cancel(self, identity: int):
        with self.lock:
            for request in self.requests:
                if request.identity == identity:
                    self.requests.remove(request)
                    self._send_bulk(request, b"", Status.CANCELLED, 0)
                    return

    def deliver(self):
        """Gives what waits to the requests that wait. To be called under the lock."""
        prefix = self.chip.packet_prefix
        while self.requests and self.outgoing:
            request = self.requests.popleft()
            transfer = bytearray()
            # A transfer is packets, and ends with the first that isn't full. A prefix is in each of them.
            while self.outgoing and len(transfer) + PACKET <= request.length:
                room = PACKET - len(prefix)
                packet = self.outgoing[:room]
                del self.outgoing[:room]
                transfer += prefix + packet
                if len(packet) < room:
                    break
            self._send_bulk(request, bytes(transfer), Status.SUCCESS, len(transfer))
