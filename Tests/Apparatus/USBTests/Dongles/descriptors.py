"""What a USB device says of itself (USB 2.0, chapter 9.6)."""

import dataclasses
import struct

CONTROL, BULK, INTERRUPT = 0, 2, 3
INTO_HOST = 0x80


@dataclasses.dataclass(frozen=True)
class Endpoint:
    address: int
    kind: int
    packet_size: int = 64
    interval: int = 0

    def descriptor(self) -> bytes:
        return struct.pack("<BBBBHB", 7, 5, self.address, self.kind, self.packet_size, self.interval)


@dataclasses.dataclass(frozen=True)
class Interface:
    number: int
    device_class: "tuple[int, int, int]"
    endpoints: "tuple[Endpoint, ...]"
    # Descriptors of its class, which stand behind its own.
    extra: bytes = b""

    def descriptor(self) -> bytes:
        own = bytes([9, 4, self.number, 0, len(self.endpoints), *self.device_class, 0])
        return own + self.extra + b"".join(endpoint.descriptor() for endpoint in self.endpoints)


@dataclasses.dataclass(frozen=True)
class Identity:
    """Who a device claims to be. Real receivers often have no serial number, or one that all of a kind share."""
    vendor: int
    product: int
    release: int
    manufacturer: str
    name: str
    serial_number: str = ""
    device_class: int = 0

    def descriptor(self) -> bytes:
        serial_index = 3 if self.serial_number else 0
        return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, self.device_class, 0, 0, 64,
                           self.vendor, self.product, self.release, 1, 2, serial_index, 1)

    def string_descriptor(self, index: int) -> bytes:
        if index == 0:
            return bytes([4, 3, 9, 4])  # English, of the United States
        text = {1: self.manufacturer, 2: self.name, 3: self.serial_number}.get(index, "").encode("utf-16-le")
        return bytes([2 + len(text), 3]) + text


def configuration(interfaces: "tuple[Interface, ...]") -> bytes:
    body = b"".join(interface.descriptor() for interface in interfaces)
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), len(interfaces), 1, 0, 0x80, 50) + body
