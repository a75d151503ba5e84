"""What is played, and with which families; None is a scenario that brings its own dongles."""

from Dongles.families import FAMILIES

from . import (autostart, cut_sentence, finds_speed, no_rights, package, profile_cycles, rules, seat, served_page,
               served_restarts, service, stored, untouched, watch_cycles, watch_renamed, watch_twins)
from .stage import chip

BRIDGES = [family for family in FAMILIES if chip(family).has_serial_line]

PROGRAMME = {
    "watch-cycles": (watch_cycles.run, list(FAMILIES)),
    "cut-sentence": (cut_sentence.run, ["pl2303"]),
    "watch-twins": (watch_twins.run, None),
    "watch-renamed": (watch_renamed.run, ["ublox", "pl2303"]),
    "finds-speed": (finds_speed.run, BRIDGES),
    "profile-cycles": (profile_cycles.run, ["ublox"]),
    "untouched": (untouched.run, BRIDGES),
    "no-rights": (no_rights.run, None),
    "rules": (rules.run, list(FAMILIES)),
    "service": (service.run, None),
    "stored": (stored.run, None),
    "autostart": (autostart.run, None),
    "served-restarts": (served_restarts.run, None),
    "served-page": (served_page.run, None),
    "seat": (seat.run, None),
    # The last: it takes away what the others play with.
    "package": (package.run, None),
}
# These want systemd, and somebody at the screen: a machine of their own, which takes longer to come up.
WITH_SERVICES = ("service", "stored", "autostart", "served-restarts", "served-page", "seat", "package")


def acts(scenarios: "list[str]", families: "list[str]"):
    """The name, the function and the arguments of each scenario that was chosen."""
    for name in scenarios:
        function, its_families = PROGRAMME[name]
        if its_families is None:
            yield name, function, ()
        for family in its_families or []:
            if family in families:
                yield f"{name} {family}", function, (family,)
