"""What came of a scenario, and the table of them all."""

import dataclasses


@dataclasses.dataclass
class Outcome:
    """What was seen, in words and in numbers; None where a number means nothing. Each of `lines` had to come, and came."""
    said: str
    cycles: "int | None" = None
    lines: "int | None" = None


@dataclasses.dataclass
class Row:
    name: str
    passed: bool
    outcome: Outcome

    def cells(self) -> "list[str]":
        numbers = [self.outcome.cycles, self.outcome.lines]
        return [self.name, "passed" if self.passed else "FAILED"] + ["-" if cell is None else str(cell) for cell in numbers]


def table(rows: "list[Row]") -> str:
    """A line for each scenario; numbers stand on the right."""
    lines = [["scenario", "", "cycles", "lines"]] + [row.cells() for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) if column < 2 else cell.rjust(width)
                               for column, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)
