#!/usr/bin/env python3
"""Prints which functions `watch`, `monitor` and `serve` run, so that the linker puts them next to each other.

usage: hot-functions.py GPSBRIDGE [SECONDS] >hot-functions.txt

GPSBRIDGE is the tool as `make install` builds it, but with names; `make order` builds it and calls this script. Each command
runs under valgrind's callgrind with a receiver on a pseudo-terminal; `serve` has a client. The list has the linker's names in
the order of their addresses. The linker ignores names that no longer exist; the next run adds new ones.
"""

import bisect
import importlib.util
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("tool_bench", os.path.join(here, "..", "Tests", "Scripts", "tool-bench.py"))
bench = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench)


def functions(program):
    """From the address of each function to its name."""
    table = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwW":
            table.setdefault(int(fields[0], 16), fields[2])
    return table


def follow(path):
    """A client of gpsd's port that requests all reports and reads them to the end."""
    client = socket.socket(socket.AF_UNIX)
    while client.connect_ex(path):
        time.sleep(0.2)
    client.sendall(b'?WATCH={"enable":true,"json":true};\n')
    while client.recv(65536):
        pass


def run(program, command, receiver, seconds):
    """The addresses of the instructions that a command executes."""
    with tempfile.NamedTemporaryFile() as out, tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "gpsd")
        outputs = ["--gpsd", place] if command == "serve" else []
        arguments = [
            "valgrind", "--tool=callgrind", "--quiet", "--dump-instr=yes", "--compress-strings=no",
            "--compress-pos=no", "--callgrind-out-file=" + out.name, program, command, receiver,
            *outputs]
        child, screen = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
            os.execvp(arguments[0], arguments)
        termios.tcsetwinsize(screen, (40, 120))
        bench.drain(screen)
        if outputs:
            threading.Thread(target=follow, args=(place,), daemon=True).start()
        time.sleep(seconds)
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)
        inside, found = False, set()
        with open(out.name) as lines:
            for line in lines:
                if line.startswith("ob="):
                    inside = os.path.basename(line.strip()) == os.path.basename(program)
                elif inside and line.startswith("0x"):
                    found.add(int(line.split()[0], 16))
    if not found:
        sys.exit(f"valgrind recorded nothing of {command}")
    return found


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) == 3 else 40
    table = functions(program)
    addresses = sorted(table)
    bursts = bench.epochs(program, 100)
    hot = set()
    for command in ("watch", "monitor", "serve"):
        receiver = bench.Receiver(bursts)
        before = len(hot)
        for address in run(program, command, receiver.path, seconds):
            place = bisect.bisect_right(addresses, address) - 1
            if place >= 0:
                hot.add(addresses[place])
        receiver.unplug()
        print(f"{command}: {len(hot) - before} functions", file=sys.stderr)
    for address in sorted(hot):
        print(table[address])


main()
