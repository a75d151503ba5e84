"""What must hold of the page, and of all that `gpsbridge serve --http` answers."""
# In the order in which they begin: those first that take longest.
from . import scenes, pair, engines, outputs, listeners, strangers, program, keys, alarms, evaluation, marks, strips, recordings, days, tiles
from . import link, modules, bare, long, tab, coordinates, span, actions, codes, home, files, whole
from .bench import CHECKS as ALL
