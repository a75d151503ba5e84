"""Silicon Labs' CP2102. Requests: Silicon Labs application note AN571."""

import struct

from .chip import VENDOR_IN, VENDOR_INTERFACE_IN, VENDOR_INTERFACE_OUT, VENDOR_OUT, Chip
from .descriptors import BULK, INTO_HOST, Endpoint, Identity, Interface

SET_LINE_CTL, GET_LINE_CTL, SET_MHS, GET_MDMSTS = 0x03, 0x04, 0x07, 0x08
GET_BAUDRATE, SET_BAUDRATE, VENDOR_SPECIFIC = 0x1D, 0x1E, 0xFF
PART_NUMBER, CP2102_PART = 0x370B, 2


class CP210x(Chip):
    # All that leave the factory have this serial number.
    identity = Identity(0x10C4, 0xEA60, 0x0100, "Silicon Labs", "CP2102 USB to UART Bridge Controller", "0001")
    interfaces = (Interface(0, (0xFF, 0, 0), (Endpoint(1 | INTO_HOST, BULK), Endpoint(1, BULK))),)

    def control(self, line, kind, request, value, index, length, data):
        if kind in (VENDOR_IN, VENDOR_INTERFACE_IN):
            return self._told(line, request, value, length)
        if kind in (VENDOR_OUT, VENDOR_INTERFACE_OUT):
            if request == SET_BAUDRATE:
                line.set_speed(struct.unpack("<I", data[:4])[0])
            elif request == SET_LINE_CTL:
                line.set_format(data_bits=value >> 8, parity=value >> 4 & 15, stop_bits=value & 15)
            elif request == SET_MHS:
                line.set_modem_lines(bool(value & 1) if value & 0x100 else None,
                                     bool(value & 2) if value & 0x200 else None)
            return b""
        return None

    def _told(self, line, request, value, length) -> bytes:
        if request == VENDOR_SPECIFIC and value == PART_NUMBER:
            return bytes([CP2102_PART])
        if request == GET_BAUDRATE:
            return struct.pack("<I", line.speed)
        if request == GET_LINE_CTL:
            return struct.pack("<H", line.data_bits << 8 | line.parity << 4 | line.stop_bits)
        if request == GET_MDMSTS:
            clear_to_send_and_data_set_ready = 0x30
            return bytes([clear_to_send_and_data_set_ready | line.data_terminal_ready | line.request_to_send << 1])
        return bytes(length)
