"""The parts of the emulation that the machine's drivers do not check."""

import unittest

from Dongles.ftdi import speed_of_divisor
from Dongles.wrong_speed import heard

SENTENCE = b"$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"


class ALineHeardAtAnotherSpeed(unittest.TestCase):
    def test_is_itself_at_the_same_speed(self):
        self.assertEqual(heard(SENTENCE, 9600, 9600), SENTENCE)
        self.assertEqual(heard(bytes(range(256)), 9600, 9600), bytes(range(256)))

    def test_is_itself_two_per_cent_off(self):
        self.assertEqual(heard(SENTENCE, 9600, 9800), SENTENCE)
        self.assertEqual(heard(SENTENCE, 9800, 9600), SENTENCE)

    def test_is_fewer_other_bytes_when_heard_slowly(self):
        slow = heard(SENTENCE, 9600, 4800)
        self.assertLess(len(slow), 0.7 * len(SENTENCE))
        self.assertNotIn(b"$GP", slow)

    def test_is_more_other_bytes_when_heard_quickly(self):
        quick = heard(SENTENCE, 9600, 38400)
        self.assertGreater(len(quick), 1.5 * len(SENTENCE))
        self.assertNotIn(b"$GP", quick)

    def test_is_nothing_without_speed_or_bytes(self):
        self.assertEqual(heard(b"", 9600, 9600), b"")
        self.assertEqual(heard(SENTENCE, 9600, 0), b"")


class ADivisorOfFTDI(unittest.TestCase):
    def test_is_the_speed_that_the_data_sheet_gives(self):
        for divisor, speed in ((0x4138, 9600), (0x2710, 300), (0x809C, 19200), (0xC04E, 38400), (0x1A, 115385)):
            self.assertEqual(speed_of_divisor(divisor), speed)
        self.assertEqual((speed_of_divisor(0), speed_of_divisor(1)), (3_000_000, 2_000_000))
