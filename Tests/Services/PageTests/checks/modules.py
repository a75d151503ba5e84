"""The page's modules without a browser: the tests in *.test.mjs, run by the Node.js that Playwright brings along."""
import pathlib
import re
import subprocess

from .bench import HANGS, ROOT, check, expect_that


@check("modules")
def modules(bench):
    """What the page's modules make of records is what their tests expect."""
    import playwright
    engine = pathlib.Path(playwright.__file__).parent / "driver" / "node"
    tests = sorted(str(path) for path in (ROOT / "Tests" / "Services" / "PageTests").glob("*.test.mjs"))
    run = subprocess.run([engine, "--test", "--test-reporter=tap", *tests], stdin=subprocess.DEVNULL, capture_output=True,
                         text=True, timeout=10 * HANGS, check=False)
    count = {word: int(number) for word, number in re.findall(r"^# (tests|pass|fail) (\d+)$", run.stdout, re.MULTILINE)}
    failed = re.findall(r"^\s*not ok .*$", run.stdout, re.MULTILINE)
    expect_that("all tests pass", run.returncode == 0 and count.get("fail") == 0, failed or run.stdout + run.stderr)
    # As many files as there are have at least so many tests: none was left out.
    expect_that("each file has tests", count.get("pass", 0) >= len(tests) > 0, count)
    bench.note("%d tests in %d files" % (count["pass"], len(tests)))
