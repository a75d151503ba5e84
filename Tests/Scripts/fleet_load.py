"""What a fleet costs, and clocks that are wrong: the parts `thousand`, `others`, `clocks` and `demo` of fleet.py."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from conditions import clock
from fleet_engines import HERE, Fleet, check

TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(pid):
    """The seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def broker_process(fleet):
    with open(os.path.join(fleet.folder, "mosquitto", "mosquitto.pid"), encoding="ascii") as file:
        return int(file.read())


def judge(options, is_met, text):
    """A figure of this machine under its load: printed, and judged in the nightly run only."""
    if options.nightly:
        check(is_met, text)
    else:
        print(f"  ....  {text}, not judged here", flush=True)


def simulate(fleet, devices, seconds, batch):
    return fleet.run(fleet.options.program, "simulate", "--fleet", str(devices), "--publish", f"mqtt://127.0.0.1:{fleet.broker}",
                     "--rate", "1", "--batch", batch, "--duration", f"{seconds}s", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def thousand(options):
    devices, seconds = (1000, 60) if options.nightly else (options.devices, 15)
    runs = [("1s", False), ("1s", True)] + ([("60s", False)] if options.nightly else [])
    for batch, is_killed in runs:
        with Fleet(options) as fleet:
            collector = fleet.collector("one")
            fleet.wait_for_collector("one")
            pids = {"broker": broker_process(fleet), "collector": collector.pid}
            before = {name: processor_time(pid) for name, pid in pids.items()}
            began = time.monotonic()
            load = simulate(fleet, devices, max(seconds, 120) if batch == "60s" else seconds, batch)
            if is_killed:
                time.sleep(seconds / 3)
                fleet.kill("mosquitto")
                time.sleep(10)
                fleet.again("mosquitto")
            counts = fleet.counts(load)
            took = time.monotonic() - began
            print(f"  {devices} devices for {seconds} s, batches of {batch}, {'the broker away for 10 s' if is_killed else 'undisturbed'}")
            rows, distinct = fleet.sql("SELECT count(*), count(DISTINCT (device, seq)) FROM gpsbridge.fix").split("|")
            made = int(counts["made"])
            check(int(rows) == int(distinct) == made == int(counts["settled"]) and made >= devices * (seconds - 1),
                  f"{made} made, {counts['settled']:.0f} settled, {rows} rows, {distinct} distinct")
            if is_killed:
                share = counts["returns_in_a_second"] / max(1, counts["returns"])
                check(counts["returns"] >= devices, f"{counts['returns']:.0f} connections were made again")
                judge(options, share <= 0.15, f"{100 * share:.0f} % of them in one second (at most 15)")
                print(f"  sent {counts['sent'] / made:.2f} times what was made")
                continue
            for name, most in (("broker", 0.1), ("collector", 0.05)):
                cores = (processor_time(pids[name]) - before[name]) / took
                judge(options, cores <= most, f"{name}: {cores:.3f} of a core (at most {most})")
            half, nearly_all = (1.5, 5) if batch == "1s" else (32, 65)
            for name, key, most in (("half", "half_within", half), ("99 of 100", "99_of_100_within", nearly_all)):
                judge(options, 0 <= counts[key] <= most, f"{name} of the positions are settled within {counts[key]:.2f} s (at most {most})")


def others(options):
    """The same positions in batches to our collector, and one a message, as other programs send them, to mosquitto_sub and a file."""
    devices, each, rate = 200, 500, 25
    made = devices * each
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        pids = (broker_process(fleet), collector.pid)
        before = sum(processor_time(pid) for pid in pids)
        probe = fleet.probe(devices, each, rate=rate)
        counts = fleet.counts(probe)
        ours = sum(processor_time(pid) for pid in pids) - before
        fleet.check_table(devices, each)
        print(f"  ours: {counts['messages']:.0f} messages, {1e6 * ours / made:.1f} µs a position of broker and collector, {1e6 * ours / counts['messages']:.0f} a message")

    # By default the broker drops what it can't send to a slow client at once: of these messages nine tenths.
    with Fleet(options, lambda folder: "persistence false\nmax_queued_messages 0\n") as fleet:
        path = os.path.join(fleet.folder, "others")
        lines = [json.dumps({"_type": "location", "lat": 47.42 + number * 1e-6, "lon": 9.37, "tst": 1_764_000_000 + number, "acc": 2,
                             "alt": 670, "vel": 28, "cog": 90, "tid": "t1"}, separators=(",", ":")) for number in range(made // 20)]
        data = ("\n".join(lines) + "\n").encode()

        def listen(how):
            words = ["-p", str(fleet.broker), "-V", "5", "-q", "1", "-t", "owntracks/#"]
            with open(path, how) as out:
                return fleet.run("mosquitto_sub", *words, stdout=out)

        def publish():
            words = ["mosquitto_pub", "-p", str(fleet.broker), "-V", "5", "-q", "1", "-l"]
            publishers = [fleet.run(*words, "-t", f"owntracks/t/{number}", stdin=subprocess.PIPE) for number in range(20)]
            feeders = [threading.Thread(target=publisher.communicate, args=(data,)) for publisher in publishers]
            for feeder in feeders:
                feeder.start()
            return feeders

        def received():
            with open(path, "rb") as file:
                return sum(line.startswith(b'{"_type"') for line in file)

        def is_subscribed():
            subprocess.run(["mosquitto_pub", "-p", str(fleet.broker), "-t", "owntracks/ready", "-m", "ready"], check=True)
            with open(path, "rb") as out:
                return b"ready" in out.read()

        sub = listen("wb")
        fleet.wait_for("a subscription", is_subscribed)
        pids = (broker_process(fleet), sub.pid)
        before = sum(processor_time(pid) for pid in pids)
        for feeder in publish():
            feeder.join()
        has = -1
        while has != (has := received()) and has < made:
            time.sleep(2)
        theirs = sum(processor_time(pid) for pid in pids) - before
        print(f"  mosquitto_sub into a file: {has} of {made} messages, {1e6 * theirs / has:.1f} µs a position of broker and mosquitto_sub")
        judge(options, ours / made <= 1.5 * theirs / has, f"ours costs {ours / made / (theirs / has):.2f} times as much (at most 1.50)")
        sub.kill()
        sub.wait()

        # The consumer is killed in the middle, and starts again.
        sub = listen("wb")
        fleet.wait_for("a subscription", is_subscribed)
        feeders = publish()
        fleet.wait_for("a third of the messages", lambda: received() >= made / 3)
        sub.kill()
        sub.wait()
        time.sleep(0.5)
        sub = listen("ab")
        for feeder in feeders:
            feeder.join()
        time.sleep(1)
        has = received()
        check(has < made, f"after a kill mosquitto_sub's file has {has} of {made}")
    with Fleet(options) as fleet:
        collector = fleet.collector("one")
        fleet.wait_for_collector("one")
        probe = fleet.probe(devices, each, rate=rate)
        fleet.wait_for("a third of the rows", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= made / 3)
        collector.kill()
        collector.wait()
        time.sleep(0.5)
        fleet.collector("one")
        fleet.counts(probe)
        fleet.check_table(devices, each)
    print(f"  ot-recorder: {'found, and not compared' if shutil.which('ot-recorder') else 'not installed (Debian 12 has no package)'}")


def clocks(options):
    day, hour = 86_400_000, 3_600_000
    if shutil.which("gcc") is None:
        print("not installed: gcc (apt-get install gcc libc6-dev)")
        sys.exit(77)
    with Fleet(options) as fleet:
        fleet.collector("one")
        one = fleet.processes[-1]
        fleet.wait_for_collector("one")
        each, groups = 300, {"right": (0, {}), "ahead": (10, {"shift": day - 60_000}), "behind": (20, {"shift": -day}),
                             "back": (30, {"step": -hour, "step-after": 130}), "forth": (40, {"step": hour, "step-after": 130}),
                             "late": (50, {"shift": -hour})}
        url = f"mqtt://127.0.0.1:{fleet.broker}"

        def publish(name, *more):
            first, keys = groups[name]
            words = [str(word) for word in (3, each, 50, 1000, 100, first)]
            return fleet.run(options.probe, "publish", url, *words, *(f"{key}={value}" for key, value in keys.items()), *more,
                             stdout=subprocess.PIPE)

        probes = {name: publish(name) for name in groups}
        newest, went_back = {}, []
        while any(probe.poll() is None for probe in probes.values()):
            for line in fleet.sql("SELECT d.name, extract(epoch FROM l.t) FROM gpsbridge.last l JOIN gpsbridge.device d ON d.id = l.device").splitlines():
                name, value = line.split("|")
                if float(value) < newest.get(name, 0):
                    went_back.append(name)
                newest[name] = float(value)
            time.sleep(0.2)
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
        worst = fleet.sql("""SELECT d.name, round(extract(epoch FROM min(l.median))), round(extract(epoch FROM max(l.worst)))
            FROM gpsbridge.late l JOIN gpsbridge.device d ON d.id = l.device WHERE d.name IN ('d0', 'd20', 'd50') GROUP BY 1 ORDER BY 1""")
        late = {line.split("|")[0]: [float(value) for value in line.split("|")[1:]] for line in worst.splitlines()}
        # The positions are of the last 300 s, and come within some 10 s.
        is_right = 100 <= late["d0"][0] <= 250 and 290 <= late["d0"][1] <= 420
        is_later = 3700 <= late["d50"][0] <= 3850 and 3890 <= late["d50"][1] <= 4020
        check(is_right and is_later, f"late, median and worst in seconds: right {late['d0']}, an hour behind {late['d50']}")
        check("d20" not in late, "positions of another day are not judged as late")

        # A will of an old connection, which arrives after the device is connected again.
        device = "(SELECT id FROM gpsbridge.device WHERE name = 'd60')"

        def presence():
            return fleet.sql(f"SELECT online, connection FROM gpsbridge.presence WHERE device = {device}")

        def state(is_online, connection):
            text = json.dumps({"type": "state", "v": 1, "online": is_online, "connection": connection, "backlog": 0})
            subprocess.run(["mosquitto_pub", "-p", str(fleet.broker), "-V", "5", "-q", "1", "-t", "gpsbridge/v1/t/d60/state", "-m", text], check=True)

        groups["present"] = (60, {})
        first = publish("present", "second=100")
        fleet.wait_for("a device", lambda: presence() == "t|100")
        first.kill()
        first.wait()
        fleet.wait_for("the will of a device that is killed", lambda: presence() == "f|100")
        groups["present"] = (60, {})
        again = publish("present", "second=200")
        fleet.wait_for("the device again", lambda: presence() == "t|200")
        state(False, 100)
        state(True, 150)
        state(False, 200)
        fleet.wait_for("a state of the same connection", lambda: presence() == "f|200")
        state(True, 199)
        again.kill()
        again.wait()

        # Another collector takes over; its clock is an hour behind.
        one.kill()
        one.wait()
        moved = clock.Clock(clock.build(fleet.folder), os.path.join(fleet.folder, "clock"))
        moved.realtime = -3600
        moved.store()
        log = open(os.path.join(fleet.folder, "two.log"), "ab")
        two = fleet.run(options.collector, "--hosts", url, "--database", fleet.database, "--name", "one", stderr=log,
                        env={**os.environ, **moved.environment()})
        fleet.wait_for_collector("two")
        groups["after"] = (70, {"shift": day - 60_000})
        counts = fleet.counts(publish("after"))
        check(counts["settled"] == 3 * each, f"a collector with a clock an hour behind: {counts['settled']:.0f} of {3 * each} are settled")
        rows = fleet.sql("SELECT count(*) FROM gpsbridge.fix f JOIN gpsbridge.device d ON d.id = f.device WHERE d.name LIKE 'd7_'")
        check(rows == str(3 * each) and two.poll() is None, f"{rows} rows of them")
        check(presence() == "f|200", f"the old connection's states changed nothing: {presence()}")


def demo(options):
    """`make fleet` as a newcomer: kill the broker, start it again, and end all of it."""
    for number in (signal.SIGTERM, signal.SIGINT):
        script = os.path.join(HERE, "fleet_try.py")
        log = os.path.join("/tmp", f"gpsbridge-fleet-try-{os.getpid()}")
        with open(log, "wb") as out:
            process = subprocess.Popen([sys.executable, script, "--program", options.program, "--collector", options.collector],
                                       stdout=out, stderr=out, start_new_session=True)

        def text():
            with open(log, encoding="utf-8") as file:
                return file.read()

        def wait(what, is_met, seconds=90):
            end = time.monotonic() + seconds
            while not is_met():
                if time.monotonic() > end or process.poll() is not None:
                    raise RuntimeError(f"waited for {what}: {text()[-600:]}")
                time.sleep(0.1)

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
            ports = [int(port) for port in re.findall(r"127\.0\.0\.1:(\d+)", found)] + [int(re.search(r"port=(\d+)", found).group(1))]
            check(True, "the devices go on after the broker was killed and started again")
            # As Ctrl-C does, all of the group get it.
            os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
            process.wait(60)
            check(process.returncode == 0, f"{signal.Signals(number).name}: status {process.returncode}")
            # A number may be another program's by now: the folder or the broker's port is in the command line of each of ours.
            marks = (folder, f":{ports[0]}")
            left = [pid for pid in os.listdir("/proc") if pid.isdigit() and any(mark in command_line(pid) for mark in marks)]
            check(not left and not os.path.exists(folder), f"no process and no folder is left {left}")
            listening = listening_ports()
            check(not listening & set(ports), f"nothing listens at {' '.join(map(str, sorted(set(ports))))}")
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(60)
            os.remove(log)
    with_nothing = {**os.environ, "PATH": "/nowhere"}
    done = subprocess.run([sys.executable, os.path.join(HERE, "fleet_try.py"), "--program", options.program, "--collector", options.collector],
                          env=with_nothing, capture_output=True, text=True, check=False)
    check(done.returncode == 77 and "apt-get install" in done.stdout, f"without its packages: status {done.returncode}, {done.stdout.strip()}")


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def listening_ports():
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in list(file)[1:]]
    return {int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A"}
