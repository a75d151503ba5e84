"""What is played, and with which families; None is a scenario that brings its own dongles."""

from Dongles.families import FAMILIES

from . import changed_name, left_alone, plug_cycles, rules, two_alike, wrong_speed
from .stage import chip

BRIDGES = [family for family in FAMILIES if chip(family).has_serial_line]

PROGRAMME = {
    "plug-cycles": (plug_cycles.run, list(FAMILIES)),
    "two-alike": (two_alike.run, None),
    "changed-name": (changed_name.run, ["ublox", "pl2303"]),
    "wrong-speed": (wrong_speed.run, BRIDGES),
    "left-alone": (left_alone.run, BRIDGES),
    "rules": (rules.run, list(FAMILIES)),
}


def acts(scenarios: "list[str]", families: "list[str]"):
    """The name, the function and the arguments of each scenario that was chosen."""
    for name in scenarios:
        function, its_families = PROGRAMME[name]
        if its_families is None:
            yield name, function, ()
        for family in its_families or []:
            if family in families:
                yield f"{name} {family}", function, (family,)
