"""A receiver that is plugged in and falls silent: what it said last is no longer told as live, and it is told of when it
speaks again."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage, source


def run(stage: Stage, family: str) -> Outcome:
    receiver = stage.receiver()
    with Program(stage.machine, "watch", *source(family), "--types", "event,fix", tag="watch ") as program:
        mark = stage.kernel.mark()
        with stage.plugged(family) as dongle:
            receiver.start(dongle)
            program.wait('"state":"live"', mark, "a live fix")
            receiver.talk(stage.some_lines())
            receiver.stop()
            stage.kernel.pass_time(0.2)
            mark = stage.kernel.mark()
            silence = stage.kernel.now() / 1e6
            told = {name: program.event(name, mark)["came"] - silence for name in ("silent", "lost")}
            fixes = [entry.text for entry in stage.kernel.since(mark) if '"type":"fix"' in entry.text]
            expect(not fixes, f"nothing came, and yet there was a fix: {fixes[:1]}")
            mark = stage.kernel.mark()
            receiver.start(dongle)
            speaking = program.event("speaking", mark)
            back = program.event("back", mark)
            expect(back["gap_s"] >= 5, f"it was silent for more than five seconds, and the gap was {back['gap_s']} s")
            program.wait('"state":"live"', mark, "a live fix again")
            receiver.stop()
    expect(told["silent"] <= 7, f"that it is silent was told after {told['silent']:.1f} s, 3 to 6 are right")
    expect(5 - 1 <= told["lost"] <= 7, f"that its position is lost was told after {told['lost']:.1f} s, 5 are right")
    return Outcome(f"silent told after {told['silent']:.1f} s, its position lost after {told['lost']:.1f} s; "
                   f"back after a gap of {back['gap_s']:.1f} s, {back['came'] - speaking['came']:.2f} s after the first byte")
