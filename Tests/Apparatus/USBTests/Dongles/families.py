"""The families of dongles that can be plugged, by the names that the command line knows."""

from .cp210x import CP210x
from .ftdi import FTDI
from .pl2303 import PL2303
from .ublox import UBlox

FAMILIES = {"ublox": UBlox, "pl2303": PL2303, "cp210x": CP210x, "ftdi": FTDI}
