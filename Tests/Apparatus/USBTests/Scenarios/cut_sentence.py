"""Pulled out in the middle of a sentence. After the next plugging in, the other half of it comes first: a program that
joined what two pluggings brought would see a sentence that is whole, with a right checksum, and was never sent whole."""

from .outcome import Outcome
from .program import Program
from .stage import Stage, source

ROUNDS = 3
RECORDING = "/tmp/cut.gbr"


def run(stage: Stage, family: str) -> Outcome:
    live, kept = stage.receiver(), stage.receiver()
    watch = _play(stage, family, live, "watch", "--format", "nmea")
    live.check(watch.printed())
    _play(stage, family, kept, "record", "--output", RECORDING, "--force")
    kept.check(stage.machine.run(f"gpsbridge watch {RECORDING} --format nmea").encode().splitlines())
    return Outcome(f"{ROUNDS} halves of sentences live, {ROUNDS} recorded, and none came",
                   cycles=2 * ROUNDS, lines=len(live.wanted + kept.wanted))


def _play(stage: Stage, family: str, receiver, verb: str, *flags: str) -> Program:
    with Program(stage.machine, verb, *source(family), *flags) as program:
        tail = b""
        for _ in range(ROUNDS):
            mark = stage.kernel.mark()
            with stage.plugged(family) as dongle:
                stage.opened(dongle)
                stage.kernel.pass_time(0.1)
                dongle.send(tail)
                receiver.start(dongle)
                receiver.talk(stage.some_lines())
                receiver.stop()
                line = receiver.text(receiver.next)
                half = len(line) // 2
                dongle.send(line[:half])
                stage.pull(dongle, receiver)
            program.wait("is gone", mark, "that it has gone")
            tail = line[half:]
    return program
