"""How the scenarios read what the probe and the kernel say."""

import tempfile
import unittest

from Scenarios.failure import Failure
from Scenarios.kernel_stream import Entry, KernelStream, closings, entries
from Scenarios.probe import Event

KERNEL = rb"""6,501,2500000,-;usb 1-1: New USB device found, idVendor=1546, idProduct=01a8, bcdDevice= 3.01
 SUBSYSTEM=usb
12,502,2600000,-;tick
6,503,3100000,-;usb 1-1: USB disconnect, device number 2
12,504,3112500,-;cable-probe: closed /dev/ttyACM0
12,505,4000000,-;cable-probe: closed /dev/ttyACM0
6,506,5100000,-;usb 1-1: USB disconnect, device number 3
12,507,5300000,-;cable-probe: closed /dev/ttyACM0
12,508,5400000,-;error: one\x0a  fix: \xc2\xb1 two\x0d
"""


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
        log = [entry for line in KERNEL.split(b"\n") for entry in entries(line)]
        self.assertEqual(closings(log), [12_500, 200_000])

    def test_a_program_s_lines_are_told_from_the_kernel_s(self):
        self.assertEqual(entries(KERNEL.splitlines()[-1]),
                         [Entry(5_400_000, False, "error: one"), Entry(5_400_000, False, "  fix: ± two")])
        self.assertTrue(entries(KERNEL.splitlines()[0])[0].is_kernel)
        self.assertEqual(entries(b" SUBSYSTEM=usb"), [])

    def test_the_log_is_read_as_it_grows_and_ticks_tell_the_time_alone(self):
        with tempfile.NamedTemporaryFile() as file:
            stream = KernelStream(file.name)
            file.write(KERNEL)
            file.flush()
            entry = stream.wait("fix:", 0, "the last line", seconds=10)
            self.assertEqual((entry.at, stream.now()), (5_400_000, 5_400_000))
            self.assertEqual([entry.text for entry in stream.since(0)].count("tick"), 0)
            with self.assertRaisesRegex(Failure, "never: not within 0 s. Since then: .*± two"):
                stream.wait("nothing of the kind", 0, "never", seconds=0)
            stream.close()
