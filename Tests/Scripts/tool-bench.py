#!/usr/bin/env python3
"""Measures the installed tool, and gpsd and gpspipe in the same run.

usage: tool-bench.py GPSBRIDGE [SECONDS]

Measures the time to start and to the first line, and the cost of `watch` and `monitor` at ten epochs a second with a full sky, in
percent of one core and in megabytes. The receiver is a pseudo-terminal with the output of `gpsbridge simulate`. Prints each
figure and its limit. Times depend on the load of the machine, so they are only printed; the status is 1 if the program is too
large or takes too much memory.
"""

import os
import pty
import shutil
import statistics
import subprocess
import sys
import termios
import threading
import time
import tty

from checking import drain, end, of_process, processor_time, terminal

RECORDING = os.path.join(os.path.dirname(__file__), "..", "Recordings", "morning-walk.nmea")


def epochs(program, count):
    """The output of a simulated receiver, split into epochs."""
    told = subprocess.run(
        [program, "simulate", "static", "--rate", "10", "--duration", f"{count / 10}s", "--speed", "max"],
        stdout=subprocess.PIPE, check=True).stdout
    bursts = []
    for line in told.split(b"\r\n"):
        if line[3:6] == b"RMC":
            bursts.append(b"")
        if bursts:
            bursts[-1] += line + b"\r\n"
    return [burst for burst in bursts if len(burst) > 2]


class Receiver:
    """The device's end of a terminal, which sends an epoch every tenth of a second until it is unplugged."""

    def __init__(self, bursts):
        self.master, self.slave = pty.openpty()
        self.path = os.ttyname(self.slave)
        tty.setraw(self.slave, termios.TCSANOW)
        self.bursts, self.ended = bursts, threading.Event()
        self.thread = threading.Thread(target=self.speak, daemon=True)
        self.thread.start()

    def speak(self):
        begin = time.monotonic()
        for number in range(10**9):
            if self.ended.wait(max(0, begin + number / 10 - time.monotonic())):
                return
            os.write(self.master, self.bursts[number % len(self.bursts)])

    def unplug(self):
        self.ended.set()
        self.thread.join()
        os.close(self.slave)
        os.close(self.master)








def watch_cost(processes, seconds):
    """Percent of a core, and megabytes, of some processes over a while, without the first seconds."""
    time.sleep(4)
    before, begin = sum(map(processor_time, processes)), time.monotonic()
    time.sleep(seconds)
    used = sum(map(processor_time, processes)) - before
    return used / (time.monotonic() - begin) * 100, sum(of_process(process, "VmHWM") / 1024 for process in processes)


def started(arguments, rounds=51):
    """Milliseconds until a command ends, the median of many runs."""
    times = []
    for _ in range(rounds):
        begin = time.monotonic()
        subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
        times.append((time.monotonic() - begin) * 1000)
    return statistics.median(times)


def first_line(arguments, rounds=51):
    """Milliseconds until a command prints its first line, the median of many runs."""
    times = []
    for _ in range(rounds):
        begin = time.monotonic()
        child = subprocess.Popen(arguments, stdout=subprocess.PIPE)
        child.stdout.readline()
        times.append((time.monotonic() - begin) * 1000)
        child.stdout.close()
        child.wait()
    return statistics.median(times)


def on_pipe(arguments, bursts, seconds):
    receiver = Receiver(bursts)
    child = subprocess.Popen(arguments + [receiver.path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    drain(child.stdout.fileno())
    cost = watch_cost([child.pid], seconds)
    end(child)
    receiver.unplug()
    return cost


def on_screen(arguments, bursts, seconds, columns=120, rows=40):
    receiver = Receiver(bursts)
    screen, side = terminal(rows, columns)
    child = subprocess.Popen(
        arguments + [receiver.path], stdin=side, stdout=side, stderr=side, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"})
    os.close(side)
    drain(screen)
    cost = watch_cost([child.pid], seconds)
    end(child)
    receiver.unplug()
    return cost


def gpsd(bursts, seconds):
    if not (shutil.which("gpsd", path="/usr/sbin:/usr/bin") and shutil.which("gpspipe")):
        return None
    receiver = Receiver(bursts)
    daemon = subprocess.Popen(
        [shutil.which("gpsd", path="/usr/sbin:/usr/bin"), "-N", "-n", "-b", "-S", "29471", receiver.path],
        stderr=subprocess.DEVNULL)
    time.sleep(1)
    client = subprocess.Popen(
        ["gpspipe", "-w", "localhost:29471"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    drain(client.stdout.fileno())
    cost = watch_cost([daemon.pid, client.pid], seconds)
    for child in (client, daemon):
        end(child)
    receiver.unplug()
    return cost


def row(name, *figures):
    """Prints figures and their limits, each as (seen, at most, unit); returns whether all are within them."""
    texts = []
    for seen, most, unit in figures:
        word = "" if most is None else f" of {most:g}, {seen / most:4.2f} x {'within' if seen <= most else 'OVER'}"
        texts.append(f"{seen:6.2f} {unit}{word}")
    print(f"  {name:<42} " + "   ".join(texts))
    return all(most is None or seen <= most for seen, most, _ in figures)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) == 3 else 20
    bursts = epochs(program, 100)
    size = sum(map(len, bursts)) // len(bursts)
    print(f"tool: {size} bytes an epoch, ten a second, for {seconds:.0f} s each")
    within = row("size of the program", (os.path.getsize(program) / 1e6, 15.8, "MB"))
    row("version, from start to end", (started([program, "version"]), 10, "ms"))
    row("watch FILE, from start to the first line", (first_line([program, "watch", RECORDING]), 30, "ms"))
    used, kept = on_pipe([program, "watch"], bursts, seconds)
    row("watch, a port", (used, 0.5, "%"))
    within = row("", (kept, 10, "MB")) and within
    used, kept = on_screen([program, "monitor"], bursts, seconds)
    row("monitor, a port, on a screen of 120 by 40", (used, 2, "%"))
    within = row("", (kept, 12, "MB")) and within
    beside = gpsd(bursts, seconds)
    if beside:
        row("gpsd and gpspipe, a port", (beside[0], None, "%"), (beside[1], None, "MB"))
    else:
        print("  gpsd and gpspipe are not installed")
    sys.exit(0 if within else 1)


if __name__ == "__main__":
    main()
