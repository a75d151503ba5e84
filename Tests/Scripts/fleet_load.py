"""Many devices, clocks that are wrong, and a fleet to try out: the parts `thousand`, `clocks` and `demo` of fleet.py."""
import os
import re
import signal
import subprocess
import sys

from checking import need, wait_for
from conditions import clock
from fleet_engines import HERE, Fleet, check, end
from fleet_try import process_of


def processor_time(pid):
    """The seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def thousand(options):
    devices, seconds = 1000, 60
    for is_killed in (False, True):
        with Fleet(options) as fleet:
            collector = fleet.collector("one")
            fleet.wait_for_collector("one")
            pids = {"broker": process_of(fleet.folder, "mosquitto"), "collector": collector.pid}
            before = {name: processor_time(pid) for name, pid in pids.items()}
            load = fleet.run(options.program, "simulate", "--fleet", str(devices), "--publish", fleet.hosts, "--rate", "1", "--batch", "1s",
                             "--duration", f"{seconds}s", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if is_killed:
                fleet.wait_for_rows(devices * seconds / 4)
                since = len(fleet.log("one"))
                fleet.kill("mosquitto")
                fleet.wait_for_log("one", fleet.hosts, since=since)
                fleet.again("mosquitto")
            counts = fleet.counts(load)
            made = int(counts["made"])
            rows, distinct = fleet.sql("SELECT count(*), count(DISTINCT (device, seq)) FROM gpsbridge.fix").split("|")
            check(int(rows) == int(distinct) == made == int(counts["settled"]) and made >= devices,
                  f"{devices} devices, the broker {'killed' if is_killed else 'undisturbed'}: {made} made, {counts['settled']:.0f} settled, "
                  f"{rows} rows, {distinct} distinct, sent {counts['sent'] / made:.2f} times")
            if is_killed:
                check(counts["returns"] >= devices, f"{counts['returns']:.0f} connections were made again, "
                      f"{100 * counts['returns_in_a_second'] / counts['returns']:.0f} % of them in one second")
            else:
                cores = {name: (processor_time(pid) - before[name]) / counts["seconds"] for name, pid in pids.items()}
                print("  " + ", ".join(f"{name}: {value:.3f} of a core" for name, value in cores.items())
                      + f"; settled within {counts['half_within']:.2f} s (half), {counts['99_of_100_within']:.2f} s (99 of 100)")


def clocks(options):
    need(gcc="gcc libc6-dev")
    day, hour = 86_400_000, 3_600_000
    with Fleet(options) as fleet:
        one = fleet.collector("one")
        fleet.wait_for_collector("one")
        each, groups = 300, {"right": (0, {}), "ahead": (10, {"shift": day - 60_000}), "behind": (20, {"shift": -day}),
                             "back": (30, {"step": -hour, "step-after": 130}), "forth": (40, {"step": hour, "step-after": 130}),
                             "late": (50, {"shift": -hour}), "after": (70, {"shift": day - 60_000})}

        def publish(name):
            first, keys = groups[name]
            return fleet.run(options.probe, "publish", fleet.hosts, *map(str, (3, each, 50, 1000, 100, first)),
                             *(f"{key}={value}" for key, value in keys.items()), stdout=subprocess.PIPE)

        probes = {name: publish(name) for name in groups if name != "after"}
        newest, went_back = {}, []
        while any(probe.poll() is None for probe in probes.values()):
            for line in fleet.sql("""SELECT d.name, extract(epoch FROM l.t)
                FROM gpsbridge.last l JOIN gpsbridge.device d ON d.id = l.device""").splitlines():
                name, value = line.split("|")
                if float(value) < newest.get(name, 0):
                    went_back.append(name)
                newest[name] = float(value)
        settled = sum(fleet.counts(probe)["settled"] for probe in probes.values())
        check(settled == 18 * each, f"{settled:.0f} positions of {18 * each} are settled")
        fleet.check_table(18, each)
        check(not went_back and len(newest) == 18, f"no device's last position went back in its time {went_back}")

        def steps(name):
            """By the order of numbers: how often the time goes back, and jumps, and after which number."""
            return fleet.sql(f"""SELECT string_agg(before || ' ' || round(extract(epoch FROM step)), ', ' ORDER BY before) FROM
                (SELECT seq - 1 AS before, f.t - lag(f.t) OVER (ORDER BY seq) AS step FROM gpsbridge.fix f
                 JOIN gpsbridge.device d ON d.id = f.device WHERE d.name = 'd{groups[name][0]}') x WHERE step <> interval '1 second'""")

        for name, expected in (("right", ""), ("ahead", ""), ("behind", ""), ("back", "130 -3599"), ("forth", "130 3601")):
            check(steps(name) == expected, f"{name}: the numbers are in the devices' order, with steps {steps(name) or 'of a second'}")
        late = dict(line.split("|") for line in fleet.sql("""SELECT d.name, round(extract(epoch FROM min(l.median)))
            FROM gpsbridge.late l JOIN gpsbridge.device d ON d.id = l.device
            WHERE d.name IN ('d0', 'd20', 'd50') GROUP BY 1""").splitlines())
        # The positions of both are of the same time but for the hour, and come together.
        apart = float(late["d50"]) - float(late["d0"])
        check(3500 <= apart <= 3700, f"late in the median: right {late['d0']} s, an hour behind {late['d50']} s")
        check("d20" not in late, "positions of another day are not judged as late")
        # Another collector takes over; its clock is an hour behind.
        end(one)
        moved = clock.Clock(clock.build(fleet.folder), os.path.join(fleet.folder, "clock"))
        moved.set(-3600)
        two = fleet.collector("two", environment={**os.environ, **moved.environment()})
        fleet.wait_for_collector("two")
        counts = fleet.counts(publish("after"))
        rows = fleet.rows("fix f JOIN gpsbridge.device d ON d.id = f.device", "d.name LIKE 'd7_'")
        check(counts["settled"] == rows == 3 * each and two.poll() is None,
              f"a collector with a clock an hour behind: {counts['settled']:.0f} of {3 * each} are settled, {rows} rows")


def demo(options):
    """`make fleet` as a newcomer: kill the broker, start it again, and end all of it."""
    words = [sys.executable, os.path.join(HERE, "fleet_try.py"), options.program]
    for number in (signal.SIGTERM, signal.SIGINT):
        log = os.path.join("/tmp", f"gpsbridge-fleet-try-{os.getpid()}")
        with open(log, "wb") as out:
            process = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)

        def text():
            with open(log, encoding="utf-8") as file:
                return file.read()

        def wait(what, is_met):
            try:
                return wait_for(what, is_met, process)
            except RuntimeError as error:
                raise RuntimeError(f"{error}: {text()[-600:]}") from error

        try:
            wait("the answer to the question", lambda: re.search(r"\(\d+ rows?\)", text()))
            found = text()
            folder = re.search(r"machine, in (\S+):", found).group(1)
            pids = [int(pid) for pid in re.findall(r"process (\d+)", found)]
            names = re.findall(r"^ sim-\d+ ", found, re.MULTILINE)
            check(len(pids) == 4 and len(names) >= 3, f"four programs run; {len(names)} devices were near")
            os.kill(int(re.search(r"kill -9 (\d+)", found).group(1)), signal.SIGKILL)
            wait("the end of the broker", lambda: "broker: ended" in text())
            again = re.search(r"Start it again:\s+(.*)", found).group(1).split()
            subprocess.run(again, check=True, start_new_session=True)
            wait("the broker", lambda: "broker: here again" in text())
            size = len(text())
            wait("newer positions", lambda: re.search(r"newest -?[0-9] s ago", text()[size:]))
            check(True, "the devices go on after the broker was killed and started again")
            # As Ctrl-C does, all of the group get it.
            os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
            process.wait(60)
            check(process.returncode == 0, f"{signal.Signals(number).name}: status {process.returncode}")
            # A number may be another program's by now: the folder or the broker's port is in the command line of each of ours.
            marks = (folder, re.search(r"mqtt://127\.0\.0\.1(:\d+)", found).group(1))
            left = [pid for pid in os.listdir("/proc") if pid.isdigit() and any(mark in command_line(pid) for mark in marks)]
            check(not left and not os.path.exists(folder), f"no process and no folder is left {left}")
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(60)
            os.remove(log)
    with_nothing = {**os.environ, "PATH": "/nowhere"}
    done = subprocess.run(words, env=with_nothing, capture_output=True, text=True, check=False)
    check(done.returncode == 77 and "apt-get install" in done.stdout, f"without its packages: status {done.returncode}, {done.stdout.strip()}")


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
