#!/usr/bin/env bash
# Runs page.py, which describes the tests of the page, with the packages of pypi.txt.
# usage: page.sh PROGRAM [--pictures DIR] [--nightly] [--only NAME...]
#
# PAGE_SCRIPT names another script to run there, such as fleet_page.py.
# Status 77: they can't run here, and the reason was printed. No browser is downloaded; Debian's is used.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! python=$(PYTHONPATH=Tests/Scripts python3 -c 'import checking; print(checking.python_with_packages())' 2>&1); then
  echo "page: skipped: ${python##*$'\n'}"
  exit 77
fi
exec "$python" "${PAGE_SCRIPT:-Tests/Scripts/page.py}" "$@"
