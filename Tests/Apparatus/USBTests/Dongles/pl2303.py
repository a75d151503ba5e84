"""Prolific's PL2303 HX, as in many a receiver with a cable (GlobalSat BU-353)."""

from .chip import VENDOR_IN, VENDOR_OUT, CommunicationsClass
from .descriptors import BULK, INTERRUPT, INTO_HOST, Endpoint, Identity, Interface


class PL2303(CommunicationsClass):
    identity = Identity(0x067B, 0x2303, 0x0300, "Prolific Technology Inc.", "USB-Serial Controller")
    interfaces = (
        Interface(0, (0xFF, 0, 0), (Endpoint(1 | INTO_HOST, INTERRUPT, packet_size=10, interval=1),
                                    Endpoint(2, BULK), Endpoint(3 | INTO_HOST, BULK))),
    )

    def control(self, line, kind, request, value, index, length, data):
        # The driver pokes at registers that nobody has described; it wants answers, not what they say.
        if (kind, request) == (VENDOR_IN, 1):
            return bytes(length)
        if (kind, request) == (VENDOR_OUT, 1):
            return b""
        return super().control(line, kind, request, value, index, length, data)
