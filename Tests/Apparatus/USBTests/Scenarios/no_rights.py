"""A user who may not open serial ports is told so, and what to do, with status 4; one of the right group reads on."""

from .failure import expect
from .outcome import Outcome
from .program import Program
from .stage import Stage

# Debian's number of the group dialout.
DIALOUT = 20


def run(stage: Stage) -> Outcome:
    receiver = stage.receiver()
    stage.machine.run(f"grep -q ^sailor: /etc/passwd || echo sailor:x:1001:{DIALOUT}::/tmp:/bin/sh >>/etc/passwd")
    mark = stage.kernel.mark()
    with stage.plugged("ublox") as dongle:
        receiver.start(dongle)
        stage.attached("ublox", mark)
        node = stage.node()
        for words in (("watch",), ("record", node, "--output", "/tmp/nobody.gbr"), ("fix", node)):
            mark = stage.kernel.mark()
            with Program(stage.machine, *words, user="nobody") as program:
                status = program.ended()
            text = "\n".join(entry.text for entry in stage.kernel.since(mark) if not entry.is_kernel)
            expect(status == 4, f"gpsbridge {words[0]} ended with {status} instead of 4: {text}")
            for word in (node, "dialout", "try: "):
                expect(word in text, f"gpsbridge {words[0]} does not say “{word}”: {text}")
        mark = stage.kernel.mark()
        with Program(stage.machine, "monitor", "--line", user="nobody") as program:
            program.wait("NO PERMISSION", mark, "that it may not")
        expect(dongle.line.opened_at is None, "the port was opened by somebody who may not")
        with Program(stage.machine, "watch", "--count", "3", "--types", "fix", user="sailor") as program:
            status = program.ended()
        expect(status == 0, f"somebody of the group dialout may read, and gpsbridge watch ended with {status}")
        receiver.stop()
    said = next(line for line in text.splitlines() if line.startswith("error"))
    return Outcome(said.removeprefix("error: "))
