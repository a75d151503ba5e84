"""What strangers may send: heads that never end, other names, other methods, and secrets that are guessed."""
import contextlib
import os
import re
import resource
import socket
import subprocess
import time

from .bench import HANGS, Skipped, check, expect, expect_that

HALF_OPEN, DRIPPING = 10_000, 200


def raw(service, bytes):
    """Sends bytes as they are; the status of the answer, 0 if the connection is closed without one."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=HANGS) as connection:
        answer = b""
        # It may answer and close before it has all.
        with contextlib.suppress(OSError):
            connection.sendall(bytes)
        with contextlib.suppress(OSError):
            while b"\r\n" not in answer and (part := connection.recv(4096)):
                answer += part
        found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
        return int(found.group(1)) if found else 0


@check("refusals")
def refusals(bench):
    """Each request that breaks a rule is refused by its own number, and each answer carries the rules of the page."""
    service = bench.serve("sim:drive")
    port = service.port
    host = b"Host: 127.0.0.1:%d\r\n" % port
    get = b"GET /fix.json HTTP/1.1\r\n"
    cases = [
        ("a plain request", get + host + b"\r\n", 200),
        ("by its name", get + b"Host: localhost:%d\r\n\r\n" % port, 200),
        ("a head of 8 kB", get + host + b"X: " + b"a" * 8192 + b"\r\n\r\n", 431),
        ("a head of 1 MB", get + host + b"X: " + b"a" * 1_048_576 + b"\r\n\r\n", 431),
        ("a head of 7 kB", get + host + b"X: " + b"a" * 7000 + b"\r\n\r\n", 200),
        ("cookies of 3 kB", get + host + b"Cookie: " + b"; ".join(b"a%02d=%s" % (one, b"b" * 140) for one in range(20)) + b"\r\n\r\n", 200),
        ("a cookie of 4 kB", get + host + b"Cookie: a=" + b"b" * 4094 + b"\r\n\r\n", 431),
        ("a head of 3 kB in 45 lines", get + host + b"".join(b"X-%02d: %s\r\n" % (line, b"a" * 60) for line in range(45)) + b"\r\n", 200),
        ("a hundred and twenty lines", get + host + b"".join(b"X-%d: a\r\n" % line for line in range(120)) + b"\r\n", 431),
        ("a thousand lines", get + host + b"".join(b"X-%d: a\r\n" % line for line in range(1000)) + b"\r\n", 431),
        ("an address of 5 kB", b"GET /?" + b"a" * 5000 + b" HTTP/1.1\r\n" + host + b"\r\n", 414),
        ("a long address", b"GET /" + b"a" * 8192 + b" HTTP/1.1\r\n" + host + b"\r\n", 414),
        ("no Host", get + b"\r\n", 400),
        ("two Hosts", get + host + host + b"\r\n", 421),
        ("its own Origin", get + host + b"Origin: http://127.0.0.1:%d\r\n\r\n" % port, 200),
        ("a request of another site", get + host + b"Sec-Fetch-Site: cross-site\r\n\r\n", 403),
        ("a hidden way upwards", b"GET /%2e%2e/etc/passwd HTTP/1.1\r\n" + host + b"\r\n", 404),
        ("DELETE", b"DELETE /fix.json HTTP/1.1\r\n" + host + b"\r\n", 405),
        ("a body in chunks", get + host + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413),
        ("a negative length", get + host + b"Content-Length: -1\r\n\r\n", 400),
    ]
    wrong = ["%s: expected %d, found %d" % (what, status, found)
             for what, bytes, status in cases if (found := raw(service, bytes)) != status]
    expect("refusals", wrong, [])
    expect_that("what is no HTTP brings the service nothing", raw(service, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03") in (0, 400), "")
    expect("the status of HEAD", service.ask("/fix.json", "HEAD")[0], 200)
    paths = ["/", "/main.js", "/style.css", "/icon.svg", "/fix.json", "/history", "/track.gpx", "/track.geojson", "/metrics",
             "/healthz", "/records.schema.json", "/api.json", "/nothing"]
    for path in paths:
        _, headers, _ = service.ask(path)
        policy = headers.get("content-security-policy", "")
        for word in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"):
            expect_that("%s has the policy %s" % (path, word), word in policy, policy)
        for name, value in (
                ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
                ("cross-origin-resource-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin"),
                ("cross-origin-embedder-policy", "require-corp")):
            expect("%s of %s" % (name, path), headers.get(name), value)
        expect_that("%s allows no other site" % path, not any(name.startswith("access-control") for name in headers), headers)
    page = service.ask("/main.js")
    again = service.ask("/main.js", headers={"If-None-Match": page[1]["etag"]})
    expect("the status of a file that is known already", (again[0], again[2]), (304, b""))
    expect_that("strangers leave no line in the log", len(service.said().splitlines()) < 15, service.said())


def flood(service, count):
    """Connections that say nothing, all at once."""
    found = []
    for _ in range(count):
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        connection.connect_ex(("127.0.0.1", service.port))
        found.append(connection)
    return found


def sockets(service):
    """The sockets that the service has open, each by a name that no other one has."""
    folder, found = "/proc/%d/fd/" % service.process.pid, set()
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            found.add(os.readlink(folder + name))
    return {name for name in found if name.startswith("socket:")}


@check("flood", takes="alone", nightly=True)
def flooded(bench, browser):
    """10,000 half-open connections and 200 that drip keep no others from an answer, cost little, and are gone later."""
    wanted = HALF_OPEN + DRIPPING + 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < wanted:
        raise Skipped("it needs %d descriptors, and may have %d" % (wanted, hard))
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    service = bench.serve("sim:drive?rate=10").has_fix()
    # What an answer costs at its first time is no cost of strangers.
    for _ in range(20):
        service.ask("/fix.json")
    before, own = service.memory(), sockets(service)
    dripping = flood(service, DRIPPING)
    half_open = flood(service, HALF_OPEN)
    open_ones, dripped, most = set(dripping + half_open), 0, before
    begun, held, seen, longest = time.monotonic(), [], {}, 0
    # A client whose handshake found no room may take itself for connected, and the service never sees it: only the service's own
    # sockets show what it keeps.
    while (present := sockets(service) - own) or not seen:
        now = time.monotonic()
        seen = {name: seen.get(name, now) for name in present}
        longest = max([longest] + [now - since for since in seen.values()])
        if now - begun > dripped:
            dripped += 1
            for connection in dripping:
                with contextlib.suppress(OSError):
                    connection.send(b"GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaa"[dripped:dripped + 1])
        if present:
            # Others are answered while connections of strangers are open.
            expect("the status for others", service.ask("/fix.json")[0], 200)
            held.append(time.monotonic() - now)
        most = max(most, service.memory())
        expect_that("the service lets all of them go", now - begun < 5 * HANGS, len(present))
    bench.note("%d connections: the service kept none longer than %.1f s (12); %d others answered meanwhile, median %.1f ms, worst %.1f ms; %.1f MB more" % (
        len(open_ones), longest, len(held), sorted(held)[len(held) // 2] * 1e3, max(held) * 1e3, most - before))
    expect_that("others were answered meanwhile", len(held) > 20, len(held))
    expect_that("it took less than 10 MB", most - before < 10, "%.1f MB" % (most - before))
    for connection in open_ones:
        connection.close()


@check("files")
def files(bench):
    """Files that are no certificate, no key and no tiles are refused at once, with what was found: also a pipe, a folder, another's key."""
    folder = bench.folder
    for name in ("one", "other"):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=boat.local", "-keyout",
                        folder / (name + ".key"), "-out", folder / (name + ".pem")], check=True, capture_output=True)
    subprocess.run(["openssl", "pkey", "-in", folder / "one.key", "-aes128", "-passout", "pass:word", "-out", folder / "locked.key"],
                   check=True, capture_output=True)
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    cases = [
        (["--http-cert", "pipe", "--http-key", "one.key"], "pipe is not a file"),
        (["--http-cert", "one.pem", "--http-key", "pipe"], "pipe is not a file"),
        (["--http-cert", "folder", "--http-key", "one.key"], "folder is not a file"),
        (["--http-cert", "one.key", "--http-key", "one.pem"], "one.key has no certificate in PEM form"),
        (["--http-cert", "one.pem", "--http-key", "locked.key"], "locked.key needs a passphrase"),
        (["--http-cert", "one.pem", "--http-key", "other.key"], "the certificate and its key are refused"),
        (["--tiles", "pipe"], "it is not a file"), (["--tiles", "folder"], "it is not a file"),
        (["--tiles", "none"], "none can't be shown: No such file or directory"),
    ]
    for flags, words in cases:
        run = subprocess.run([bench.program, "serve", "sim:drive", "--gpsd", "none", "--http", "127.0.0.1:0", *flags], cwd=folder,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANGS, check=False)
        expect_that("%s is refused with '%s'" % (" ".join(flags), words), run.returncode == 2 and words in run.stderr
                    and "note: the page" not in run.stderr, (run.returncode, run.stderr))
