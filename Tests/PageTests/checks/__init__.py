"""What is expected of the page, and of all that `gpsbridge serve --http` answers."""
# In the order in which they begin: those first that wait longest.
from . import scenes, outputs, listeners, strangers, program, keys, link, modules, recordings, days, tiles, bare, engines, long, tab, coordinates, span, marks, alarms, actions, codes, home, hands
from .bench import CHECKS as ALL
from . import evaluation, files, pair, strips, whole
