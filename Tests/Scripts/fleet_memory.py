"""The memory of a publisher with a million positions to send."""
import os
import subprocess
import time

from fleet_engines import Fleet, check

MADE = 1_000_000


def resident(process, name="VmRSS"):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(name + ":"))


def write_track(path, count):
    """A GPX file with a position each second until now."""
    begin = int(time.time()) - count
    with open(path, "w", encoding="ascii") as file:
        file.write('<gpx version="1.1" creator="fleet.py" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n')
        for second in range(count):
            when = "%04d-%02d-%02dT%02d:%02d:%02dZ" % time.gmtime(begin + second)[:6]
            lat, lon = 47.5 + second % 7919 * 1e-5, 9.4 + second * 1e-7
            file.write(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"><ele>{400 + second % 13}</ele><time>{when}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")


def memory_of_publisher(options):
    """A publisher whose collector is silent, with a million positions, and with one; then all of them are committed."""
    with Fleet(options) as fleet:
        most, stores = {}, {}
        for name, count in (("empty", 1), ("full", MADE)):
            stores[name] = os.path.join(fleet.folder, name, "track.db")
            os.mkdir(os.path.dirname(stores[name]))
            gpx = os.path.join(fleet.folder, f"{name}.gpx")
            write_track(gpx, count)
            subprocess.run([options.program, "import", gpx, "--of", "truck", "--store", stores[name]], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.remove(gpx)
        # A collector in sight that answers nothing: the publisher has as many messages under way as it may.
        state = '{"type":"collector","v":1,"online":true,"connection":1,"batches":[1]}'
        mute = ("-p", str(fleet.broker), "-V", "5", "-r", "-q", "1", "-t", "gpsbridge/v1/collector/mute/state")
        subprocess.run(["mosquitto_pub", *mute, "-m", state], check=True)
        seen = os.path.join(fleet.folder, "seen")
        with open(seen, "wb") as file:
            reader = fleet.run("stdbuf", "-oL", "mosquitto_sub", "-p", str(fleet.broker), "-V", "5", "-t", "gpsbridge/v1/+/+/fix",
                               "-F", "%t %l", stdout=file)

        def publish(name):
            return fleet.run(options.program, "publish", f"mqtt://127.0.0.1:{fleet.broker}", "--tenant", "m", "--device", name,
                             "--batch", "1s", "--store", stores[name], stderr=subprocess.DEVNULL)

        def messages(name):
            with open(seen, encoding="ascii") as file:
                return file.read().count(f"m/{name}/")

        for name, least in (("empty", 1), ("full", 8)):
            publisher = publish(name)
            fleet.wait_for(f"messages of {name}", lambda: messages(name) >= least)
            time.sleep(3)
            most[name] = resident(publisher, "VmHWM")
            publisher.terminate()
            publisher.wait()
        difference = most["full"] - most["empty"]
        check(most["full"] <= 16 and difference <= 2,
              f"the publisher had at most {most['full']:.1f} MB (16), {difference:.1f} MB more than one with an empty store (2)")
        reader.terminate()
        subprocess.run(["mosquitto_pub", *mute, "-n"], check=True)
        fleet.collector("one")
        fleet.wait_for_collector("one")
        publisher = publish("full")
        fleet.wait_for("all rows", lambda: int(fleet.sql("SELECT count(*) FROM gpsbridge.fix")) >= MADE, 600)
        end = resident(publisher, "VmHWM")
        check(end <= 16, f"it had at most {end:.1f} MB while a collector committed all of them (16)")
        rows, distinct = fleet.sql("SELECT count(*), count(DISTINCT seq) FROM gpsbridge.fix").split("|")
        check(rows == distinct == str(MADE), f"{rows} rows, {distinct} distinct, of {MADE}")
        publisher.terminate()
        publisher.wait()
