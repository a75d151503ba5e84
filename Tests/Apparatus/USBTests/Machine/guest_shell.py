"""Runs a shell command inside the virtual machine.

The machine's agent (guest/agent) reads one request a line and answers with one line:

    NUMBER SECONDS BASE64(command) .
    =NUMBER STATUS BASE64(output)

The full stop shows that a request is whole. An empty line goes before each, which ends whatever an earlier client left
half written.
"""

import base64
import os
import time

from .unix_socket import connected


class GuestShell:
    """A line to the agent of a running machine."""

    def __init__(self, folder: str):
        self.socket = connected(os.path.join(folder, "agent.sock"))
        self.received = b""
        self.requests = 0

    def close(self):
        self.socket.close()

    def run(self, command: str, seconds: float = 30) -> "tuple[int, str]":
        """Runs a command; its status and its output."""
        self.requests += 1
        number = f"{os.getpid()}.{self.requests}"
        text = base64.b64encode(command.encode()).decode()
        end = time.monotonic() + seconds + 5
        # The machine ends the command itself; we wait a little longer for its answer.
        self.socket.sendall(f"\n{number} {int(seconds)} {text} .\n".encode())
        while time.monotonic() < end:
            answer = self._answer(number, end)
            if answer:
                return answer
        raise TimeoutError(f"the machine does not answer within {seconds:g} s: {command}")

    def _answer(self, number: str, end: float) -> "tuple[int, str] | None":
        self.socket.settimeout(max(0.01, end - time.monotonic()))
        try:
            piece = self.socket.recv(65536)
        except TimeoutError:
            return None
        if not piece:
            raise EOFError("the machine is gone: its time was up, or it crashed")
        *lines, self.received = (self.received + piece).split(b"\n")
        for line in lines:
            words = line.decode("ascii", "replace").split()
            if len(words) >= 2 and words[0] == f"={number}":
                return int(words[1]), base64.b64decode(words[2] if len(words) > 2 else "").decode(errors="replace")
        return None
