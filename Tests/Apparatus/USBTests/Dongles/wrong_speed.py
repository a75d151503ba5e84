"""What a serial line's receiver makes of bits that were sent at another speed (one start bit, eight data bits, one stop
bit). This is why a wrong speed looks the way it does: not nothing, not noise, but other bytes, and other than many."""


def heard(data: bytes, sent_at: int, heard_at: int) -> bytes:
    """The bytes that a receiver at one speed reads from a sender at another. Two per cent apart are still the same."""
    if not data or not sent_at or not heard_at:
        return b""
    levels = _levels(data)
    # One bit of the receiver's lasts so many of the sender's. Time is counted in the sender's bits.
    bit = sent_at / heard_at
    # Receivers look for the edge of a start bit sixteen times a bit; so late may they be.
    tick = min(1.0, bit) / 16

    def level(time: float) -> int:
        return levels[int(time)] if time < len(levels) else 1

    bytes_heard = bytearray()
    time = 0.0
    while time < len(levels):
        if level(time):
            edge = levels.find(0, int(time))
            if edge < 0:
                break
            time = max(time, edge) + tick / 3
        if level(time + 0.5 * bit):
            # Too short for a start bit.
            time += bit / 16
            continue
        value = sum(level(time + (1.5 + index) * bit) << index for index in range(8))
        bytes_heard.append(value)
        is_framed = level(time + 9.5 * bit)
        time += 9.5 * bit
        # A stop bit that is low is no stop bit: the line must come to rest before a next byte begins.
        while not is_framed and time < len(levels) and not level(time):
            time += tick
    return bytes(bytes_heard)


def _levels(data: bytes) -> bytearray:
    """The line's level for each bit's time, then some rest."""
    levels = bytearray()
    for byte in data:
        levels.append(0)
        levels.extend(byte >> index & 1 for index in range(8))
        levels.append(1)
    levels.extend([1] * 12)
    return levels
