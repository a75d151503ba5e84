"""Pulled out in the middle of a sentence. After the next plugging in, the other half of it comes first: a program that
joined what two pluggings brought would see a sentence that is whole, with a right checksum, and was never sent whole."""

from .numbered_lines import check
from .outcome import Outcome
from .program import Program
from .simulated import Receiver, printed
from .stage import Stage, source

ROUNDS = 3


def run(stage: Stage, family: str) -> Outcome:
    live = _play(stage, family, "watch", "--format", "nmea")
    recording = "/tmp/cut.gbr"
    kept = _play(stage, family, "record", "--output", recording, "--force")
    return Outcome(f"{ROUNDS} halves of sentences live, {ROUNDS} recorded, and none came",
                   cycles=2 * ROUNDS, sent=live + kept, received=live + kept)


def _play(stage: Stage, family: str, verb: str, *flags: str) -> int:
    """How many whole sentences had to come, and came."""
    receiver = stage.receiver()
    sent, wanted = [], []
    mark = stage.kernel.mark()
    with Program(stage.machine, verb, *source(family), *flags) as program:
        tail = b""
        for _ in range(ROUNDS):
            tail, round_wanted = _round(stage, program, family, receiver, tail)
            sent += receiver.sent
            wanted += round_wanted
    if verb == "watch":
        came = printed(stage.kernel.since(mark))
    else:
        came = stage.machine.run(f"gpsbridge watch {flags[1]} --format nmea").encode().splitlines()
    receiver.sent = sent
    check(receiver.numbers(came), wanted)
    return len(wanted)


def _round(stage: Stage, program: Program, family: str, receiver: Receiver, tail: bytes) -> "tuple[bytes, list[int]]":
    mark = stage.kernel.mark()
    with stage.plugged(family) as dongle:
        stage.wait_until(lambda: dongle.line.opened_at is not None, "that the port is opened")
        stage.kernel.pass_time(0.1)
        dongle.send(tail)
        receiver.start(dongle)
        receiver.talk(stage.some_lines())
        receiver.stop()
        line = receiver.text(receiver.next)
        half = len(line) // 2
        dongle.send(line[:half])
        wanted = receiver.must_come(stage.kernel, dongle, stage.pull(dongle))
    program.wait("is gone", mark, "that it has gone")
    return line[half:], wanted
