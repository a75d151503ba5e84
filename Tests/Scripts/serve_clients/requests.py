"""Damaged and unusual requests that programs really send, each over its own connection."""
import json
import sys

from .client import Client
from .receiver import position


class Request(Client):
    """Sends one request, and prints the answers."""

    has_terminal = False
    request = ""
    source = """
import socket, sys
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
connection.sendall(sys.argv[2].encode())
for line in connection.makefile("rb"):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""

    def command(self):
        return [sys.executable, "-u", "-c", self.source, str(self.bench.service.port), self.request]

    def line(self, text):
        if text.startswith('{"class":"TPV"'):
            self.see_report(json.loads(text))


class CutInKey(Request):
    """What gpspipe 3.22 sends with all of its flags."""

    name = "request cut within a key"
    request = '?WATCH={"enable":true,"json":true,"nmea":true,"scaled":true,"split24":true,"pps\n'


class CutInValue(Request):
    name = "request cut within a value"
    request = '?WATCH={"json":true,"enable":tru\n'


class WithoutBrace(Request):
    name = "request without its brace"
    request = '?WATCH={"enable":true,"json":true\n'


class WrongType(Request):
    name = "request with a wrong type"
    request = '?WATCH={"enable":true,"json":true,"raw":"no"};\n'


class EmptyDevice(Request):
    name = "request with an empty device"
    request = '?WATCH={"enable":true,"json":true,"device":""};\n'


class NullMembers(Request):
    name = "request with null members"
    request = '?WATCH={"enable":true,"json":true,"raw":null,"pps":null,"device":null};\n'


class NullEnable(Request):
    name = "request with null for enable"
    request = '?WATCH={"enable":null,"json":true};\n'


class QGIS(Request):
    """QGIS writes the device without quotes."""

    name = "request of QGIS"
    request = '?WATCH={"enable":true,"nmea":true,"raw":true,"device":/dev/ttyUSB0};'
    shows_mode = tells_no_fix = False

    def line(self, text):
        found = position(text)
        if found:
            self.see(*found, None)


ALL = [CutInKey, CutInValue, WithoutBrace, WrongType, EmptyDevice, NullMembers, NullEnable, QGIS]
