#!/usr/bin/env bash
# Makes a Python with what the tests of the page need, in .build/page-python, and runs them: page.py says what they do.
# usage: page.sh PROGRAM [--pictures DIR] [--nightly] [--only NAME...]
#
# Ends with 77 where they can't be run, and says why. No browser is downloaded: Debian's is taken.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=.build/page-python/bin/python
has='import axe_playwright_python, geojson, PIL, playwright, websocket'
if [ ! -x "$python" ] || ! "$python" -c "$has" 2>/dev/null; then
  mkdir -p .build
  if ! { python3 -m venv .build/page-python && "$python" -m pip install --quiet --disable-pip-version-check \
    playwright==1.65.2 axe-playwright-python==0.1.8 pillow==13.0.0 geojson==3.3.0 websocket-client==1.9.2; } >.build/page-python.log 2>&1; then
    echo "page: skipped: $(grep -m 1 . .build/page-python.log || echo 'no Python environment can be made')"
    exit 77
  fi
fi
exec "$python" Tests/Scripts/page.py "$@"
