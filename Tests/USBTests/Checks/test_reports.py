"""How the scenarios read what the probe and the kernel say."""

import unittest

from Scenarios.kernel_log import KernelLog
from Scenarios.probe import Event

KERNEL = """\
[    2.500000] usb 1-1: New USB device found, idVendor=1546, idProduct=01a8, bcdDevice= 3.01
[    3.100000] usb 1-1: USB disconnect, device number 2
[    3.112500] cable-probe: closed /dev/ttyACM0
[    4.000000] cable-probe: closed /dev/ttyACM0
[    5.100000] usb 1-1: USB disconnect, device number 3
[    5.300000] cable-probe: closed /dev/ttyACM0
"""


class Machine:
    """One whose kernel has said little so far, and then all of it."""

    def __init__(self):
        self.answers = ["[    1.000000] Linux", KERNEL]

    def run(self, _):
        return self.answers.pop(0)


class ReadingReports(unittest.TestCase):
    def test_an_event_has_a_time_a_name_and_values(self):
        event = Event.parsed("8123456 opened path=pci-0:1 node=/dev/ttyACM0")
        self.assertEqual((event.microseconds, event.name, event["node"]), (8123456, "opened", "/dev/ttyACM0"))

    def test_a_message_goes_to_the_end_of_the_line(self):
        event = Event.parsed("812 failed node=/dev/ttyACM0 message=no such device. Expected: a=b")
        self.assertEqual(event.values, {"node": "/dev/ttyACM0", "message": "no such device. Expected: a=b"})

    def test_what_is_no_event_is_none(self):
        for text in ("", "Fatal error: something", "12 ", "ready"):
            self.assertIsNone(Event.parsed(text), text)

    def test_the_kernel_times_each_closing_from_its_unplugging(self):
        self.assertEqual(KernelLog(Machine()).closings(), [12_500, 200_000])
