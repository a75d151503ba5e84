"""A receiver talks at 9600 and is listened to at 4800: bytes come, but no line. Then the right speed is set, and lines do."""

from .failure import expect
from .numbered_lines import Sender, numbers
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    sender = Sender("S", stage.kernel)
    with stage.probe(family, speeds=(4800, 9600)) as probe:
        since = len(probe.events)
        with stage.plugged(family, speed=9600) as dongle:
            sender.start(dongle)
            expect(probe.wait("opened", since)["speed"] == "4800", "the probe should begin with 4800")
            changed = probe.wait("speed", since)
            early = [event for event in probe.events[since:] if event.name == "line"]
            expect(not early, "a line came at the wrong speed")
            expect(int(changed["broken"]) + int(changed["bytes"]) > 200, f"too little garbage: {changed.values}")
            first = probe.wait("line", since)
            sender.talk(15)
        sender.stop()
        closed = probe.wait("closed", since)
        probe.wait("disappeared", since)
    came = numbers(closed["lines"], sender.name)
    wanted = [number for number, _, _ in sender.sent if int(first["number"]) <= number <= came[-1]]
    expect(came == wanted and len(came) >= 5, f"of {len(wanted)} lines {len(came)} came after the right speed was set")
    speeds = dongle.line.speeds
    expect(4800 in speeds and speeds[-1] == 9600, f"the driver should have set 4800 and then 9600, it set {speeds}")
    return Outcome(f"{changed['bytes']} bytes at 4800 were no line; at 9600 {len(came)} lines came")
