"""FTDI's FT230X (FT-X). Requests as Linux' ftdi_sio.h describes them."""

from .chip import VENDOR_IN, VENDOR_OUT, Chip
from .descriptors import BULK, INTO_HOST, Endpoint, Identity, Interface

SET_MODEM_CTRL, SET_BAUD_RATE, SET_DATA, GET_MODEM_STATUS, GET_LATENCY_TIMER, READ_EEPROM = 1, 3, 4, 5, 10, 0x90
# Clear to send and nothing wrong; room to send.
STATUS = b"\x01\x60"


class FTDI(Chip):
    identity = Identity(0x0403, 0x6015, 0x1000, "FTDI", "FT230X Basic UART", "DN00FA17")
    interfaces = (Interface(0, (0xFF, 0, 0), (Endpoint(1 | INTO_HOST, BULK), Endpoint(2, BULK))),)
    # Two bytes of status before the data of each packet.
    packet_prefix = STATUS

    def control(self, line, kind, request, value, index, length, data):
        if kind == VENDOR_IN:
            answers = {GET_MODEM_STATUS: STATUS, GET_LATENCY_TIMER: b"\x10", READ_EEPROM: b"\xff\xff"}
            return answers.get(request, bytes(length))
        if kind == VENDOR_OUT:
            if request == SET_BAUD_RATE:
                # The channel is in the index' low byte, the divisor's highest bit in its high one.
                line.set_speed(speed_of_divisor(value | (index >> 8 & 1) << 16))
            elif request == SET_DATA:
                line.set_format(data_bits=value & 15, parity=value >> 8 & 7, stop_bits=value >> 11 & 3)
            elif request == SET_MODEM_CTRL:
                line.set_modem_lines(bool(value & 1) if value & 0x100 else None,
                                     bool(value & 2) if value & 0x200 else None)
            return b""
        return None


def speed_of_divisor(divisor: int) -> int:
    """Eighths of a divisor of 3 MHz: fourteen bits of whole, three of a fraction in an order of its own."""
    if divisor < 2:
        return (3_000_000, 2_000_000)[divisor]
    eighths = (0, 4, 2, 1, 3, 5, 6, 7)[divisor >> 14 & 7]
    return round(24_000_000 / ((divisor & 0x3FFF) * 8 + eighths))
