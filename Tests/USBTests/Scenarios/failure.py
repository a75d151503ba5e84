"""What a scenario raises when something is not as it must be."""


class Failure(Exception):
    """Says what was expected and what was found."""


def expect(condition: bool, message: str):
    if not condition:
        raise Failure(message)
