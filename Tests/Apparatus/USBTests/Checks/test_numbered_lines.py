"""Whether the scenarios would notice: each check of theirs meets what it is there for."""

import types
import unittest

from Scenarios.failure import Failure, in_cycle
from Scenarios.numbered_lines import Sender, check
from Scenarios.outcome import Outcome, Row, table
from Scenarios.simulated import Receiver


class Clock:
    """A machine's clock that goes like ours, and then stands still for a while."""

    def __init__(self, late: float = 0):
        self.late = late

    def machine_time(self, moment):
        return int(moment * 1e6)

    def moment(self, machine_time):
        return machine_time / 1e6 + self.late


class ACheckOfLines(unittest.TestCase):
    def test_passes_when_all_came_in_order_but_those_that_may_be_lost(self):
        check(came=list(range(3, 30)), wanted=list(range(5, 20)))
        check(came=[1, 2] + list(range(10, 20)), wanted=list(range(10, 18)))

    def test_finds_a_line_that_is_missing_twice_or_out_of_order_and_is_not_content_with_nothing(self):
        for came, wanted, words in (
                ([5, 6, 8, 9, 10, 11, 12, 13, 14, 15], range(5, 15), r"1 of 10 lines are missing, the first is \[7\]"),
                ([5, 6, 7, 7, 8, 9], range(5, 10), "line 7 came after line 7"),
                ([5, 6, 8, 7, 9], range(5, 10), "line 7 came after line 8"), ([], [], "too few")):
            with self.assertRaisesRegex(Failure, words):
                check(came, list(wanted))


class ASender(unittest.TestCase):
    def wanted(self, speed_set=None, late: float = 0, without_room: int = 0):
        sender = Sender(Clock(late), 0.02, None)
        # One line each tenth of a second.
        sender.sent = [(number, number / 10, number != without_room) for number in range(1, 21)]
        line = types.SimpleNamespace(opened_at=0.45, speed_set_at=speed_set)
        sender.want(types.SimpleNamespace(line=line), pulled=1.05)
        return sender.wanted

    def test_wants_what_was_sent_well_inside_by_both_clocks(self):
        self.assertEqual(self.wanted(), [6, 7, 8])
        self.assertEqual(self.wanted(late=0.2), [8])
        self.assertEqual(self.wanted(speed_set=0.55), [7, 8])

    def test_does_not_blame_the_program_for_a_machine_that_slept(self):
        with self.assertRaisesRegex(Failure, "proves nothing"):
            self.wanted(without_room=7)


class AReceiver(unittest.TestCase):
    """It sends A B A C A D: the A's are alike, as a receiver's words about satellites are."""

    def setUp(self):
        self.receiver = Receiver.__new__(Receiver)
        self.receiver.text = lambda number: b"ABACAD"[number:number + 1] + b"\r\n"
        self.receiver.sent = [(number, number / 10, True) for number in range(6)]

    def test_knows_its_lines_by_what_comes_around_them_and_shows_one_that_is_missing_as_a_gap(self):
        for came, numbers in ((b"BACAD", [1, 2, 3, 4, 5]), (b"AC", [2, 3]), (b"BCAD", [1, 3, 4, 5])):
            self.assertEqual(self.receiver.numbers([came[place:place + 1] for place in range(len(came))]), numbers)

    def test_finds_lines_that_came_twice_in_a_wrong_order_or_were_never_sent(self):
        for came in ([b"C", b"A", b"D", b"D"], [b"B", b"D", b"A", b"C"], [b"A", b"D", b"AB"]):
            with self.assertRaisesRegex(Failure, "not sent, not at this place, or twice"):
                self.receiver.numbers(came)


class TheTable(unittest.TestCase):
    def test_leaves_out_what_means_nothing(self):
        rows = [Row("watch-cycles ublox", True, Outcome("", cycles=50, lines=1500)), Row("rules ftdi", True, Outcome("")),
                Row("service", False, Outcome(""))]
        self.assertEqual(table(rows), """\
scenario                    cycles  lines
watch-cycles ublox  passed      50   1500
rules ftdi          passed       -      -
service             FAILED       -      -""")

    def test_has_failures_with_their_cycle(self):
        with self.assertRaisesRegex(Failure, "cycle 3 of 50: 2 of 9 lines are missing"), in_cycle(3, 50):
            raise Failure("2 of 9 lines are missing")
