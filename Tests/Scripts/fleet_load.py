"""Much work, clocks that are wrong, and a fleet to try out: the parts `drain`, `day`, `memory`, `thousand`, `clocks` and `demo` of fleet.py."""
import os
import re
import signal
import subprocess
import sys
import threading
import time

from checking import of_process, wait_for
from fleet_engines import COLLECTORS, HERE, Fleet, check, end, text_of


def processor_time(pid):
    """The seconds of processor time that a process has used, with its children."""
    family = [str(pid), *text_of(f"/proc/{pid}/task/{pid}/children").split()]
    fields = [text_of(f"/proc/{each}/stat").rpartition(")")[2].split() for each in family]
    return sum(int(each[place]) for each in fields for place in (11, 12, 13, 14) if each) / os.sysconf("SC_CLK_TCK")


def drain(options):
    with Fleet(options) as fleet:
        fleet.enroll(13).collect()
        live = fleet.probe(5, 600, rate=1, batch=500, first=8)
        fleet.wait_for_rows(5)
        backlog = fleet.counts(fleet.probe(8, 50_000))
        check(backlog["settled"] == 400_000, f"a backlog of 400,000 positions: {400_000 / backlog['seconds']:,.0f} positions/s")
        counts = fleet.counts(live, makes_rest=True)
        check(counts["oldest"] <= 2, f"no position of other devices is settled later than {counts['oldest']} s after it was made (2)")
        check(fleet.rows() == 403_000 and fleet.rows("missing") == 0, f"{fleet.rows()} rows of 403,000")


def day(options):
    with Fleet(options) as fleet:
        fleet.enroll(400).collect()
        ago, old = "gpsbridge.today() - 2", 2_000_000
        fleet.sql(f"SELECT gpsbridge.open_day({ago})")
        table = "gpsbridge." + fleet.sql(f"SELECT gpsbridge.day_table({ago})")
        fleet.sql(f"""INSERT INTO {table} (t, seq, device, epoch, installation, lat, lon, flags)
            SELECT gpsbridge.start_of({ago}) + n * interval '40 ms', n, 100000, 1, 0, n, n, 0 FROM generate_series(1, {old}) n""")
        now = fleet.probe(300, 300, rate=1)
        of_then = fleet.probe(100, 300, rate=1, first=300, shift=-172_800_000)
        fleet.wait_for_rows(old + 1000)
        waits, is_over, begun, closed = [], threading.Event(), time.monotonic(), "f"

        def look():
            """Notes the longest wait of a batch, and the time of the last transaction, of each collector."""
            while not is_over.wait(0.05):
                names = ("oldest_seconds", "commit_seconds")
                waits.append(max(fleet.metric(name, numbers=[number]) for number in range(COLLECTORS) for name in names))

        looks = threading.Thread(target=look)
        looks.start()
        while closed != "t":
            closed = fleet.sql(f"SELECT gpsbridge.close_next_day(); SELECT closed IS NOT NULL FROM gpsbridge.day WHERE day = {ago}").split("\n")[-1]
        print(f"  the index of {old:,} positions is made {time.monotonic() - begun:.1f} s after it was asked for")
        # The lock that making an index has.
        fleet.hold(table)
        before = fleet.rows("fix_late")
        fleet.wait_for("late positions aside", lambda: fleet.rows("fix_late") >= before + 500)
        aside = fleet.rows("fix_late")
        fleet.release()
        is_over.set()
        looks.join()
        check(max(waits) <= 2, f"in {len(waits)} looks no batch or transaction took longer than {max(waits):.2f} s (2); {aside} positions were put aside")
        counts = [fleet.counts(probe, makes_rest=True) for probe in (now, of_then)]
        settled = sum(each["settled"] for each in counts)
        while fleet.sql("SELECT gpsbridge.settle_late()") == "t":
            pass
        check(settled == 120_000 and fleet.rows("fix_late") == 0, f"{settled:.0f} positions are settled, {fleet.rows('fix_late')} wait for their day")
        fleet.check_table(400, 300)


def memory(options):
    with Fleet(options) as fleet:
        fleet.enroll(200)
        store, count = fleet.path("track.db"), 100_000
        fleet.keep_track(store, lambda second: (47.5 + second * 1e-6, 9.4 + second % 1009 * 1e-6), count, int(time.time()) - 1)
        publisher = fleet.publisher(store, *fleet.device("truck"))
        fleet.wait_for("a publisher without a collector", lambda: "is not a collector's" in text_of(store + ".log"))
        fleet.collect()
        fleet.wait_for("all of its positions", lambda: fleet.is_delivered(store), 300)
        most = of_process(publisher.pid, "VmHWM") / 1024
        end(publisher, signal.SIGTERM)
        check(most <= 64 and fleet.rows() == count, f"a publisher with {count:,} positions to send had at most {most:.1f} MB (64); {fleet.rows()} rows")

        fleet.hold()
        probe = fleet.probe(200, 2000)
        fleet.wait_for("collectors that have enough", lambda: fleet.metric("waiting_rows") >= 200_000 and "lock timeout" in fleet.log(0) + fleet.log(1))
        rows = fleet.metric("waiting_rows")
        fleet.kill("postgres")
        fleet.wait_for("collectors without their database", lambda: fleet.metric("waiting_rows") == 0)
        fleet.again("postgres")
        counts = fleet.counts(probe)
        most = max(of_process(process.pid, "VmHWM") / 1024 for process in fleet.collectors.values())
        check(most <= 64, f"a collector had at most {most:.1f} MB (64): first a locked table and {rows:.0f} positions in both, then no database; "
              f"sent {counts['sent'] / 400_000:.2f} times what was made")
        fleet.check_table(200, 2000)


def thousand(options):
    for is_killed in (False, True):
        with Fleet(options) as fleet:
            devices, each = 1000, 30
            fleet.enroll(devices).collect()
            pids = {"nginx": fleet.process_of("nginx"), "PostgreSQL": fleet.process_of("postgres"),
                    **{f"collector {number}": process.pid for number, process in fleet.collectors.items()}}
            before = {name: processor_time(pid) for name, pid in pids.items()}
            probe = fleet.probe(devices, each, rate=1, batch=5000)
            if is_killed:
                fleet.wait_for_rows(devices * each / 4)
                fleet.kill("nginx")
                fleet.again("nginx")
            counts = fleet.counts(probe)
            check(counts["settled"] == devices * each,
                  f"nginx {'killed' if is_killed else 'undisturbed'}: sent {counts['sent'] / devices / each:.3f} times what was made")
            fleet.check_table(devices, each)
            if not is_killed:
                print("  microseconds a position: " + ", ".join(
                    f"{name} {(processor_time(pid) - before[name]) / devices / each * 1e6:.0f}" for name, pid in pids.items()))


def clocks(options):
    day_long, hour = 86_400_000, 3_600_000
    # What is wrong with each clock, and the steps of its device's times: after which number, and the seconds.
    groups = {"right": ({}, ""), "ahead": ({"shift": day_long - 60_000}, ""), "behind": ({"shift": -day_long}, ""), "late": ({"shift": -hour}, ""),
              "back": ({"step": -hour, "step_after": 130}, "130 -3599"), "forth": ({"step": hour, "step_after": 130}, "130 3601")}
    with Fleet(options) as fleet:
        fleet.enroll(len(groups)).collect()
        probes = [fleet.probe(1, 300, rate=50, first=number, **keys) for number, (keys, _) in enumerate(groups.values())]
        newest, went_back = {}, []
        while any(probe.poll() is None for probe in probes):
            for line in fleet.sql("SELECT name, extract(epoch FROM time) FROM gpsbridge.place").splitlines():
                name, value = line.split("|")
                if float(value) < newest.get(name, 0):
                    went_back.append(name)
                newest[name] = float(value)
        fleet.check_table(len(groups), 300)
        # A position of tomorrow is not the place.
        placed = ["d0", "d2", "d3", "d4", "d5"]
        check(not went_back and sorted(newest) == placed, f"{len(newest)} devices have a place; it went back in time: {went_back}")
        for number, (name, (_, expected)) in enumerate(groups.items()):
            steps = fleet.sql(f"""SELECT string_agg(before || ' ' || round(extract(epoch FROM step)), ', ' ORDER BY before) FROM
                (SELECT seq - 1 AS before, f."time" - lag(f."time") OVER (ORDER BY seq) AS step FROM gpsbridge.track f WHERE name = 'd{number}') x
                WHERE step <> interval '1 second'""")
            check(steps == expected, f"{name}: the numbers are in the device's order, with steps {steps or 'of a second'}")
        late = dict(line.split("|") for line in fleet.sql("""SELECT d.name, round(extract(epoch FROM min(l.median)))
            FROM gpsbridge.late l JOIN gpsbridge.device d ON d.id = l.device GROUP BY 1""").splitlines())
        # The positions of both are of the same time but for the hour, and come together.
        check(3500 <= float(late["d3"]) - float(late["d0"]) <= 3700, f"late in the median: right {late['d0']} s, an hour behind {late['d3']} s")
        check("d2" not in late, "positions of another day are not judged as late")


def demo(options):
    """`make fleet` as a newcomer: enroll a device, kill a collector, start it again, forget the device, and end all of it."""
    words = [sys.executable, os.path.join(HERE, "fleet_try.py"), options.program]
    for number in (signal.SIGTERM, signal.SIGINT):
        log = os.path.join("/tmp", f"gpsbridge-fleet-try-{os.getpid()}")
        with open(log, "wb") as out:
            process = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)

        def wait(what, is_met):
            try:
                return wait_for(what, is_met, process)
            except RuntimeError as error:
                raise RuntimeError(f"{error}: {text_of(log)[-600:]}") from error

        def start(title):
            """Runs the command that is printed below a title."""
            command = re.search(rf"^{title}.*\n  (.*)", found, re.MULTILINE).group(1)
            return subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)

        def printed(title):
            one = start(title)
            out, _ = one.communicate(timeout=60)
            if one.returncode != 0:
                raise RuntimeError(f"{title}: status {one.returncode}")
            return out

        try:
            wait("the commands", lambda: "ends all of it" in text_of(log))
            found = text_of(log)
            folder = re.search(r"machine, in (\S+):", found).group(1)
            wait("devices that were near", lambda: len(re.findall(r"^ d\d+ ", printed("Ask who was"), re.MULTILINE)) >= 3)
            check(len(re.findall(r"process \d+", found)) == 5, "five programs run, and devices were near")
            printed("Kill a collector")
            wait("the end of a collector", lambda: "collector 0: ended" in text_of(log))
            size = len(text_of(log))
            wait("newer positions", lambda: re.search(r"newest -?[0-9] s ago", text_of(log)[size:]))
            again = start("Start it again")
            wait("the collector", lambda: "collector 0: here again" in text_of(log))
            check(True, "the devices go on with one collector, and the other one is started again")
            printed("Enroll a device")
            drive = start("Let it drive")
            wait("the enrolled device", lambda: "truck-42" in printed("Ask where it is"))
            os.killpg(drive.pid, signal.SIGINT)
            drive.wait(60)
            os.killpg(again.pid, signal.SIGTERM)
            text = printed("Forget it").strip()
            check("are deleted" in text, f"a device is enrolled, drives, and is forgotten: {text}")
            # As Ctrl-C does, all of the group get it.
            os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
            process.wait(60)
            check(process.returncode == 0, f"{signal.Signals(number).name}: status {process.returncode}")
            # A number may be another program's by now: the folder is in the command line of each of ours.
            left = [pid for pid in os.listdir("/proc") if pid.isdigit() and folder in text_of(f"/proc/{pid}/cmdline")]
            check(not left and not os.path.exists(folder), f"no process and no folder is left {left}")
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(60)
            os.remove(log)
    with_nothing = {**os.environ, "PATH": "/nowhere"}
    done = subprocess.run(words, env=with_nothing, capture_output=True, text=True, check=False)
    check(done.returncode == 77 and "apt-get install" in done.stdout, f"without packages: status {done.returncode}, {done.stdout.strip()}")
