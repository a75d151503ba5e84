"""Expected and seen results, and a table of them at the end."""
import collections
import threading
from concurrent.futures import ThreadPoolExecutor


class Report:
    """Collects the checks of all rows, from several threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.checks = collections.OrderedDict()
        self.wrong = 0

    def check(self, row, column, expected, seen, is_right):
        """Counts one check, and prints it if it failed."""
        with self.lock:
            counts = self.checks.setdefault(row.split(":")[0], [set(), 0, 0])
            counts[0].add(row)
            counts[1] += 1
            if not is_right:
                counts[2] += 1
                self.wrong += 1
                print(f"WRONG  {row} | {column} | expected {expected} | seen {seen}", flush=True)
        return is_right

    def note(self, text):
        with self.lock:
            print(f"       {text}", flush=True)

    def run(self, rows, jobs):
        """Runs rows at the same time; an exception in a row counts as wrong."""
        def one(row):
            name, function = row
            try:
                function()
            except Exception as error:  # Report it, and continue with the other rows.
                self.check(name, "the kit itself", "no error", f"{type(error).__name__}: {error}", False)

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, rows))

    def summary(self):
        print(f"\n{'part':<12} {'rows':>6} {'checks':>7} {'wrong':>6}")
        for part, (rows, checks, wrong) in self.checks.items():
            print(f"{part:<12} {len(rows):>6} {checks:>7} {wrong:>6}")
