"""What a scenario raises when something is not as it must be."""


class Failure(Exception):
    """Says what was expected and what was found; where lines are missing, of how many."""

    def __init__(self, message: str, sent: "int | None" = None, received: "int | None" = None):
        super().__init__(message)
        self.sent, self.received = sent, received


def expect(condition: bool, message: str):
    if not condition:
        raise Failure(message)


def in_cycle(failure: Failure, number: int, cycles: int) -> Failure:
    """The same, with the cycle that it was in."""
    return Failure(f"cycle {number} of {cycles}: {failure}", failure.sent, failure.received)
