"""A u-blox 8 receiver: USB is built in, there is no serial line whose speed could be wrong, and no serial number."""

from .chip import CommunicationsClass
from .descriptors import BULK, INTERRUPT, INTO_HOST, Endpoint, Identity, Interface

HEADER = bytes([5, 36, 0, 0x10, 1])
ABSTRACT_CONTROL = bytes([4, 36, 2, 2])
UNION = bytes([5, 36, 6, 0, 1])
CALL_MANAGEMENT = bytes([5, 36, 1, 3, 1])


class UBlox(CommunicationsClass):
    announcement = "USB ACM device"
    has_serial_line = False
    identity = Identity(0x1546, 0x01A8, 0x0301, "u-blox AG - www.u-blox.com", "u-blox GNSS receiver", device_class=2)
    interfaces = (
        Interface(0, (2, 2, 1), (Endpoint(3 | INTO_HOST, INTERRUPT, interval=255),),
                  extra=HEADER + ABSTRACT_CONTROL + UNION + CALL_MANAGEMENT),
        Interface(1, (10, 0, 0), (Endpoint(1, BULK), Endpoint(2 | INTO_HOST, BULK))),
    )
