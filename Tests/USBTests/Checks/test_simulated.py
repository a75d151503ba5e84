"""How lines of simulated receivers are told apart, and what their table says."""

import unittest

from Scenarios.failure import Failure, in_cycle
from Scenarios.kernel_stream import Entry
from Scenarios.outcome import Outcome, Row, table
from Scenarios.simulated import Receiver, printed, worst_gap


class AReceiver(unittest.TestCase):
    """It sends A B A C A D: the A's are alike, as a receiver's words about satellites are."""

    def setUp(self):
        self.receiver = Receiver.__new__(Receiver)
        self.receiver.text = lambda number: b"ABACAD"[number:number + 1] + b"\r\n"
        self.receiver.sent = [(number, number / 10, True) for number in range(6)]

    def test_knows_its_lines_by_what_comes_around_them(self):
        self.assertEqual(self.receiver.numbers([b"B", b"A", b"C", b"A", b"D"]), [1, 2, 3, 4, 5])
        self.assertEqual(self.receiver.numbers([b"A", b"C"]), [2, 3])

    def test_shows_a_line_that_is_missing_as_a_gap(self):
        self.assertEqual(self.receiver.numbers([b"B", b"C", b"A", b"D"]), [1, 3, 4, 5])

    def test_finds_lines_that_came_twice_in_a_wrong_order_or_were_never_sent(self):
        for came in ([b"C", b"A", b"D", b"D"], [b"B", b"D", b"A", b"C"], [b"A", b"D", b"AB"]):
            with self.assertRaisesRegex(Failure, "not sent, not at this place, or twice"):
                self.receiver.numbers(came)


class WhatAProgramPrints(unittest.TestCase):
    log = [Entry(1_000_000, False, "A $ONE"), Entry(1_200_000, True, "usb 1-1: A $TWO"), Entry(1_300_000, False, "B $THREE"),
           Entry(1_500_000, False, "A note: it has gone"), Entry(1_700_000, False, "A $FOUR")]

    def test_is_told_by_its_tag(self):
        self.assertEqual(printed(self.log, "A "), [b"$ONE", b"$FOUR"])
        self.assertEqual(printed(self.log), [])

    def test_has_a_worst_gap(self):
        self.assertAlmostEqual(worst_gap(self.log, "A "), 0.7)
        self.assertEqual(worst_gap(self.log, "C "), 0)


class TheTable(unittest.TestCase):
    def test_counts_what_is_lost_and_leaves_out_what_means_nothing(self):
        rows = [Row("watch-cycles ublox", True, Outcome("", cycles=50, sent=1500, received=1500, worst_gap=0.514)),
                Row("rules ftdi", True, Outcome("")), Row("service", False, Outcome("", sent=20, received=18))]
        self.assertEqual(table(rows), """\
scenario                    cycles  sent  received  lost  worst gap
watch-cycles ublox  passed      50  1500      1500     0     0.51 s
rules ftdi          passed       -     -         -     -          -
service             FAILED       -    20        18     2          -""")

    def test_keeps_what_is_known_of_a_failure(self):
        failure = in_cycle(Failure("2 of 9 lines are missing", sent=9, received=7), 3, 50)
        self.assertEqual((str(failure), failure.sent, failure.received), ("cycle 3 of 50: 2 of 9 lines are missing", 9, 7))
