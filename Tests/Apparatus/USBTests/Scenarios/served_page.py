"""The page of `gpsbridge-serve.service`, by one line of settings: without a receiver it says why, with one it knows the place,
and both it says again after kill -9 and after a plug that is pulled. Only this machine reaches it; by an address and a token
that its administrator allows, another one."""

from . import served
from .failure import expect
from .outcome import Outcome
from .services import forget, kill, wait_for
from .stage import Stage

FOLDER = "/etc/gpsbridge/config.d"
SETTINGS = "{ serve: { http: '8947' } }"
FOR_OTHERS = "{ serve: { http: '*:8947', 'token-file': '/var/lib/gpsbridge-serve/token' } }"
TOKEN = "/var/lib/private/gpsbridge-serve/token"
DROP_IN = f"/etc/systemd/system/{served.UNIT}.d"
# Addresses for documents, which are this machine's here.
ADDRESS, STRANGER = "192.0.2.7", "192.0.2.8"
# Asks as a program of another language does: the status, then what is answered.
ASK = """
import http.client, sys
path, host, token = (sys.argv[1:] + ['127.0.0.1', ''][len(sys.argv) - 2:])[:3]
connection = http.client.HTTPConnection(host, 8947, timeout=10)
connection.request('GET', path, headers={'Authorization': 'Bearer ' + token} if token else {})
answer = connection.getresponse()
print(answer.status, answer.read().decode(), end='')
"""
SCRIPT = "/run/ask.py"
# The machine is a dozen times slower than real ones, for which it is three.
TOLD_WITHIN = 10


def without_answer(machine, host: str) -> str:
    """What becomes of a question at an address where nobody should answer."""
    return machine.run(f"python3 {SCRIPT} /healthz {host} 2>&1 | tail -n 1", 60)


def is_told(machine, status: int, words: str, what: str):
    """Waits until /healthz has a status, with words in what it says."""
    wait_for(machine, f"python3 {SCRIPT} /healthz | grep -q '^{status} .*{words}'",
             f"{what}: /healthz has {status} and '{words}'", TOLD_WITHIN)


def is_there(machine, what: str):
    is_told(machine, 200, "ok", what)
    # At five times a second it ages within a tenth, and what came while the program was away is not present.
    wait_for(machine, f"python3 {SCRIPT} /fix.json | grep '^200 .*\"lat\"' | grep -Eq '\"state\":\"(live|aging)\"'",
             f"{what}: /fix.json has a place of now", TOLD_WITHIN)


def with_token(machine):
    """For other machines: all addresses, a token that the service makes in the folder of its own, and a network that is let in."""
    machine.run(f"echo \"{FOR_OTHERS}\" >{FOLDER}/page.json5; mkdir -p {DROP_IN}; "
                f"printf '[Service]\\nIPAddressAllow={ADDRESS}\\n' >{DROP_IN}/page.conf; systemctl daemon-reload; "
                f"systemctl restart {served.UNIT}", 60)
    wait_for(machine, f"[ -s {TOKEN} ] && python3 {SCRIPT} /healthz {ADDRESS} | grep -q '^401 '", "a token is asked for", TOLD_WITHIN)
    rights = machine.run(f"stat -L -c %a {TOKEN}").strip()
    expect(rights == "600", f"nobody else should read the token, and its mode is {rights}")
    told = machine.run(f"python3 {SCRIPT} /healthz {ADDRESS} $(cat {TOKEN})")
    expect(told.startswith("503 "), f"who has the token should be told why, and is told {told}")
    # Packets of an address that is not allowed go nowhere.
    machine.run(f"ip -4 address add {STRANGER}/32 dev lo")
    silence = without_answer(machine, STRANGER)
    expect("timed out" in silence, f"{STRANGER} is not allowed, and is told {silence}")
    machine.run(f"rm -r {DROP_IN}; systemctl daemon-reload")


def run(stage: Stage) -> Outcome:
    machine = stage.machine
    forget(machine)
    machine.run(f"mkdir -p {FOLDER}; echo \"{SETTINGS}\" >{FOLDER}/page.json5; cat >{SCRIPT} <<'END'\n{ASK}\nEND")
    served.start(machine)
    exposure = served.exposure(machine)
    is_told(machine, 503, "No receiver", "a page without a receiver")
    receiver = stage.epochs(5, minutes=5)
    for number in range(2):
        mark = stage.kernel.mark()
        with stage.plugged("ublox") as dongle:
            receiver.start(dongle)
            stage.attached("ublox", mark)
            is_there(machine, f"plugging in, {number}")
            kill(machine, served.UNIT, dongle)
            is_there(machine, f"kill -9, {number}")
            stage.pull(dongle, receiver)
        is_told(machine, 503, "was unplugged", f"pulling, {number}")
    machine.run(f"ip -4 address add {ADDRESS}/32 dev lo")
    elsewhere = without_answer(machine, ADDRESS)
    expect("ConnectionRefused" in elsewhere, f"only 127.0.0.1 and ::1 should be served, and {ADDRESS} says {elsewhere}")
    said = served.said(machine)
    expect("the page is at http://localhost:8947/" in said, f"the journal should say where the page is: {said}")
    expect("Failed to" not in said, f"its sandbox is too narrow: {said}")
    with_token(machine)
    served.stop(machine)
    machine.run(f"rm -r {FOLDER}/page.json5 {SCRIPT}")
    return Outcome(f"waited, was live, was killed and live again, was pulled, twice; exposure {exposure}", cycles=2)
