"""Troubles of a collector for fleet.py: a database without room, with its health and metrics, and two of one name."""
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

from fleet_engines import Fleet, check, free_port


def get(port, path):
    """The status and the text of an answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def metrics(port):
    """The samples by their names with labels."""
    lines = [line for line in get(port, "/metrics")[1].splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def check_format(text):
    """Prometheus' own tool reads the metrics, where it is installed."""
    if shutil.which("promtool") is None:
        print("  skipped: promtool is not installed (apt-get install prometheus)")
        return
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"promtool accepts the metrics{done.stderr and ': ' + done.stderr.strip()}")


def mount(folder, *options):
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else None


def disk(options):
    with Fleet(options) as fleet:
        small = os.path.join(fleet.folder, "small")
        os.mkdir(small)
        refusal = mount(small, "-o", "size=6m")
        if refusal is not None:
            print(f"  skipped: a small disk can't be mounted here ({refusal})")
            if options.only.split() == ["disk"]:
                sys.exit(77)
            return
        try:
            fill(fleet, small)
        finally:
            # The database has files there.
            fleet.kill("postgres")
            subprocess.run(["umount", small], check=True)


def fill(fleet, small):
    owner = os.stat(os.path.join(fleet.folder, "postgres", "pg")).st_uid
    os.chown(small, owner, -1)
    os.chmod(small, 0o700)
    # Only rows are on the small disk: a log without room would end the server.
    fleet.sql(f"CREATE TABLESPACE small LOCATION '{small}'")
    fleet.sql("ALTER DATABASE fleet SET default_tablespace = small")
    fleet.sql("DROP SCHEMA gpsbridge CASCADE")
    subprocess.run([fleet.options.collector, "--create", "--database", fleet.database], check=True, stderr=subprocess.DEVNULL)
    port = free_port()
    fleet.collector("one", "--page", str(port))
    fleet.wait_for_collector("one")
    fleet.wait_for("a healthy collector", lambda: get(port, "/healthz") == (200, "ok\n"))
    check("gpsbridge_collect_oldest_seconds" not in metrics(port), "nothing waits, so no age is reported")
    probe = fleet.probe(20, 5000)
    fleet.wait_for("a database without room", lambda: "No space left on device" in get(port, "/healthz")[1])
    status, text = get(port, "/healthz")
    check(status == 503, f"/healthz is {status}: {text.strip()[:120]}")
    found = metrics(port)
    name = f'gpsbridge_collect_broker_up{{broker="mqtt://127.0.0.1:{fleet.broker}"}}'
    check(
        found["gpsbridge_collect_database_up"] == 0 and found[name] == 1 and found["gpsbridge_collect_held_rows"] > 0,
        "/metrics reports the database as down, the broker as up, and rows in memory")
    check(found["gpsbridge_collect_oldest_seconds"] > 0, "/metrics reports the age of the oldest message")
    check_format(get(port, "/metrics")[1])
    done = subprocess.run(["mount", "-o", "remount,size=256m", small], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the disk has room again{done.stderr and ': ' + done.stderr.strip()}")
    counts = fleet.counts(probe)
    check(counts["settled"] == 100_000, f"{counts['settled']:.0f} of 100000 positions are settled")
    fleet.check_table(20, 5000)
    fleet.wait_for("a healthy collector", lambda: get(port, "/healthz") == (200, "ok\n"))
    found = metrics(port)
    check(found["gpsbridge_collect_points_total"] == 100_000, f"{found['gpsbridge_collect_points_total']:.0f} points are counted")
    check(
        found["gpsbridge_collect_last_commit_seconds"] > 1.7e9 and found["gpsbridge_collect_devices"] == 20,
        "the last commit and 20 devices are reported")


def namesake(options):
    with Fleet(options) as fleet:
        old = fleet.run(
            options.collector, "--hosts", f"mqtt://127.0.0.1:{fleet.broker}", "--database", fleet.database, "--name", "one",
            stderr=open(os.path.join(fleet.folder, "old.log"), "ab"))
        fleet.wait_for_collector("old")
        # Its number is the second of its start.
        time.sleep(1.1)
        fleet.collector("one")
        fleet.wait_for_collector("one")
        words = "another collector is called one; give each a --name"

        def lines(name):
            with open(os.path.join(fleet.folder, f"{name}.log"), encoding="utf-8") as file:
                return file.read()

        fleet.wait_for("the older one to give way", lambda: words in lines("old"))
        check(old.poll() is None and words not in lines("one"), "the older one runs and waits, the other one has not given way")
        counts = fleet.counts(fleet.probe(5, 600))
        check(counts["settled"] == 3000, f"{counts['settled']:.0f} positions are settled")
        check(lines("old").count("connected to") <= 3, f"the older one has connected {lines('old').count('connected to')} times (3 at most)")
