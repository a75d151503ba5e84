"""Connects to a socket in a folder, however deep the folder lies."""

import os
import socket


def connected(path: str, seconds: float = 10) -> socket.socket:
    """A connection to the socket at a path. The kernel takes 107 bytes of path, so it is gone to through its folder:
    `/proc/self/fd/N/name` is short wherever N lies."""
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY | os.O_DIRECTORY)
    try:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(seconds)
        try:
            connection.connect(f"/proc/self/fd/{folder}/{os.path.basename(path)}")
        except OSError:
            connection.close()
            raise
        return connection
    finally:
        os.close(folder)
