"""What a driver has set on the serial line behind a dongle."""

import dataclasses
import time


@dataclasses.dataclass
class LineState:
    speed: int = 9600
    data_bits: int = 8
    # As in USB's CDC class: 0 none, 1 odd, 2 even, 3 mark, 4 space; and stop bits 0 one, 1 one and a half, 2 two.
    parity: int = 0
    stop_bits: int = 0
    data_terminal_ready: bool = False
    request_to_send: bool = False
    # Every speed that was set, and the first moment at which DTR rose: the moment of an open.
    speeds: "list[int]" = dataclasses.field(default_factory=list)
    opened_at: "float | None" = None
    # When the speed was last set.
    speed_set_at: "float | None" = None

    def set_speed(self, speed: int):
        self.speed = speed
        self.speeds.append(speed)
        self.speed_set_at = time.monotonic()

    def set_format(self, data_bits: int, parity: int, stop_bits: int):
        self.data_bits, self.parity, self.stop_bits = data_bits, parity, stop_bits

    def set_modem_lines(self, data_terminal_ready: "bool | None", request_to_send: "bool | None"):
        """None leaves a line as it is."""
        if data_terminal_ready is not None:
            self.data_terminal_ready = data_terminal_ready
        if request_to_send is not None:
            self.request_to_send = request_to_send
        if self.data_terminal_ready and self.opened_at is None:
            self.opened_at = time.monotonic()
