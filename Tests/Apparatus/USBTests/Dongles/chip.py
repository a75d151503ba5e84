"""What the chips in receivers' cables have in common."""

import struct

from .descriptors import Identity, Interface
from .line_state import LineState

# Request types: to or from the host, standard, class or vendor, meant for the device or an interface.
CLASS_OUT, CLASS_IN = 0x21, 0xA1
VENDOR_OUT, VENDOR_IN = 0x40, 0xC0
VENDOR_INTERFACE_OUT, VENDOR_INTERFACE_IN = 0x41, 0xC1


class Chip:
    """Identity, descriptors, and answers to the requests of the chip's driver."""

    identity: Identity
    interfaces: "tuple[Interface, ...]"
    # Behind it lies a serial line with a speed. A chip that is itself the receiver takes any speed.
    has_serial_line = True
    # How the driver tells the kernel's log of a port.
    announcement = "now attached to ttyUSB"
    # The chip's own bytes before the data of each packet.
    packet_prefix = b""

    def control(self, line: LineState, kind: int, request: int, value: int, index: int, length: int,
                data: bytes) -> "bytes | None":
        """The answer to a control request, empty for one that only sets something; None refuses it (a stall)."""
        raise NotImplementedError


class CommunicationsClass(Chip):
    """Line requests of USB's communications device class (PSTN120, chapter 6.3), which also PL2303 speaks."""

    SET_LINE_CODING, GET_LINE_CODING, SET_CONTROL_LINE_STATE, SEND_BREAK = 0x20, 0x21, 0x22, 0x23

    def control(self, line, kind, request, value, index, length, data):
        if (kind, request) == (CLASS_OUT, self.SET_LINE_CODING):
            speed, stop_bits, parity, data_bits = struct.unpack("<IBBB", data[:7])
            line.set_speed(speed)
            line.set_format(data_bits, parity, stop_bits)
            return b""
        if (kind, request) == (CLASS_IN, self.GET_LINE_CODING):
            return struct.pack("<IBBB", line.speed, line.stop_bits, line.parity, line.data_bits)
        if (kind, request) == (CLASS_OUT, self.SET_CONTROL_LINE_STATE):
            line.set_modem_lines(bool(value & 1), bool(value & 2))
            return b""
        if (kind, request) == (CLASS_OUT, self.SEND_BREAK):
            return b""
        return None
