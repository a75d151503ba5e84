#!/usr/bin/env python3
"""Runs the commands that README.md and docs/*.md show with their output, and compares what they print.

A block between fences is checked if a line begins with `$ `: a command, whose whole output follows. `…` stands for any text of a
line, or for any lines if it stands alone; `^C` ends a program that stays. In HTML comments of one line:

    $ COMMAND          runs before the next block; if that one has no command, it is the output of this one
    not run: REASON    the next block can't run here; before an empty line: no block of the page can
    one of             alternatives: the page runs once with each block that has this mark

The commands of a page share a home and a working folder, which has the tree's `docs` and `Tests`. They run without a network, on a
moved clock that starts at BEGIN; it does not wait, and stands still for a program that stays at second STAY. A page that makes a
port in the background (`--pty`) has the kernel's clock from there on, and what VARIES may differ.

With --tutorial also docs/tutorial.md, whose files follow a line that ends with their name in back ticks and a colon. They are written
into an empty folder, and built there; `../gpsbridge` is this tree.
"""
import argparse
import contextlib
import difflib
import fcntl
import glob
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

import checking

BEGIN, STAY, SECOND = 1_795_158_480, 82, 1_000_000_000  # 2026-11-20T07:08:00Z, as in simulations on manual time
TUTORIAL, PACKAGE = "docs/tutorial.md", checking.ROOT / ".build" / "gpsbridge"
VARIES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\d+\.\d+")
# A block with such a line shows output of the tool.
OUTPUT = re.compile(r'^((\d+  )?\{"(type|seq|v)":|error: |note: |data: | FAIL | WARN |\w+\{device=)', re.M)


class Step:
    """A command of a page, with the lines of the page that show its output; or a file that the page has."""

    def __init__(self, line, command, shown=None, choice=None, file=None):
        self.line, self.command, self.shown, self.choice, self.file = line, command, shown, choice, file
        self.printed, self.is_real = None, False

    def fits(self):
        return self.shown is None or self.printed is None or fits(self.shown, self.printed, self.is_real)


class Page:
    """A page taken apart: its steps, the blocks that are not run with their reasons, and those without a mark."""

    def __init__(self, path, text):
        self.path, self.lines, self.steps, self.skipped, self.wrong, self.choices = path, text.split("\n"), [], [], [], 0
        marks, everywhere, before, index = [], None, "", 0
        while index < len(self.lines):
            line, index = self.lines[index], index + 1
            if mark := re.fullmatch(r"<!-- (.*) -->", line):
                marks.append(mark[1])
                continue
            reason = next((mark[9:] for mark in marks if mark.startswith("not run: ")), everywhere)
            self.steps += [Step(index, mark[2:]) for mark in marks if mark.startswith("$ ")]
            if line.startswith("```"):
                end = self.lines.index("```", index)
                self.block(line[3:], index, end, marks, reason, before)
                index = end + 1
            else:
                everywhere = reason
            marks, before = [], line or before

    def block(self, language, begin, end, marks, reason, before):
        lines = self.lines[begin:end]
        if self.path == TUTORIAL and language and (name := re.search(r"`([\w./]+)`[^`]*:$", before)):
            self.steps.append(Step(begin, None, file=(name[1], "\n".join(lines) + "\n")))
        commands = [index for index in range(begin, end) if self.lines[index].startswith("$ ")] if not language else []
        is_output = not commands and any(mark.startswith("$ ") for mark in marks)
        if not (commands or is_output or OUTPUT.search("\n".join(lines))):
            return
        if reason:
            self.skipped.append((f"{self.path}:{begin + 1}", reason))
        elif is_output:
            self.steps[-1].shown, self.steps[-1].line = lines, begin
        elif not commands:
            self.wrong.append(f"{self.path}:{begin + 1}: shows output, and has neither a command nor a mark")
        else:
            choice, self.choices = (self.choices, self.choices + 1) if "one of" in marks else (None, self.choices)
            for index, following in zip(commands, commands[1:] + [end]):
                self.steps.append(Step(index + 1, self.lines[index][2:], self.lines[index + 1:following], choice))

    def updated(self):
        """The text with the lines that were printed in place of those that don't fit."""
        lines = list(self.lines)
        for step in reversed(self.steps):
            if not step.fits():
                lines[step.line:step.line + len(step.shown)] = merged(step.shown, step.printed, step.is_real)
        return "\n".join(lines)


def fits(shown, printed, is_real):
    """Whether an output is as a page shows it."""
    def pattern(text):
        return f"(?:{VARIES.pattern})".join(map(re.escape, VARIES.split(text))) if is_real else re.escape(text)
    lines = [r"(?:.*\n)*" if line == "…" else ".*".join(map(pattern, line.split("…"))) + "\n" for line in shown]
    return re.fullmatch("".join(lines), "".join(line + "\n" for line in printed)) is not None


def merged(shown, printed, is_real):
    """The printed lines; a line of the page that fits stays, and one that replaces a cut line is cut."""
    for number, line in enumerate(printed):
        old = shown[min(number, len(shown) - 1)] if shown else ""
        cut = line[:len(old) - 1] + "…" if old.endswith("…") and len(line) > len(old) > 1 else line
        yield next((one for one in shown if one != "…" and fits([one], [line], is_real)), cut)


class Runner:
    """Runs the steps of one page in a folder."""

    def __init__(self, page, program, library, folder):
        self.page, self.library, self.folder, self.is_real = page, library, folder, page.path == TUTORIAL
        self.work, self.home = os.path.join(folder, "work"), os.path.join(folder, "home")
        self.passed, self.exports, self.staying, self.clocks = 0, "", [], 0
        if page.path == TUTORIAL:  # Its build folder stays, so that a second run compiles only what the page has.
            self.work = str(checking.ROOT / ".build" / "tutorial")
            for path in map(pathlib.Path, glob.glob(self.work + "/[!.]*")):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            if not PACKAGE.is_symlink():  # A package has the name of its folder.
                PACKAGE.symlink_to(checking.ROOT)
        for path in self.work, self.home:
            os.makedirs(path, exist_ok=True)
        if page.path != TUTORIAL:
            for name in "docs", "Tests":
                os.symlink(checking.ROOT / name, os.path.join(self.work, name))
        pathlib.Path(self.home, ".curlrc").write_text("silent\n", encoding="ascii")  # As at a terminal.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GPSBRIDGE_", "XDG_", "LC_"))}
        self.environment = kept | {"HOME": self.home, "PATH": os.path.dirname(program) + ":" + os.environ["PATH"], "LANG": "C.UTF-8",
                                   "TZ": "UTC", "NO_COLOR": "1"}

    def start(self, command, until=0):
        """Starts a command on a clock of its own; returns the process, its output in a file, and how far the clock has moved."""
        environment, moved = self.environment, lambda: 0
        if not self.is_real:
            self.clocks += 1
            path = os.path.join(self.folder, f"clock{self.clocks}")
            numbers = [0, 0, 1, 2, time.monotonic_ns(), BEGIN * SECOND + self.passed, time.clock_gettime_ns(time.CLOCK_BOOTTIME)]
            pathlib.Path(path).write_bytes(struct.pack("=60q", *numbers, *[0] * 52, until * SECOND))
            os.mkfifo(path + ".bell")
            os.mkfifo(path + ".answers")
            environment = environment | {"LD_PRELOAD": self.library, "CONDITIONS_CLOCK": path}

            def moved():
                return struct.unpack_from("=q", pathlib.Path(path).read_bytes(), 7 * 8)[0]
        output = tempfile.TemporaryFile(dir=self.folder)
        process = subprocess.Popen(["bash", "-c", self.exports + self.placed(command)], cwd=self.work, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        self.staying.append(process)
        return process, output, moved

    def run(self, step):
        step.is_real = self.is_real
        if step.file:
            path = pathlib.Path(self.work, step.file[0])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.file[1].replace("../gpsbridge", str(PACKAGE)), encoding="utf-8")
            return
        if step.command.startswith("export "):
            self.exports += self.placed(step.command) + "; "
            step.printed = []
        elif step.command.endswith(" &"):
            link = re.search(r"--pty (\S+)", step.command)
            self.is_real = self.is_real or link is not None
            process, _, moved = self.start("exec " + step.command[:-2], STAY)
            checking.wait_for("its port, or the end of its time",
                              lambda: os.path.exists(self.placed(link[1])) if link else moved() >= STAY * SECOND, process)
            step.printed = []
        elif step.shown and step.shown[-1] == "^C":
            process, output, _ = self.start("exec " + step.command, STAY)
            with contextlib.suppress(RuntimeError):
                checking.wait_for("its output", lambda: len(self.lines(output)) >= len(step.shown) - 1, process)
            before = self.lines(output)
            process.send_signal(signal.SIGINT)
            process.wait(checking.HANG)
            step.printed = before + ["^C"] + self.lines(output)[len(before):]
        else:
            process, output, moved = self.start(step.command)
            process.wait(1800 if self.page.path == TUTORIAL else checking.HANG)
            self.passed += moved() + SECOND
            step.printed = self.lines(output)

    def placed(self, command):
        return command.replace("/tmp/", self.folder + "/")

    def lines(self, output):
        size = os.fstat(output.fileno()).st_size
        text = os.pread(output.fileno(), size, 0).decode("utf-8", "replace").replace(self.work + "/", "").replace(self.home, "/home/you")
        return text.replace(self.folder + "/", "/tmp/").replace(str(PACKAGE), "../gpsbridge").splitlines()

    def end(self):
        for process in self.staying:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def run_page(page, program, library, choice):
    """Runs a page in a folder of its own; returns the steps that were run, and what went wrong."""
    steps = [step for step in page.steps if step.choice in (None, choice)]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(page, program, library, folder)
        try:
            for step in steps:
                runner.run(step)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return steps, [f"{page.path}:{step.line}: {error}"]
        finally:
            runner.end()
    return steps, []


def words(page, step):
    """The words of the output of a step, each with its line of the page."""
    return [(page, number, word) for number, line in enumerate(step.shown or [], step.line) if step.printed is not None
            for word in re.finditer(r"[A-Za-z]{3,}", line)]


def is_found(page, number, word):
    """Whether a word that is changed in a copy of the page makes a difference."""
    line = page.lines[number]
    changed = line[:word.start()] + word[0].swapcase() + line[word.end():]
    copy = Page(page.path, "\n".join([*page.lines[:number], changed, *page.lines[number + 1:]]))
    for one, other in zip(copy.steps, page.steps):
        one.printed, one.is_real = other.printed, other.is_real
    found = not all(one.fits() for one in copy.steps)
    print(f"{page.path}:{number + 1}: {word[0]} as {word[0].swapcase()}: {'found' if found else 'NOT FOUND'}")
    return found


def alone():
    """Runs this script again without a network, except a loopback of its own."""
    if os.environ.get("PAGE_BLOCKS") != "alone":
        wrapper = ["unshare", "--user", "--map-current-user", "--keep-caps", "--net"]
        if shutil.which("unshare") is None or subprocess.run([*wrapper, "true"], check=False, stderr=subprocess.DEVNULL).returncode:
            checking.skip("namespaces can't be created here")
        os.execvpe("unshare", [*wrapper, sys.executable, *sys.argv], os.environ | {"PAGE_BLOCKS": "alone"})
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write what was printed into the pages")
    parser.add_argument("--plant", type=int, default=0, metavar="N", help="change a word in N outputs, in copies of the pages")
    parser.add_argument("--seed", type=int, default=random.randrange(1000))
    parser.add_argument("--tutorial", action="store_true", help="also build and run the tutorial")
    parser.add_argument("--only", default="", help="the pages to run")
    parser.add_argument("program")
    options = parser.parse_args()
    alone()
    paths = options.only.split() or ["README.md"] + sorted(f"docs/{path.name}" for path in (checking.ROOT / "docs").glob("*.md"))
    pages = [Page(path, (checking.ROOT / path).read_text(encoding="utf-8")) for path in paths if path != TUTORIAL or options.tutorial]
    faults, shown, reasons = sum((page.wrong for page in pages), []), [], {}
    with tempfile.TemporaryDirectory() as folder:
        library = checking.preloaded(folder, "Tests/Scripts/conditions/clock.c")
        for page in pages:
            for place, reason in page.skipped:
                reasons.setdefault(reason, []).append(place)
            for choice in range(max(1, page.choices)):
                steps, wrong = run_page(page, os.path.realpath(options.program), library, choice)
                faults += wrong
                for step in steps:
                    shown += [step.fits()] if step.shown is not None and step.printed is not None else []
                    faults += [] if step.fits() else difflib.unified_diff(
                        step.shown, step.printed, f"{page.path}:{step.line}", "$ " + step.command, lineterm="", n=1)
            if options.update:
                (checking.ROOT / page.path).write_text(page.updated(), encoding="utf-8")
    print(*faults, sep="\n")
    for reason, places in sorted(reasons.items()):
        print(f"{len(places)} not run, {reason}: {' '.join(places)}")
    print(f"{len(shown)} outputs of commands, {sum(shown)} as shown; {sum(map(len, reasons.values()))} blocks marked as not run")
    if options.plant:
        print(f"seed {options.seed}")
        chance, outputs = random.Random(options.seed), [words(page, step) for page in pages for step in page.steps if words(page, step)]
        found = sum(is_found(*chance.choice(output)) for output in chance.sample(outputs, options.plant))
        print(f"{found} of {options.plant} changed words found")
        faults += [] if found == options.plant else ["a changed word was not found"]
    sys.exit(bool(faults) and not options.update)


if __name__ == "__main__":
    main()
