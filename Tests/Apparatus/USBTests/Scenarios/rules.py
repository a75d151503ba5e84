"""The project's udev rules in a real udev: marks and links for a receiver, nothing at all for a bridge."""

from .failure import expect
from .outcome import Outcome
from .stage import Stage


def run(stage: Stage, family: str) -> Outcome:
    machine, mark = stage.machine, stage.kernel.mark()
    with stage.plugged(family):
        stage.attached(family, mark)
        node = stage.node()
        properties = dict(line.split("=", 1) for line in
                          machine.run(f"udevadm info --query=property --name={node}").splitlines() if "=" in line)
        ours = [link for link in properties.get("DEVLINKS", "").split() if link.startswith("/dev/gpsbridge/")]
        marks = sorted(key for key in properties if key.startswith(("GPSBRIDGE_", "ID_MM_")))
        if family == "ublox":
            expect(properties.get("ID_MM_DEVICE_IGNORE") == "1", f"ModemManager would try it: {marks}")
            expect("uaccess" in properties.get("TAGS", ""), f"no uaccess among its tags {properties.get('TAGS')}")
            by_path = [link for link in ours if link.startswith("/dev/gpsbridge/by-path/")]
            expect(len(by_path) == 1, f"expected one link by path, found {ours}")
            target = machine.run(f"readlink -f {by_path[0]}").strip()
            expect(target == node, f"{by_path[0]} leads to {target} instead of {node}")
        else:
            expect(not ours and not marks, f"a bridge is nobody's business, but it has {ours} {marks}")
    stage.kernel.wait("USB disconnect", mark, "the unplugging")
    left = machine.run(f"until [ ! -e {node} ]; do usleep 10000; done; udevadm settle; "
                       "find /dev/gpsbridge -type l 2>/dev/null || true").strip()
    expect(not left, f"left behind after unplugging: {left}")
    return Outcome(f"{node}: {' '.join(marks + ours) or 'nothing'}")
