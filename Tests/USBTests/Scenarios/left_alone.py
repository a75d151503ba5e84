"""A bridge that nobody asked for may be anything: to open it would raise DTR and reset an Arduino. It is left alone."""

from .failure import expect
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    with stage.probe() as probe:
        since = len(probe.events)
        with stage.plugged(family) as dongle:
            left = probe.wait("left", since)
            # Whatever the probe would do with a port, it has done it when it answers for the next one.
            with stage.plugged("ublox", cable=1):
                probe.wait("opened", since)
            expect(dongle.line.opened_at is None, "DTR was raised on a port that nobody asked for")
            expect(all(event["node"] != left["node"] for event in probe.any("opened", since)), "the port was opened")
        probe.wait("disappeared", since, node=left["node"])
    return Outcome(f"{left['node']} was seen and not opened")
