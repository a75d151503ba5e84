"""What checks share: programs that they need and end, ports, sentences, and waiting for what must happen."""
import contextlib
import fcntl
import functools
import importlib.util
import itertools
import operator
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import termios
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds after which a check ends as if it hung. No check judges how long something takes.
HANG = 120


class Missing(Exception):
    """What a check needs is not there."""


def skip(reason):
    """Ends the program with status 77: the check can't run here."""
    print(f"skipped: {reason}", flush=True)
    sys.exit(77)


def need(**packages):
    """Programs, each with its Debian package."""
    for program, package in packages.items():
        if shutil.which(program) is None:
            raise Missing(f"{program} is not installed: apt-get install {package}")


def beside(program, name):
    """The path of a program that was built with another one, into the same folder."""
    path = os.path.join(os.path.dirname(os.path.abspath(program)), name)
    if not os.access(path, os.X_OK):
        raise Missing(f"there is no program {path}")
    return path


def of_process(process, name):
    """A number that the kernel reports of a process or PROCESS/task/THREAD by a name, 0 after its end."""
    try:
        with open(f"/proc/{process}/status", encoding="utf-8", errors="replace") as file:
            return next((int(line.split()[1]) for line in file if line.startswith(name + ":")), 0)
    except OSError:
        return 0


def processor_time(process):
    """The seconds of processor time that a process has used, by the kernel's clock of it."""
    return time.clock_gettime(~process << 3 | 2)


def terminal(rows, columns):
    """A pseudo-terminal of a size: its screen, and the end of a program."""
    screen, side = os.openpty()
    termios.tcsetwinsize(side, (rows, columns))
    return screen, side


def drain(descriptor):
    """Reads and drops what a program writes, in a thread of its own."""
    def read():
        with contextlib.suppress(OSError):
            while os.read(descriptor, 65536):
                pass
    threading.Thread(target=read, daemon=True).start()


def end(process, seconds=10):
    """Ends a program by SIGTERM, or by SIGKILL if it takes longer."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def sentence(body):
    """A sentence of NMEA 0183 with its checksum."""
    return "$%s*%02X\r\n" % (body, functools.reduce(operator.xor, body.encode()))


def ubx(kind, payload=b""):
    """A message of u-blox, by its class and its id in one number, with its checksum."""
    body = kind.to_bytes(2, "big") + len(payload).to_bytes(2, "little") + payload
    sums = list(itertools.accumulate(body))
    return b"\xb5\x62" + body + bytes((sums[-1] & 255, sum(sums) & 255))


def module(path):
    """A program of Python as a module: its name may have a hyphen, and its folder need not be known."""
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem.replace("-", "_"), path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def parts_of(parser, parts, gate=None):
    """The arguments of a check that has parts, and the names of those to run: without --nightly the ones of the gate."""
    if gate is not None:
        parser.add_argument("--nightly", action="store_true", help="all parts, and more of each")
    parser.add_argument("--only", default="", help="the parts to run")
    parser.add_argument("program", help="gpsbridge, with the other programs of its build beside it")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    if not os.access(options.program, os.X_OK):
        parser.error(f"there is no program {options.program}")
    names = options.only.split() or list(parts if gate is None or options.nightly else gate)
    for name in names:
        if name not in parts:
            parser.error(f"found the part {name}; expected one of {' '.join(parts)}")
    return options, names


def run_parts(names, run):
    """Runs parts, and prints the seconds of each; returns whether one was skipped."""
    is_skipped = False
    for name in names:
        print(name, flush=True)
        begun = time.monotonic()
        try:
            run(name)
        except Missing as reason:
            print(f"  skipped: {reason}")
            is_skipped = True
        print(f"  {name}: {time.monotonic() - begun:.0f} s", flush=True)
    return is_skipped


def wait_for(what, is_met, process=None, seconds=HANG, step=0.02):
    """Waits until a condition holds, and returns its value; an error if the process has ended before, or at the end of the time."""
    end = time.monotonic() + seconds
    while not (value := is_met()):
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"{os.path.basename(process.args[0])} ended with {process.returncode} before {what}")
        if time.monotonic() > end:
            raise RuntimeError(f"waited {seconds} s for {what}")
        time.sleep(step)
    return value


def preloaded(folder, source):
    """Compiles a file of C into a library for LD_PRELOAD."""
    need(gcc="gcc libc6-dev")
    library = os.path.join(folder, pathlib.Path(source).stem + ".so")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, ROOT / source, "-ldl"], check=True)
    return library


def python_with_packages():
    """A Python in the build folder with the packages of pypi.txt; Missing if they can't be installed."""
    home, wanted = ROOT / ".build/pypi", ROOT / "Tests/Scripts/pypi.txt"
    python, installed = str(home / "bin/python"), home / "installed"
    home.mkdir(parents=True, exist_ok=True)
    with open(home / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed.exists() and installed.read_bytes() == wanted.read_bytes():
            return python
        for step in ([sys.executable, "-m", "venv", str(home)], [python, "-m", "pip", "install", "--quiet",
                     "--disable-pip-version-check", "--require-hashes", "--requirement", str(wanted)]):
            try:
                done = subprocess.run(step, capture_output=True, text=True, timeout=600, check=False)
                complaint = "" if done.returncode == 0 else done.stderr + done.stdout + f"\nstatus {done.returncode}"
            except (OSError, subprocess.TimeoutExpired) as error:
                complaint = str(error)
            if complaint:
                raise Missing(f"packages of PyPI can't be installed: {next(filter(None, complaint.splitlines()))}")
        installed.write_bytes(wanted.read_bytes())
    return python


def run_with_packages(*needed):
    """Runs this script again in the Python with the packages of pypi.txt; ends it with status 77 if one of the needed programs is missing.

    Each is a path and its Debian package.
    """
    try:
        python = python_with_packages()
    except Missing as reason:
        skip(reason)
    for path, package in needed:
        if not os.access(path, os.X_OK):
            skip(f"there is no {path}: apt-get install {package}")
    if not os.path.samefile(sys.prefix, os.path.dirname(os.path.dirname(python))):
        os.execv(python, [python, *sys.argv])
