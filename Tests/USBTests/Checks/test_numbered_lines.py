"""Whether the scenarios would notice: each check of theirs meets what it is there for."""

import types
import unittest

from Scenarios.failure import Failure
from Scenarios.numbered_lines import Sender, check, checksum, line, numbers


class Clock:
    """A machine's clock that goes like ours, and then stands still for a while."""

    def __init__(self, late: float = 0):
        self.late = late

    def machine_time(self, moment):
        return int(moment * 1e6)

    def moment(self, machine_time):
        return machine_time / 1e6 + self.late


def dongle(opened, speed_set=None):
    return types.SimpleNamespace(line=types.SimpleNamespace(opened_at=opened, speed_set_at=speed_set))


class ACheckOfLines(unittest.TestCase):
    def test_passes_when_all_came_in_order(self):
        check(came=list(range(3, 30)), wanted=list(range(5, 20)))

    def test_does_not_ask_for_what_may_be_lost(self):
        check(came=[1, 2] + list(range(10, 20)), wanted=list(range(10, 18)))

    def test_finds_a_line_that_is_missing(self):
        with self.assertRaisesRegex(Failure, r"1 of 10 lines are missing, the first is \[7\]"):
            check(came=[5, 6, 8, 9, 10, 11, 12, 13, 14, 15], wanted=list(range(5, 15)))

    def test_finds_a_line_that_came_twice(self):
        with self.assertRaisesRegex(Failure, "line 7 came after line 7"):
            check(came=[5, 6, 7, 7, 8, 9], wanted=[5, 6, 7, 8, 9])

    def test_finds_a_line_out_of_order(self):
        with self.assertRaisesRegex(Failure, "line 7 came after line 8"):
            check(came=[5, 6, 8, 7, 9], wanted=[5, 6, 7, 8, 9])

    def test_is_not_content_with_nothing(self):
        with self.assertRaisesRegex(Failure, "too few"):
            check(came=[], wanted=[])


class WhatTheProbeSaysOfLines(unittest.TestCase):
    def test_is_runs_of_numbers(self):
        self.assertEqual(numbers("A3-5,A9-9", "A"), [3, 4, 5, 9])
        self.assertEqual(numbers("", "A"), [])

    def test_must_not_name_another_sender(self):
        with self.assertRaises(Failure):
            numbers("A3-5,B6-7", "A")


class ASender(unittest.TestCase):
    def setUp(self):
        self.sender = Sender("A")
        # One line each tenth of a second.
        self.sender.sent = [(number, number / 10, True) for number in range(1, 21)]

    def test_asks_for_what_was_sent_well_inside(self):
        self.assertEqual(self.sender.must_come(Clock(), dongle(opened=0.45), pulled=1.05), [6, 7, 8])

    def test_waits_for_the_machine_s_clock_too(self):
        self.assertEqual(self.sender.must_come(Clock(late=0.2), dongle(opened=0.45), pulled=1.05), [8])

    def test_begins_when_the_speed_was_set(self):
        self.assertEqual(self.sender.must_come(Clock(), dongle(opened=0.45, speed_set=0.55), pulled=1.05), [7, 8])

    def test_does_not_blame_the_program_for_a_machine_that_slept(self):
        self.sender.sent[6] = (7, 0.7, False)
        with self.assertRaisesRegex(Failure, "proves nothing"):
            self.sender.must_come(Clock(), dongle(opened=0.45), pulled=1.05)

    def test_sends_sentences_with_a_checksum(self):
        self.assertEqual(line("A", 1), b"$PGBT,A,1,xxxxxxx*25\r\n")
        self.assertEqual(checksum("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"), 0x6A)
