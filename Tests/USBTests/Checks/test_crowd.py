"""Whether the scenario with clients of a server would notice: its record of a crowd meets what it is there for."""

import os
import tempfile
import unittest

from Crowd.clients import Client
from Crowd.report import Report
from Scenarios.crowd_record import Absence, CrowdRecord
from Scenarios.epochs import epochs, place
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
    def setUp(self):
        times = {str(number): number for number in range(1, 20)}
        self.record = CrowdRecord({**times, place(48.1, 7): 7, place(48.1, 8): None})
        self.lines = 0

    def line(self, text: str) -> int:
        self.record.take(f"1000 line {self.lines} {text}")
        self.lines += 1
        return self.lines - 1

    def told(self, numbers, clients="1,gpspipe", pause=200):
        """These epochs, one behind the other."""
        for number in numbers:
            self.record.take(f"{number * pause} came {self.line(tpv(number))},{self.line('{}')} {clients}")

    def joined(self, *clients: str):
        for client in clients:
            self.record.take(f"10 joined {client} reports")

    def test_is_content_when_all_came_to_all(self):
        self.joined("1", "gpspipe")
        self.told(range(3, 10))
        self.record.check_so_far()
        self.assertEqual(self.record.missing([], until=9), {})
        self.assertTrue(self.record.all_were_told(9))
        self.assertFalse(self.record.all_were_told(10))

    def test_finds_an_epoch_that_is_missing_to_one_of_them(self):
        self.joined("1", "2")
        self.told(range(3, 6), "1,2")
        self.told([6], "2")
        self.told(range(7, 10), "1,2")
        with self.assertRaisesRegex(Failure, "client 1 was never told epoch 6; 1 are missing in all"):
            self.record.missing([], until=9)
        self.assertEqual(self.record.missing([Absence("kill", 5, 7)], until=9), {"kill": 1})

    def test_counts_an_epoch_without_its_position(self):
        self.joined("1")
        self.told(range(3, 6), "1")
        self.record.take(f"1200 came {self.line(tpv(6, mode=1))} 1")
        self.told(range(7, 10), "1")
        self.record.check_so_far()
        self.assertEqual(self.record.missing([], until=9), {})
        self.assertEqual(self.record.withheld(), 1)

    def test_takes_a_position_that_is_withdrawn_for_no_epoch(self):
        self.joined("1")
        self.told(range(3, 6), "1")
        self.record.take(f"1200 came {self.line(tpv(5, mode=1))} 1")
        self.record.check_so_far()
        self.assertEqual(self.record.missing([], until=5), {})

    def test_finds_an_epoch_that_was_told_twice_or_too_late(self):
        for numbers in ([3, 4, 4], [3, 5, 4]):
            self.setUp()
            self.joined("1")
            self.told(numbers, "1")
            with self.assertRaisesRegex(Failure, "client 1 was told epoch 4 after epoch"):
                self.record.check_so_far()

    def test_finds_a_client_that_was_told_nothing(self):
        self.joined("1", "2")
        self.told(range(3, 6), "1")
        self.assertFalse(self.record.all_were_told(3))
        with self.assertRaisesRegex(Failure, "client 2 was never told any epoch"):
            self.record.missing([], until=5)

    def test_finds_ends_refusals_errors_broken_lines_and_epochs_that_nobody_sent(self):
        for text, words in (("ended 3 closed", "ended 3 closed"), ("refused [Errno 111] no", "refused .Errno 111. no"),
                            ('line 0 {"class":"TPV","mo{"class":"SKY"}', "a line that is broken"),
                            (f"line 0 {tpv(20)}", "an epoch that was not sent"),
                            ('line 0 {"class":"ERROR","message":"x"}', "an error: ")):
            record = CrowdRecord({"1": 1})
            record.take(f"92000 {text}")
            with self.assertRaisesRegex(Failure, words):
                record.check_so_far()

    def test_knows_who_wants_sentences_and_whether_they_still_come_whole(self):
        self.record.take("10 joined 0 sentences")
        self.joined("1")
        sentence = "$GNGLL,4807.03775,N,01130.99628,E,070802.00,A,A*78"
        self.record.take(f"600 came {self.line(sentence)} 0")
        self.told([3, 4], "0,1")
        self.record.check_sentences(within=0.2)
        self.told([20 - 1], "0")
        with self.assertRaisesRegex(Failure, "client 0 was told no sentence in the last 3.2 s"):
            self.record.check_sentences(within=3)
        self.record.take(f"4000 came {self.line(sentence)} 1")
        with self.assertRaisesRegex(Failure, "client 1 was told a sentence, and wants none"):
            self.record.check_so_far()
        self.setUp()
        self.line(sentence.replace("4807", "4707"))
        with self.assertRaisesRegex(Failure, "a sentence that is broken"):
            self.record.check_so_far()

    def test_takes_no_fix_for_no_epoch_and_knows_one_without_a_time_by_its_place(self):
        self.joined("1")
        without_time = '{"class":"TPV","mode":2,"lat":48.1,"lon":%d.000000001}'
        for text in (tpv(30, mode=1), without_time % 7, without_time % 8):
            self.record.take(f"1000 came {self.line(text)} 1")
        self.record.check_so_far()
        self.assertEqual([told.number for told in self.record.told["1"]], [7])

    def test_measures_how_long_each_was_told_nothing_in_an_absence(self):
        self.joined("1", "2")
        self.told([1, 2], "1,2")
        self.told([3], "2")
        self.told([10, 11, 19], "1,2")
        self.assertEqual(self.record.silences(Absence("kill", 2, 10)), [1.6, 1.4])


class TheCrowd(unittest.TestCase):
    def setUp(self):
        self.file = tempfile.NamedTemporaryFile()
        self.report = Report(self.file.name)
        self.ends = []

    def tearDown(self):
        os.close(self.report.file)
        self.file.close()
        for end in self.ends:
            os.close(end)

    def client(self, name: str, **options):
        ours, theirs = os.pipe()
        self.ends.append(theirs)
        return Client(name, os.fdopen(ours, "rb", buffering=0), self.report, **options), theirs

    def said(self) -> "list[str]":
        """Without the times."""
        self.report.write()
        return [line.split(" ", 1)[1] for line in self.file.read().decode().splitlines()]

    def test_says_a_line_once_and_to_whom_it_came_in_which_order(self):
        pairs = [self.client(name) for name in "ab"]
        for client, pipe in pairs:
            os.write(pipe, b"ONE\r\nTWO\r\nTH")
            client.read()
        os.write(pairs[1][1], b"REE\r\n")
        pairs[1][0].read()
        self.assertEqual(self.said(), ["joined a reports", "joined b reports", "line 0 ONE", "line 1 TWO", "came 0,1 a,b",
                                       "line 2 THREE", "came 2 b"])
        for client, _ in pairs:
            client.file.close()

    def test_says_how_a_line_ends_wrongly_and_that_the_end_came_in_the_middle_of_one(self):
        client, pipe = self.client("a", before_newline=b"\r")
        os.write(pipe, b"ONE\nTW")
        self.assertTrue(client.read())
        os.close(self.ends.pop())
        self.assertFalse(client.read())
        self.assertEqual(self.said()[1:], ["line 0 ONE (without a CR)", "came 0 a", "ended a in the middle of a line"])
        client.file.close()


class EpochsOfSentences(unittest.TestCase):
    def test_have_a_time_a_place_and_all_their_sentences(self):
        found = epochs(SENTENCES)
        self.assertEqual([epoch.time for epoch in found], ["2026-11-20T07:08:02.000Z", "2026-11-20T07:08:02.200Z"])
        self.assertEqual(found[0].place, place(48.117295833, -11.516604667))
        self.assertEqual([epoch.sentences.count(b"\n") for epoch in found], [2, 1])
