"""How the scenarios read the kernel's log, and what programs say there."""

import tempfile
import unittest

from Scenarios.failure import Failure
from Scenarios.kernel_stream import Entry, KernelStream, entries
from Scenarios.program import sentences

KERNEL = rb"""6,501,2500000,-;usb 1-1: New USB device found, idVendor=1546, idProduct=01a8, bcdDevice= 3.01
 SUBSYSTEM=usb
12,502,2600000,-;tick
12,508,5400000,-;error: one\x0a  try: \xc2\xb1 two\x0d
"""


class ReadingReports(unittest.TestCase):
    def test_a_program_s_lines_are_told_from_the_kernel_s(self):
        self.assertEqual(entries(KERNEL.splitlines()[-1]),
                         [Entry(5_400_000, False, "error: one"), Entry(5_400_000, False, "  try: ± two")])
        self.assertTrue(entries(KERNEL.splitlines()[0])[0].is_kernel)
        self.assertEqual(entries(b" SUBSYSTEM=usb"), [])

    def test_a_program_s_sentences_are_told_by_its_tag(self):
        log = [Entry(1_000_000, False, "A $ONE"), Entry(1_200_000, True, "A $TWO"), Entry(1_300_000, False, "B $THREE"),
               Entry(1_500_000, False, "A note: it has gone"), Entry(1_700_000, False, "A $FOUR")]
        self.assertEqual(sentences(log, "A "), [b"$ONE", b"$FOUR"])
        self.assertEqual(sentences(log), [])

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
