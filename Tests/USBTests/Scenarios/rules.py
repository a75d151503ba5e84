"""The project's udev rules in a real udev: marks and links for a receiver, nothing at all for a bridge."""

from .failure import expect
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    is_receiver = family == "ublox"
    with stage.probe() as probe:
        since = len(probe.events)
        with stage.plugged(family):
            appeared = probe.wait("appeared", since)
            node = appeared["node"]
            properties = dict(line.split("=", 1) for line in
                              stage.machine.run(f"udevadm info --query=property --name={node}").splitlines() if "=" in line)
            ours = [link for link in properties.get("DEVLINKS", "").split() if link.startswith("/dev/gpsbridge/")]
            marks = sorted(key for key in properties if key.startswith(("GPSBRIDGE_", "ID_MM_")))
            if is_receiver:
                expect(properties.get("ID_MM_DEVICE_IGNORE") == "1", f"ModemManager would try it: {marks}")
                expect("uaccess" in properties.get("TAGS", ""), f"no uaccess among its tags {properties.get('TAGS')}")
                by_path = [link for link in ours if link.startswith("/dev/gpsbridge/by-path/")]
                expect(len(by_path) == 1, f"expected one link by path, found {ours}")
                target = stage.machine.run(f"readlink -f {by_path[0]}").strip()
                expect(target == node, f"{by_path[0]} leads to {target} instead of {node}")
            else:
                expect(not ours and not marks, f"a bridge is nobody's business, but it has {ours} {marks}")
        probe.wait("disappeared", since, node=node)
        left = stage.machine.run("find /dev/gpsbridge -type l 2>/dev/null || true").strip()
        expect(not left, f"left behind after unplugging: {left}")
    return Outcome(f"{node}: {' '.join(marks + ours) or 'nothing'}")
