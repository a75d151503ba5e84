"""Receives the records of a service as a program does: each with its id, and when it came."""
import contextlib
import functools
import http.client
import json
import threading
import time

from .bench import HANGS, Wrong, wait_for


class Event:
    """One event of the stream."""

    def __init__(self, id, text, came):
        self.id, self.text, self.came = id, text, came

    @functools.cached_property
    def record(self):
        return json.loads(self.text)

    @property
    def number(self):
        return int(self.id.rsplit("-", 1)[1])


class Listener:
    """Receives `/events` in a thread of its own, until it is closed."""

    def __init__(self, service, query="", headers=None):
        self.events = []
        self.ended = threading.Event()
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANGS)
        self.connection.request("GET", "/events" + query, headers=headers or {})
        self.answer = self.connection.getresponse()
        self.thread = threading.Thread(target=self.receive, daemon=True)
        self.thread.start()

    def receive(self):
        id = None
        # It was closed, or the service has ended.
        with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            for line in self.answer:
                line = line.decode().rstrip("\r\n")
                if line.startswith("id: "):
                    id = line[4:]
                elif line.startswith("data: "):
                    self.events.append(Event(id, line[6:], time.time()))
                elif line == "":
                    id = None
        self.ended.set()

    def close(self):
        """Leaves, and waits until its thread has."""
        with contextlib.suppress(OSError, AttributeError):
            # A thread that reads ends at once.
            if self.connection.sock:
                self.connection.sock.shutdown(2)
            else:
                self.answer.fp.raw._sock.shutdown(2)
        self.thread.join(timeout=5)
        self.answer.close()
        self.connection.close()

    # MARK: - What was received

    def all(self, type=None):
        """The records so far, or of one type."""
        return [event.record for event in list(self.events) if type in (None, event.record.get("type"))]

    def wait_for(self, what, condition, limit=HANGS):
        """Waits until one of the records is as wanted, and returns it."""
        return wait_for(
            what, lambda: next((event for event in list(self.events) if condition(event.record)), None), limit)

    @property
    def hello(self):
        return self.wait_for("hello comes", lambda record: record.get("type") == "hello").record



    def numbers(self):
        """The numbers of what came behind the greeting, in their order."""
        first = self.hello["next"]
        return [event.number for event in list(self.events) if event.id and event.number >= first]


def must_be_whole(what, numbers):
    """Wrong if a number is missing or came twice."""
    for before, number in zip(numbers, numbers[1:]):
        if number != before + 1:
            raise Wrong("%s: expected %d behind %d, found %d" % (what, before + 1, before, number))
