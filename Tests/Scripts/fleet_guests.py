"""A server that receives OwnTracks' messages: the part `guests` of fleet.py. Debian 12 has no OwnTracks Recorder."""
import base64
import collections
import http.server
import json
import os
import sqlite3
import subprocess
import threading
import time

from fleet_engines import Fleet, check, text_of, write

COUNT = 40


class Server(http.server.ThreadingHTTPServer):
    """Notes what is posted. It refuses the first messages, as Traccar does before it has the device, and each one without a password."""

    def __init__(self):
        self.messages, self.answers, self.heads = [], collections.Counter(), set()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        server, body = self.server, self.rfile.read(int(self.headers["Content-Length"]))
        expected = "Basic " + base64.b64encode(b"home:secret").decode()
        status = 401 if self.headers["Authorization"] != expected else 400 if server.answers[400] < 3 else 200
        server.answers[status] += 1
        if status == 200:
            server.messages.append(json.loads(body))
            server.heads.add((self.path, *(self.headers[name] for name in ("Content-Type", "X-Limit-U", "X-Limit-D"))))
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")

    def log_message(self, *_):
        """Nothing is logged."""


def guests(options):
    with Fleet(options, None) as fleet, Server() as server:
        store, now = fleet.path("track.db"), int(time.time()) - COUNT
        names = ("--format", "owntracks", "--tenant", "home", "--device", "car-17")
        password = write(fleet.path("secret"), "wrong\n", 0o600)
        fleet.keep_track(store, lambda second: (47.5 + second * 1e-4, 9.4), COUNT, now)
        url = f"http://127.0.0.1:{server.server_port}/pub"
        fleet.publisher(store, *names, "--user", "home", "--password-file", password, url=url)
        fleet.wait_for("a refused password", lambda: "check --user and --password-file" in text_of(store + ".log"))
        write(password, "secret\n")
        fleet.wait_for("all positions", lambda: len(server.messages) >= COUNT and fleet.is_delivered(store, *names, url=url))
        check(server.answers[400] == 3 and server.answers[200] == COUNT, f"answers: {dict(server.answers)}")
        check(server.heads == {("/pub", "application/json", "home", "car-17")}, f"each has the heads {server.heads}")
        times, first = [message["tst"] for message in server.messages], server.messages[0]
        check(times == list(range(now - COUNT + 1, now + 1)), f"{len(times)} positions, each once and in order")
        expected = {"_type": "location", "tst": now - COUNT + 1, "lat": 47.5, "lon": 9.4, "alt": 400, "tid": "17", "topic": "owntracks/home/car-17"}
        check(first | expected == first, f"the first one is {first}")
        # A simulated receiver also reports accuracies, speed and course.
        driven, count = fleet.path("drive", "track.db"), len(server.messages)
        os.mkdir(fleet.path("drive"))
        fleet.run(options.program, "record", "sim:drive?rate=10", "--store", driven, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        fleet.wait_for("a store", lambda: os.path.exists(driven))
        fleet.publisher(driven, *names, "--user", "home", "--password-file", password, url=url)
        fleet.wait_for("positions of a drive", lambda: len(server.messages) >= count + 4)
        with sqlite3.connect(f"file:{driven}?mode=ro", uri=True) as rows:
            for message in server.messages[count:count + 4]:
                number = int(message["_id"].split("-")[1])
                speed, course, accuracy = rows.execute("SELECT speed, course, h_acc FROM fix WHERE seq = ?", [number]).fetchone()
                wrong = [name for name, value in (("vel", speed * 0.036), ("cog", course / 100), ("acc", max(accuracy / 1000, 1)))
                         if not isinstance(message[name], int) or abs(message[name] - value) > (1 if name == "acc" else 0.5)]
                shown = f"{message['vel']} km/h, {message['cog']} degrees, {message['acc']} m"
                check(not wrong and message["acc"] >= accuracy / 1000, f"{shown}, wrong: {wrong}")
        status = fleet.status(store, *names, url=url)
        check("accepted" in status and "delivered" not in status, status.strip())
