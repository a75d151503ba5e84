#!/usr/bin/env python3
"""Writes u-blox NAV-PVT messages, one a second: make-solutions.py COUNT >FILE."""
import datetime
import struct
import sys

from checking import ubx

start = datetime.datetime(2026, 11, 22, tzinfo=datetime.timezone.utc)
for second in range(int(sys.argv[1])):
    now = start + datetime.timedelta(seconds=second)
    # 18 leap seconds; the day is a Sunday, on which GPS weeks begin.
    week = ((now - start).total_seconds() + 18) % 604800 * 1000
    payload = struct.pack(
        "<IHBBBBBBIiBBBBiiiiIIiiiiiIIHBBIihH",
        int(week), now.year, now.month, now.day, now.hour, now.minute, now.second, 0x37,
        20, 0, 3, 1, 0xE0, 14, 85412345 + second, 474123456 + second, 498000, 450000, 1800, 2500,
        1200, 300, -40, 1237, 1402345, 90, 300000, 132, 0, 0, 0, 1402345, 310, 15)
    sys.stdout.buffer.write(ubx(0x0107, payload))
