#!/usr/bin/env bash
# Runs page.py, which describes the tests of the page, with the packages of pypi.txt.
# usage: page.sh PROGRAM [--pictures DIR] [--nightly] [--only NAME...]
#
# PAGE_SCRIPT names another script to run there, such as fleet_page.py.
# Status 77: they can't run here, and the reason was printed. No browser is downloaded; Debian's is used.
set -euo pipefail
cd "$(dirname "$0")/../.."

mkdir -p .build
if ! python=$(PYTHONPATH=Tests/Scripts python3 -c 'import checking; print(checking.python_with_packages())' 2>.build/pypi.log); then
  echo "page: skipped: $(tail -n 1 .build/pypi.log)"
  exit 77
fi
exec "$python" "${PAGE_SCRIPT:-Tests/Scripts/page.py}" "$@"
