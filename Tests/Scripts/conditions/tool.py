"""Runs the program under test in its own folder."""
import json
import os
import subprocess

PROGRAM = None


def environment(folder, **more):
    """The environment of a run, with its settings and memory in `folder`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GPSBRIDGE", "XDG"))}
    own = {"HOME": str(folder), "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config", "TZ": "UTC"}
    return kept | own | more


def start(words, folder, **options):
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("env", environment(folder))
    return subprocess.Popen([PROGRAM, *map(str, words)], **options)


def output(words, folder, data=b"", limit=120):
    """The output of a command for these bytes on its standard input."""
    run = subprocess.run(
        [PROGRAM, *map(str, words)], input=data, capture_output=True, env=environment(folder), timeout=limit)
    if run.returncode != 0:
        raise RuntimeError(f"{words}: status {run.returncode}: {run.stderr.decode(errors='replace')[-300:]}")
    return run.stdout


def records(words, folder, data=b""):
    return [json.loads(line) for line in output(words, folder, data).splitlines()]
