"""Whether the scenario with clients of a server would notice: its record of a crowd meets what it is there for."""

import os
import socket
import tempfile
import unittest

from Crowd.clients import Client
from Crowd.report import Report
from Scenarios.crowd_record import Absence, CrowdRecord
from Scenarios.epochs import epochs
from Scenarios.failure import Failure

SENTENCES = b"""$GNTXT,01,01,02,ANTSTATUS=OK*25\r
$GNRMC,070801.80,V,,,,,,,201126,,,N,V*18\r
$GNGLL,,,,,070801.80,V,N*53\r
$GNRMC,070802.00,A,4807.03775,N,01130.99628,W,6.229,312.76,201126,,,A,V*0D\r
$GNGLL,4807.03775,N,01130.99628,W,070802.00,A,A*78\r
$GNRMC,070802.20,A,4807.03801,N,01130.99600,W,6.229,312.76,201126,,,A,V*0D\r
"""


def tpv(number: int, mode: int = 3) -> str:
    return f'{{"class":"TPV","mode":{mode},"time":"{number}","lat":48.1,"lon":{number}.0}}'


class ARecordOfACrowd(unittest.TestCase):
    def setUp(self, clients: int = 1):
        self.record = CrowdRecord({str(number): number for number in range(1, 20)}, clients)
        self.lines = 0

    def told(self, *numbers: int, clients: str = "0", mode: int = 3):
        """These epochs, one behind the other, each at a fifth of a second of its own."""
        for number in numbers:
            for text in (tpv(number, mode), "{}"):
                self.record.take(f"1000 line {self.lines} {text}")
                self.lines += 1
            self.record.take(f"{number * 200} came {self.lines - 2},{self.lines - 1} {clients}")

    def test_is_content_when_all_came_to_all(self):
        self.setUp(clients=2)
        self.told(*range(3, 10), clients="0,1")
        self.record.check_so_far()
        self.assertEqual(self.record.heard, {"0", "1"})
        self.assertEqual(self.record.missing([], until=9), {})
        self.assertTrue(self.record.all_were_told(9))
        self.assertFalse(self.record.all_were_told(10))

    def test_finds_an_epoch_that_is_missing_to_one_of_them(self):
        self.setUp(clients=2)
        self.told(3, 4, 5, clients="0,1")
        self.told(6, clients="1")
        self.told(7, 8, 9, clients="0,1")
        with self.assertRaisesRegex(Failure, "client 0 was never told epoch 6; 1 are missing in all"):
            self.record.missing([], until=9)
        self.assertEqual(self.record.missing([Absence("kill", 5, 7)], until=9), {"kill": 1})

    def test_counts_an_epoch_without_its_position_and_not_one_that_is_withdrawn(self):
        self.told(3, 4, 5)
        self.told(5, 6, mode=1)
        self.told(7, 8, 9)
        self.record.check_so_far()
        self.assertEqual(self.record.missing([], until=9), {})
        self.assertEqual(self.record.withheld(), 1)

    def test_finds_an_epoch_that_was_told_twice_or_too_late(self):
        for numbers in ([3, 4, 4], [3, 5, 4]):
            self.setUp()
            self.told(*numbers)
            with self.assertRaisesRegex(Failure, "client 0 was told epoch 4 after epoch"):
                self.record.check_so_far()

    def test_finds_a_client_that_was_told_nothing(self):
        self.setUp(clients=2)
        self.told(3, 4, 5)
        self.assertFalse(self.record.all_were_told(3))
        with self.assertRaisesRegex(Failure, "client 1 was never told any epoch"):
            self.record.missing([], until=5)

    def test_finds_ends_refusals_errors_broken_lines_and_epochs_that_nobody_sent(self):
        for text, words in (("ended 3 closed", "ended 3 closed"), ("refused [Errno 111] no", "refused .Errno 111. no"),
                            ('line 0 {"class":"TPV","mo{"class":"SKY"}', "a line that is broken"),
                            (f"line 0 {tpv(20)}", "an epoch that was not sent"),
                            ('line 0 {"class":"ERROR","message":"x"}', "an error: ")):
            self.setUp()
            self.record.take(f"92000 {text}")
            with self.assertRaisesRegex(Failure, words):
                self.record.check_so_far()

    def test_takes_neither_no_fix_nor_one_without_a_time_for_an_epoch(self):
        self.told(30, mode=1)
        self.record.take('1000 line 9 {"class":"TPV","mode":2,"lat":48.1,"lon":7.0}')
        self.record.take("1000 came 9 0")
        self.record.check_so_far()
        self.assertEqual(self.record.told["0"], [])

    def test_measures_how_long_each_was_told_nothing_in_an_absence(self):
        self.setUp(clients=2)
        self.told(1, 2, clients="0,1")
        self.told(3, clients="1")
        self.told(10, 11, 19, clients="0,1")
        self.assertEqual(self.record.silences(Absence("kill", 2, 10)), [1.6, 1.4])


class TheCrowd(unittest.TestCase):
    def test_says_a_line_once_to_whom_it_came_and_how_each_ends(self):
        with tempfile.NamedTemporaryFile() as file:
            report = Report(file.name)
            pairs = [socket.socketpair() for _ in "ab"]
            clients = [Client(name, ours, report) for name, (ours, _) in zip("ab", pairs)]
            for client, (_, theirs) in zip(clients, pairs):
                theirs.send(b"ONE\r\nTWO\r\nTH")
                self.assertTrue(client.read())
            pairs[1][1].send(b"REE\r\nFOUR\n")
            clients[1].read()
            for client, (ours, theirs) in zip(clients, pairs):
                theirs.close()
                self.assertFalse(client.read())
                ours.close()
            report.write()
            os.close(report.file)
            # Without the times.
            said = [line.split(" ", 1)[1] for line in file.read().decode().splitlines()]
        self.assertEqual(said, ["line 0 ONE", "line 1 TWO", "came 0,1 a,b", "line 2 THREE", "line 3 FOUR (without a CR)",
                                "came 2,3 b", "ended a in the middle of a line", "ended b closed"])


class EpochsOfSentences(unittest.TestCase):
    def test_have_a_time_and_all_their_sentences(self):
        found = list(epochs(SENTENCES))
        self.assertEqual([time for time, _ in found], ["2026-11-20T07:08:02.000Z", "2026-11-20T07:08:02.200Z"])
        self.assertEqual([sentences.count(b"\n") for _, sentences in found], [2, 1])
