"""What a scenario raises when something is not as it must be."""

import contextlib


class Failure(Exception):
    """Says what was expected and what was found."""


def expect(condition: bool, message: str):
    if not condition:
        raise Failure(message)


@contextlib.contextmanager
def in_cycle(number: int, cycles: int):
    """Names the cycle in a failure."""
    try:
        yield
    except Failure as failure:
        raise Failure(f"cycle {number} of {cycles}: {failure}") from failure
