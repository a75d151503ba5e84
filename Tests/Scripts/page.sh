#!/usr/bin/env bash
# Creates a Python environment for the tests of the page in .build/page-python, and runs page.py, which describes them.
# usage: page.sh PROGRAM [--pictures DIR] [--nightly] [--only NAME...]
#
# PAGE_SCRIPT names another script to run there, such as fleet_page.py.
# Status 77: they can't run here, and the reason was printed. No browser is downloaded; Debian's is used.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=.build/page-python/bin/python
has='import axe_playwright_python, geojson, PIL, playwright, websocket'
if [ ! -x "$python" ] || ! "$python" -c "$has" 2>/dev/null; then
  mkdir -p .build
  if ! { python3 -m venv .build/page-python && "$python" -m pip install --quiet --disable-pip-version-check \
    playwright==1.65.2 axe-playwright-python==0.1.8 pillow==13.0.0 geojson==3.3.0 websocket-client==1.9.2; } >.build/page-python.log 2>&1; then
    echo "page: skipped: $(grep -m 1 . .build/page-python.log || echo 'no Python environment can be created')"
    exit 77
  fi
fi
exec "$python" "${PAGE_SCRIPT:-Tests/Scripts/page.py}" "$@"
