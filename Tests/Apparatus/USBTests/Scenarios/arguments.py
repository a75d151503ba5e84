"""The command line of run.sh. Run by itself, it only says whether one is right, and which scenarios are meant."""

import argparse

from seeding import SEED

from Dongles.families import FAMILIES

from .programme import PROGRAMME


def parsed(arguments: "list[str] | None" = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.sh", allow_abbrev=False,
                                     description="Plays what happens to receivers on USB cables.")
    parser.add_argument("--cycles", type=_count, default=1, metavar="N",
                        help="how often each family is plugged in and pulled out (default 1)")
    parser.add_argument("--clients", type=_count, default=20, metavar="N",
                        help="how many clients the served receiver has (default 20)")
    parser.add_argument("--families", type=_names(FAMILIES), default=list(FAMILIES), metavar="A,B",
                        help=f"some of {','.join(FAMILIES)} (default all)")
    parser.add_argument("--scenarios", type=_names(PROGRAMME), default=list(PROGRAMME), metavar="A,B",
                        help=f"some of {','.join(PROGRAMME)} (default all)")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N",
                        help="decides when cables are pulled out (default TEST_SEED; a run prints it)")
    parser.add_argument("--work", default="", help=argparse.SUPPRESS)
    parser.add_argument("--overlay", default="", help=argparse.SUPPRESS)
    parser.add_argument("--simulator", default="gpsbridge", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _count(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 1000, found {text}")
    return int(text)


def _names(known):
    def names(text: str) -> "list[str]":
        chosen = text.split(",")
        unknown = [name for name in chosen if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"there is no {' and no '.join(unknown)}; there is {', '.join(known)}")
        # In our order: some take away what others play with.
        return [name for name in known if name in chosen]
    return names


if __name__ == "__main__":
    print(*parsed().scenarios)
