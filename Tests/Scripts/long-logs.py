#!/usr/bin/env python3
"""Measures the memory and the time of each command that reads a file, on long logs.

usage: long-logs.py PROGRAM [--nightly | MEGABYTES]

Simulates logs of MEGABYTES (30, or 1000 with --nightly): with 1 and 10 epochs a second, with a fix every ten seconds, and in our
recording format. Prints the peak memory (VmHWM) and the time of each command, and the time of `wc -l`; `replay` and `monitor`
play the beginning of each file for three seconds. The status is 1 if a command fails or takes more than 14 MB.
TMPDIR needs space for one log at a time, which is removed.
"""
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time

from checking import of_process

LIMIT = 14.0
PLAYED = 3.0
LOGS = (("1 Hz", "a.nmea", "1"), ("10 Hz", "a.nmea", "10"), ("a fix in 10 s", "a.nmea", "0.1"), ("ours, 1 Hz", "a.gbr", "1"))


def write_log(path, program, rate, size):
    """Writes a simulated drive until the file is large enough."""
    second, is_ours = 0, path.endswith(".gbr")
    words = [program, "simulate", "drive", "--rate", rate, "--speed", "max"]
    with open(path, "wb") as file, subprocess.Popen(words, stdout=subprocess.PIPE) as simulated:
        if is_ours:
            file.write(b"#gpsbridge-recording 1 2026-01-01T00:00:00.000Z\n")
        while file.tell() < size:
            if not (line := simulated.stdout.readline()):
                sys.exit("long-logs: simulate ended early with status %d" % simulated.wait())
            if is_ours:
                second += line[3:6] == b"RMC"
                line = b"%d000 %s\\x0D\\x0A\n" % (second, line.rstrip())
            file.write(line)
        simulated.kill()


def run(command, plays=False):
    """Runs a command to its end, or in a terminal for a while; its status, the seconds to its end or first byte, its memory."""
    master, slave = pty.openpty() if plays else (None, subprocess.DEVNULL)
    begin, first, most = time.monotonic(), None, 0
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (plays and time.monotonic() - begin > PLAYED):
        most = max(most, of_process(process.pid, "VmHWM") / 1024)
        if plays and select.select([master], [], [], 0.02)[0]:
            os.read(master, 65_536)
            first = first or time.monotonic() - begin
        elif not plays:
            time.sleep(0.001)
    took = time.monotonic() - begin
    if not plays:
        return process.returncode, took, most
    process.send_signal(signal.SIGTERM)
    try:
        status = process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    os.close(slave)
    os.close(master)
    # Ended by our signal, as expected.
    return 0 if status == -signal.SIGTERM and first else status or 1, first or took, most


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.abspath(sys.argv[1])
    megabytes = (sys.argv[2:] or ["30"])[0]
    size = int(1_000_000 * float("1000" if megabytes == "--nightly" else megabytes))
    failed = False
    for title, name, rate in LOGS:
        with tempfile.TemporaryDirectory(prefix="long-logs.") as folder:
            log = os.path.join(folder, name)
            write_log(log, program, rate, size)
            print(f"{title}, {os.path.getsize(log) / 1e6:.0f} MB")
            floor = run(["wc", "-l", log])[1]
            print(f"  {'wc -l':26} {floor:8.2f} s")
            verbs = [["export", log, "--format", format] for format in ("gpx", "csv")]
            verbs += [["stats", log], ["doctor", log], ["watch", log], ["watch", log, "--format", "gpsd"],
                      ["replay", log, "--speed", "max"]]
            plays = [["replay", log], ["monitor", log], ["replay", log, "--from", "1min"]]
            for words in verbs + plays:
                status, took, memory = run([program] + words, plays=words in plays)
                figure = f"{took:8.2f} s {took / floor:8.1f} x wc -l"
                if words in plays:
                    figure = f"{took * 1000:8.0f} ms to the first byte"
                # The findings of doctor decide its status; a slow receiver is a finding.
                bad = memory > LIMIT or (status != 0 and words[0] != "doctor")
                failed = failed or bad
                shown = " ".join(word for word in words if word != log)
                mark = f"   <-- status {status}, {LIMIT:.0f} MB is the limit" if bad else ""
                print(f"  {shown:26} {figure} {memory:8.1f} MB{mark}", flush=True)
    print("long-logs: " + (f"a command failed, or took more than {LIMIT:.0f} MB" if failed else "in order"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
