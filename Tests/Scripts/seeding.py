"""The seed of a run: `TEST_SEED`, or the fixed one of the tests in Swift, so that only a change can make a check fail."""
import os

SEED = int(os.environ.get("TEST_SEED") or 20261128)
