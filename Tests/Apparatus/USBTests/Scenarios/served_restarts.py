"""Clients of `gpsbridge-serve.service` stay connected and go on by themselves, whatever happens to it: `systemctl restart`,
kill -9, a crash, a hang, a reload, systemd's own re-execution, a plug that is pulled. Others come and go all the while, and none
is refused. Each epoch is told once, in order, and none is missing but those of the time away."""

import dataclasses

from . import served
from .crowd import Crowd
from .crowd_record import Absence
from .epochs import Epochs
from .failure import expect
from .outcome import Outcome
from .services import forget
from .stage import Stage, chip

# What ends the program.
ENDINGS = {
    "restart": f"systemctl restart {served.UNIT}",
    "kill -9": "kill -9 {process}",
    "crash": "kill -ABRT {process}",
}
# What it has to live through. The last one has systemd turn round the order of what it keeps.
ALARMS = {
    "reload": f"systemctl reload {served.UNIT}",
    "daemon-reload": "systemctl daemon-reload",
    "daemon-reexec": "systemctl daemon-reexec",
}
# What takes too long for a play of one round. Until the hang is noticed, the unit's WatchdogSec has to pass.
HANG = "kill -STOP {process}"
WATCHDOG = 30
ONLY_IN_LONG_PLAYS = ("daemon-reload",)
# The machine is a dozen times slower than real ones, for which it is a second.
AWAY_WITHIN = 5
# One epoch in so many may reach the program late on this machine, and is sent without its position then.
LATE_AT_MOST = 5
# Seconds for which nothing happens, behind each of these things.
CALM = 1.5
# What systemd-analyze may say, of 10.
EXPOSED_AT_MOST = 1.5
# At the end of each play the seconds of calm for a round, and the KiB that the program may grow by in them.
STEADY = 6
GROWS_AT_MOST = 512


class Play:
    """A receiver on a cable, a crowd of clients, and what has happened so far."""

    def __init__(self, stage: Stage, receiver: Epochs, crowd: Crowd):
        self.stage, self.machine, self.receiver, self.crowd = stage, stage.machine, receiver, crowd
        self.absences: "list[Absence]" = []
        # The machine's seconds from the driver's word of a port until everybody was told an epoch again.
        self.back: "list[float]" = []

    def goes_on(self, what: str):
        """Waits until everybody was told an epoch that is sent from now on."""
        since = self.receiver.last + 1
        self.crowd.wait(lambda record: record.all_were_told(since), f"behind {what} everybody is told of epoch {since}")

    def calm(self, seconds: float = CALM):
        """Nothing happens, and nothing may be missing."""
        self.stage.kernel.pass_time(seconds)
        self.goes_on("calm")

    def strike(self, name: str, command: str, within: float = AWAY_WITHIN):
        """Ends the program, and waits until all clients go on. Nobody asks systemd meanwhile, which has its hands full."""
        process = served.process(self.machine)
        # What was sent just now may not have been told yet.
        first = self.receiver.last - 1
        self.machine.run(command.format(process=process), 60)
        self.goes_on(name)
        self.absences.append(Absence(f"{name}, {len(self.absences)}", first, self.receiver.last, within))
        expect(served.process(self.machine) != process, f"{name} should have ended process {process}")
        self.calm()

    def plug_in(self, dongle, mark: int):
        self.receiver.start(dongle)
        driver = self.stage.kernel.wait(chip("ublox").announcement, mark, "the driver's word")
        self.goes_on("plugging in")
        self.back.append((self.stage.kernel.now() - driver.at) / 1e6)
        if self.absences:
            self.absences[-1] = dataclasses.replace(self.absences[-1], last=self.receiver.last)
        self.calm()

    def pull(self, dongle):
        """What is missing from now on until it is plugged in again, is nobody's fault."""
        self.absences.append(Absence(f"plug, {len(self.absences)}", self.receiver.last - 1, self.receiver.last, None))
        self.stage.pull(dongle, self.receiver)

    def round(self, is_long: bool):
        for name, command in ENDINGS.items():
            self.strike(name, command)
        if is_long:
            self.strike("hang", HANG, WATCHDOG + AWAY_WITHIN)
        for name, command in ALARMS.items():
            if is_long or name not in ONLY_IN_LONG_PLAYS:
                served.untouched(self.machine, command)
                self.goes_on(name)
        self.strike("kill -9", ENDINGS["kill -9"])


def run(stage: Stage) -> Outcome:
    machine = stage.machine
    forget(machine)
    served.start(machine)
    exposure = served.exposure(machine)
    expect(exposure <= EXPOSED_AT_MOST, f"systemd-analyze should call it {EXPOSED_AT_MOST} at most, and says {exposure}")
    # With many clients more is too much for the machine.
    rate = 5 if stage.clients <= 50 else 1
    receiver = stage.epochs(rate, minutes=10 + 3 * stage.cycles)
    with Crowd(machine, stage.clients, receiver.numbers) as crowd:
        crowd.wait(lambda record: len(record.heard) == stage.clients, "that everybody has come")
        play = Play(stage, receiver, crowd)
        for number in range(stage.cycles + 1):
            mark = stage.kernel.mark()
            with stage.plugged("ublox") as dongle:
                play.plug_in(dongle, mark)
                if number == stage.cycles:
                    steady = _steady(play)
                    break
                play.round(is_long=stage.cycles > 1)
                play.pull(dongle)
        receiver.stop()
    stage.kernel.pass_time(2)
    kept = served.kept(machine)
    expect(kept == 0, f"everybody has left, and systemd keeps {kept} connections")
    said = served.said(machine)
    expect(not any(words in said for words in ("Failed to", "Cannot store", "of no use")), f"something is wrong: {said}")
    served.stop(machine)
    return _judged(play, exposure, steady)


def _steady(play: Play) -> str:
    """The program is as large as it was after a time in which others have come and gone, and keeps whom it should."""
    visits = len(play.crowd.record.visits)
    before = served.descriptors_and_memory(play.machine)
    for _ in range(play.stage.cycles):
        play.calm(STEADY)
    after = served.descriptors_and_memory(play.machine)
    kept = served.kept(play.machine)
    # A visitor may be there at all ten looks.
    expect(after[0] - before[0] <= 1, f"it had {before[0]} descriptors and has {after[0]}")
    expect(after[1] - before[1] <= GROWS_AT_MOST, f"it had {before[1]} KiB of memory and has {after[1]}")
    # And one visitor who has just come, and one who has just gone.
    expect(0 <= kept - play.stage.clients <= 2, f"systemd should keep {play.stage.clients} connections, and keeps {kept}")
    return (f"{len(play.crowd.record.visits) - visits} visitors later {after[0]} descriptors ({before[0]} before) "
            f"and {after[1]} KiB ({before[1]})")


def _judged(play: Play, exposure: float, steady: str) -> Outcome:
    record, receiver = play.crowd.record, play.receiver
    excused = {number for absence in play.absences for number in range(absence.first, absence.last + 1)}
    expect(receiver.without_room <= excused, "the machine did not ask for data for seconds, which proves nothing")
    last = min(told[-1].number for told in record.told.values())
    missing = record.missing(play.absences, last)
    withheld = record.withheld()
    expect(withheld * LATE_AT_MOST <= last, f"{withheld} of {last} epochs came without their positions")
    # The last epoch before something, or the first one behind it, may be as far away as this.
    pause = receiver.longest_pause
    silences: "dict[str, list[float]]" = {}
    for absence in play.absences:
        if absence.within is not None:
            worst = max(record.silences(absence))
            expect(worst <= absence.within + pause, f"{absence.name}: a client was told nothing for {worst:.2f} s")
            silences.setdefault(absence.name.split(",")[0], []).append(worst)
    back, wait = max(play.back), max(record.visits) / 1000
    expect(back <= AWAY_WITHIN + pause, f"everybody was told again {back:.1f} s after the driver's word of a port")
    expect(wait <= max(times for absence in play.absences if (times := absence.within)), f"a newcomer waited for {wait} s")
    told = sum(len(one) for one in record.told.values())
    return Outcome(
        f"{len(record.told)} clients went on, told nothing for at worst "
        + ", ".join(f"{max(times):.2f} s ({name})" for name, times in silences.items())
        + f" and {back:.1f} s after the driver's word of a plug; {max(missing.values())} epochs missing at worst, "
        f"{sum(missing.values())} in all of {last}; {len(record.visits)} visitors, none refused, waited {wait:.2f} s at worst; "
        f"{withheld} came without their positions at worst; {steady}; exposure {exposure}",
        cycles=len(play.back) - 1, lines=told)
