"""What came of a scenario, and the table of them all."""

import dataclasses


@dataclasses.dataclass
class Outcome:
    """What was seen, in words and in numbers; None where a number means nothing.

    `sent` counts the lines that had to come, `received` those of them that came, `worst_gap` is the longest time between
    two lines that were printed while the receiver talked, in the machine's seconds."""
    said: str
    cycles: "int | None" = None
    sent: "int | None" = None
    received: "int | None" = None
    worst_gap: "float | None" = None


@dataclasses.dataclass
class Row:
    name: str
    passed: bool
    outcome: Outcome

    def cells(self) -> "list[str]":
        outcome = self.outcome
        lost = None if outcome.sent is None else outcome.sent - outcome.received
        gap = None if outcome.worst_gap is None else f"{outcome.worst_gap:.2f} s"
        numbers = [outcome.cycles, outcome.sent, outcome.received, lost, gap]
        return [self.name, "passed" if self.passed else "FAILED"] + ["-" if cell is None else str(cell) for cell in numbers]


def table(rows: "list[Row]") -> str:
    """A line for each scenario; numbers stand on the right."""
    lines = [["scenario", "", "cycles", "sent", "received", "lost", "worst gap"]] + [row.cells() for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) if column < 2 else cell.rjust(width)
                               for column, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)
