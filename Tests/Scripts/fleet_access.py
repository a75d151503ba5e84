"""What a fleet refuses, and how it names what is wrong: the parts `strangers` and `named` of fleet.py."""
import collections
import concurrent.futures
import contextlib
import itertools
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import time
import zlib

from checking import Missing
from fleet_engines import COLLECTORS, Fleet, check, end, text_of, write
from seeding import SEED

# Of the 16 connections that nginx admits with one token, all and more; of the 32 of an address at a collector, some.
SLOW = 40


def summed(data):
    return bytes(data[:-4]) + zlib.crc32(bytes(data[:-4])).to_bytes(4, "little")


class Slow:
    """Connections that announce a body, and send a byte of it now and then."""

    def __init__(self, fleet, token, number=None):
        trust, self.sockets = ssl.create_default_context(cafile=fleet.path("ca.pem")), []
        for _ in range(SLOW if number is None else SLOW // 2):
            one = socket.create_connection(fleet.address if number is None else ("127.0.0.1", fleet.ports[number]), 30)
            one = trust.wrap_socket(one, server_hostname="localhost") if number is None else one
            one.sendall(f"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Length: 200000\r\n\r\n".encode())
            one.settimeout(0)
            self.sockets.append(one)
        self.answers = dict.fromkeys(self.sockets, "")

    def drip(self):
        """Sends a byte on each, and returns how many are answered or closed."""
        for one in self.sockets:
            try:
                self.answers[one] = self.answers[one] or one.recv(4096).decode()[9:12] or "closed"
            except (ssl.SSLWantReadError, BlockingIOError):
                with contextlib.suppress(OSError):
                    one.send(b"x")
            except OSError:
                self.answers[one] = "closed"
        return sum(map(bool, self.answers.values()))


def strangers(options):
    chance = random.Random(SEED)
    with Fleet(options) as fleet:
        fleet.enroll(40).collect()
        tokens, good = fleet.tokens, fleet.batch(1, 60)
        check(summed(good) == good, "the check sum of a batch is the one of zlib")
        others = fleet.probe(10, 400, rate=10)
        fleet.wait_for_rows(10)
        slow = Slow(fleet, tokens[30]), Slow(fleet, tokens[31], 0)
        fleet.manage("device", "revoke", "acme/d20")
        fleet.manage("tenant", "add", "rival")
        fleet.manage("tenant", "suspend", "rival")
        suspended = fleet.manage("device", "add", "rival/d0").split()[-1]
        turned, version, flags = bytearray(good), bytearray(good), bytearray(good)
        turned[len(good) // 2] ^= 4
        version[2], flags[3] = 9, 0x80
        unknown = "gb1.zzzzzzzz." + "x" * 43
        # A device each; the token, the body, and the status and word of the answer.
        cases = {
            "no token": (None, good, 401, "unknown_token"), "an unknown token": (unknown, good, 401, "unknown_token"),
            "another secret": (tokens[21][:-2] + "AA", good, 401, "unknown_token"), "not a token": ("x" * 60, good, 401, "unknown_token"),
            "a revoked token": (tokens[20], good, 403, "revoked"), "a suspended tenant": (suspended, good, 403, "suspended"),
            "another device's token": (tokens[0], good, 409, "second_installation"),
            "random bytes": (tokens[22], chance.randbytes(500), 422, "damaged"), "a turned bit": (tokens[23], bytes(turned), 422, "damaged"),
            "a half": (tokens[24], good[:len(good) // 2], 422, "damaged"), "nothing": (tokens[25], b"", 422, "damaged"),
            "nested JSON": (tokens[26], b'{"a":[' * 20_000, 422, "damaged"), "a later version": (tokens[27], summed(version), 422, "version"),
            "an unknown flag": (tokens[28], summed(flags), 422, "flags"),
        }
        times, crowd = 12, concurrent.futures.ThreadPoolExecutor(200)
        found = {name: [crowd.submit(fleet.post, body, token) for _ in range(times)] for name, (token, body, *_) in cases.items()}
        found = {name: {each.result() for each in answers} for name, answers in found.items()}
        wrong = {name: found[name] for name, (_, _, *expected) in cases.items() if found[name] != {tuple(expected)}}
        check(not wrong, f"{len(cases)} kinds of requests are refused in their words {wrong or ''}")
        sums = {word: times * count for word, count in collections.Counter(case[3] for case in cases.values()).items()}
        counted = {word: fleet.metric("answers_total", f'word="{word}"') for word in sums}
        check(counted == sums, f"the collectors count them: {' '.join(f'{word} {count:.0f}' for word, count in counted.items())}")
        noted = fleet.sql("SELECT reason, sum(count) FROM gpsbridge.refusals GROUP BY 1 ORDER BY 1").split("\n")
        expected = [f"{word}|{sums[word]}" for word in sorted(sums) if word in ("damaged", "version", "flags", "second_installation")]
        check(noted == expected, f"the table of refusals has {' '.join(noted)}")
        most = int(fleet.sql("SELECT max(n) FROM (SELECT count(*) AS n FROM gpsbridge.refused GROUP BY device) x"))
        check(most <= 20, f"of a device at most {most} samples are stored (20)")
        # Announced only: a proxy answers before the body.
        at_proxy, at_collector = (fleet.post(b"x" * 1000, tokens[29], number, Content_Length="10000000") for number in (None, 0))
        check((at_proxy[0], at_collector) == (413, (413, "too_large")), f"10 MB: {at_proxy[0]} by nginx, {at_collector} by a collector")
        paths = {fleet.post(good, tokens[29], path=path)[0] for path in ("/", "/metrics", "/healthz", "/v1/batch/../../metrics", "/v1/batch/x")}
        check(paths <= {400, 404}, f"other paths are refused: {sorted(paths)}")
        guessed = [crowd.submit(fleet.post, good, f"gb1.{chance.randrange(10 ** 8):08d}.{'y' * 43}", 1) for _ in range(1000)]
        statuses = [each.result()[1] for each in guessed]
        check(set(statuses) <= {"unknown_token", "unknown_tokens"} and "unknown_tokens" in statuses,
              f"of 1,000 guessed tokens {statuses.count('unknown_tokens')} are not looked up")
        connection = fleet.connection()
        statuses = [fleet.post(b"", tokens[32], connection=connection)[0] for _ in range(400)]
        check(set(statuses) <= {422, 429} and 429 in statuses, f"of 400 requests of a device at once {statuses.count(429)} are refused")
        garbage = b"\0\xff" * 2000, b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" + chance.randbytes(300), b"POST /v1/batch HTTP/1.1\r\n" * 500
        for address, data in itertools.product((fleet.address, ("127.0.0.1", fleet.ports[0])), garbage):
            with socket.create_connection(address, 30) as one, contextlib.suppress(OSError):
                one.sendall(data)
                one.settimeout(0.2)
                one.recv(65536)
        fleet.wait_for("the end of slow connections", lambda: slow[0].drip() >= SLOW - 16 and (slow[1].drip() == SLOW // 2 or not options.nightly))
        refused = list(slow[0].answers.values()).count("429")
        ended = f"a collector has ended {slow[1].drip()} of {SLOW // 2}"
        check(refused == SLOW - 16, f"of {SLOW} slow connections of a device nginx refuses {refused}, and {ended}")
        counts = fleet.counts(others, makes_rest=True)
        check(counts["settled"] == 4000, f"{counts['settled']:.0f} positions of other devices are settled meanwhile")
        fleet.check_table(10, 400, "d_")
        check(fleet.rows() == 4000, f"{fleet.rows()} rows, none of a stranger")
        check(all(process.poll() is None for process in fleet.collectors.values()), "the collectors run")


BREAK = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'collect'"


def move_days(fleet, space):
    """Moves the tables of all days to another disk."""
    move = f"format('ALTER TABLE gpsbridge.%I SET TABLESPACE {space};', gpsbridge.day_table(day))"
    fleet.sql(fleet.sql(f"SELECT string_agg({move}, ' ') FROM gpsbridge.day"))


def fill(fleet):
    """Moves the tables of days to a small disk, which another file fills."""
    place = fleet.path("small")
    os.mkdir(place)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "none", place], capture_output=True, check=False).returncode != 0:
        raise Missing("a small disk can't be mounted")
    shutil.chown(place, "postgres")
    fleet.sql(f"CREATE TABLESPACE small LOCATION '{place}'")
    move_days(fleet, "small")
    with contextlib.suppress(OSError), open(fleet.path("small", "filler"), "wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def empty(fleet):
    os.remove(fleet.path("small", "filler"))
    move_days(fleet, "pg_default")
    fleet.sql("DROP TABLESPACE small")


def certify(fleet, days):
    fleet.certify(days)
    fleet.kill("nginx")
    fleet.again("nginx")


def give_token(fleet):
    """Adds a second token, in the file of the first one."""
    os.mkdir(fleet.path("second"))
    os.replace(fleet.manage("device", "token", "acme/truck", "--into", fleet.path("second")).split()[-1], fleet.path("acme.truck.token"))


# Each begins and ends; then the words at the device, and at the operator: in logs, health and metrics.
TROUBLES = {
    "one collector away": (lambda fleet: fleet.kill(0), lambda fleet: fleet.again(0), "the collector commits", "0: 0 ConnectionRefusedError"),
    "all collectors away": (lambda fleet: [fleet.kill(number) for number in fleet.collectors], Fleet.collect,
                            "status 502 is not a collector's", "Connection refused) while connecting to upstream"),
    "one collector stopped": (lambda fleet: fleet.collectors[0].send_signal(signal.SIGSTOP),
                              lambda fleet: fleet.collectors[0].send_signal(signal.SIGCONT), "the collector commits", "0: 0 TimeoutError"),
    "database away": (lambda fleet: fleet.kill("postgres"), lambda fleet: fleet.again("postgres"), "its database is away", "not committed (away)"),
    "table locked": (Fleet.hold, Fleet.release, "a table is locked", "lock timeout"),
    "disk full": (fill, empty, "the database has no room", "No space left on device"),
    "password changed": (lambda fleet: fleet.sql(f"ALTER ROLE collect PASSWORD 'second'; {BREAK}"),
                         lambda fleet: write(fleet.path("password"), "*:*:*:collect:second\n", 0o600),
                         "its database is away", "password authentication failed"),
    "newer tables": (lambda fleet: fleet.sql(f"UPDATE gpsbridge.schema_version SET version = 9; {BREAK}"),
                     lambda fleet: fleet.sql("UPDATE gpsbridge.schema_version SET version = 1"),
                     "the database has other tables", "the tables have version 9"),
    "older tables": (lambda fleet: fleet.sql(f"ALTER FUNCTION gpsbridge.take_group RENAME TO older; {BREAK}"),
                     lambda fleet: fleet.sql("ALTER FUNCTION gpsbridge.older RENAME TO take_group"),
                     "the database has other tables", "function gpsbridge.take_group"),
    "certificate expired": (lambda fleet: certify(fleet, -1), lambda fleet: certify(fleet, 2), "no trusted connection", "alert certificate expired"),
    "token revoked": (lambda fleet: fleet.manage("device", "revoke", "acme/truck"), give_token, "the token was revoked", 'word="revoked"} 1'),
}


def named(options):
    with Fleet(options) as fleet:
        fleet.enroll(20).collect()
        store, flags, count, until = fleet.path("track.db"), fleet.device("truck"), 0, 0
        others = fleet.probe(20, 3000, rate=5, limit=1500)
        fleet.wait_for_rows(20)
        logs = [fleet.path(f"collector-{number}.log") for number in range(COLLECTORS)] + [fleet.path("nginx.log"), store + ".log"]

        def operator():
            texts = [text_of(path)[length:] for path, length in zip(logs[:-1], before)]
            return "\n".join(texts + ["%d: %d %s" % (number, *fleet.ask(number, path)) for number in range(COLLECTORS)
                                      for path in ("/healthz", "/metrics")])

        def is_named():
            for side, words, text in (("device", at_device, text_of(logs[-1])[before[-1]:]), ("operator", at_operator, operator())):
                if words in text:
                    seen.setdefault(side, time.monotonic() - begun)
            return len(seen) == 2

        for name, (begin, finish, at_device, at_operator) in TROUBLES.items():
            before, seen, until = [len(text_of(path)) for path in logs], {}, max(int(time.time()), until + 50)
            fleet.keep_track(store, lambda second: (47.5 + second * 1e-5, 9.4), 50, until)
            count += 50
            try:
                try:
                    begin(fleet)
                except Missing as reason:
                    print(f"  skipped: {name}: {reason}")
                    continue
                begun, publisher = time.monotonic(), fleet.publisher(store, *flags)
                with contextlib.suppress(RuntimeError):
                    fleet.wait_for(name, is_named)
                check(max(seen.values(), default=99) <= 30 and len(seen) == 2,
                      f"{name}, named: " + (", ".join(f"{side} after {seconds:.1f} s" for side, seconds in seen.items()) or "nowhere"))
                finish(fleet)
            finally:
                if os.path.ismount(fleet.path("small")):
                    subprocess.run(["umount", "-l", fleet.path("small")], check=False)
            begun = time.monotonic()
            fleet.wait_for(f"the end of {name}", lambda: fleet.is_delivered(store))
            print(f"        all is delivered {time.monotonic() - begun:.1f} s after it")
            end(publisher, signal.SIGTERM)
        fleet.wait_for_collectors()
        counts = fleet.counts(others, makes_rest=True)
        check(counts["settled"] == 60_000, f"other devices: {counts['settled']:.0f} positions are settled, sent {counts['sent'] / 60_000:.2f} times")
        fleet.check_table(20, 3000)
        rows = fleet.rows("position p JOIN gpsbridge.device d ON d.id = p.device", "d.name = 'truck'")
        check(rows == count, f"the device: {rows} rows of {count} positions")
