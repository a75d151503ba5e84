"""gpsd's own programs that fill a terminal, and the part of a terminal that they need."""
import os
import re
import select

from .client import Client, seconds

ROWS, COLUMNS = 40, 120
ESCAPE = re.compile(r"\x1b(?:\[([?0-9;]*)([A-Za-z])|[()][A-Za-z0-9]|([A-Z=>78]))")


class Screen:
    """The screen of a VT100 that ncurses programs write to."""

    def __init__(self):
        self.rows = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.top, self.bottom = 0, ROWS - 1
        self.rest = ""

    def lines(self):
        return ["".join(row).rstrip() for row in self.rows]

    def write(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            letter = text[at]
            if letter == "\x1b":
                match = ESCAPE.match(text, at)
                if match is None and len(text) - at < 20:
                    # The sequence is still incomplete.
                    self.rest = text[at:]
                    return
                at = match.end() if match else at + 1
                if match and (match[2] or match[3]):
                    self.obey(match[2] or match[3], match[1] or "", match[2] is not None)
                continue
            at += 1
            if letter == "\n":
                self.down()
            elif letter == "\r":
                self.column = 0
            elif letter == "\b":
                self.column = max(0, self.column - 1)
            elif letter == "\t":
                self.column = min(COLUMNS - 1, self.column // 8 * 8 + 8)
            elif letter >= " ":
                if self.column == COLUMNS:
                    self.column = 0
                    self.down()
                self.rows[self.row][self.column] = letter
                self.column += 1

    def down(self):
        if self.row == self.bottom:
            self.rows.insert(self.bottom + 1, [" "] * COLUMNS)
            del self.rows[self.top]
        else:
            self.row = min(ROWS - 1, self.row + 1)

    def up(self):
        if self.row == self.top:
            del self.rows[self.bottom]
            self.rows.insert(self.top, [" "] * COLUMNS)
        else:
            self.row = max(0, self.row - 1)

    def obey(self, letter, text, has_bracket):
        numbers = [int(part) if part.isdigit() else 0 for part in text.split(";")] + [0, 0]
        count = max(1, numbers[0])
        if not has_bracket:
            {"M": self.up, "D": self.down}.get(letter, lambda: None)()
        elif letter in "Hf":
            self.row = min(ROWS, max(1, numbers[0])) - 1
            self.column = min(COLUMNS, max(1, numbers[1])) - 1
        elif letter == "A":
            self.row = max(0, self.row - count)
        elif letter == "B":
            self.row = min(ROWS - 1, self.row + count)
        elif letter == "C":
            self.column = min(COLUMNS - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter == "K":
            begin, end = {0: (self.column, COLUMNS), 1: (0, self.column + 1)}.get(numbers[0], (0, COLUMNS))
            self.rows[self.row][begin:end] = [" "] * len(self.rows[self.row][begin:end])
        elif letter == "J":
            self.obey("K", text, True)
            rows = {0: range(self.row + 1, ROWS), 1: range(self.row)}.get(numbers[0], range(ROWS))
            for row in rows:
                self.rows[row] = [" "] * COLUMNS
        elif letter == "r":
            self.top, self.bottom = (numbers[0] or 1) - 1, (numbers[1] or ROWS) - 1
            self.row = self.column = 0


class FullScreen(Client):
    """A program that draws; its screen is read when it has not drawn for a moment, to avoid half an update."""

    def read(self, descriptor):
        screen, has_news = Screen(), False
        while True:
            if not select.select([descriptor], [], [], 0.15)[0]:
                if has_news:
                    self.look(screen.lines())
                has_news = False
                continue
            try:
                chunk = os.read(descriptor, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                self.last_words.extend(line for line in screen.lines() if line)
                os.close(descriptor)
                return
            has_news = True
            screen.write(chunk.decode("utf-8", "replace"))

    def look(self, lines):
        raise NotImplementedError


class CursesGPS(FullScreen):
    """cgps: time, place and mode in a column."""

    name = "cgps"
    needs = {"cgps": "gpsd-clients"}

    def command(self):
        return [self.path("cgps"), self.bench.address]

    def look(self, lines):
        text = "\n".join(lines)
        status = re.search(r"Status: +(NO FIX|2D|3D)", text)
        if status is None:
            return
        mode = {"NO FIX": 1, "2D": 2, "3D": 3}[status[1]]
        moment = re.search(r"Time: +([\d-]+T[\d:.]+Z)", text)
        place = [
            re.search(name + r": +([\d.]+) ([NSEW])", text) for name in ("Latitude", "Longitude")]
        degrees = None
        if all(place):
            degrees = tuple(float(match[1]) * (-1 if match[2] in "SW" else 1) for match in place)
        self.see(seconds(moment[1]) if moment else None, degrees, mode)


class Monitor(FullScreen):
    """gpsmon: the contents of sentences, in panes. Without new ones it continues to show the last ones."""

    name = "gpsmon"
    needs = {"gpsmon": "gpsd-clients"}
    tells_no_fix = False

    def command(self):
        return [self.path("gpsmon"), self.bench.address]

    def look(self, lines):
        text = "\n".join(lines)
        fix = re.search(r"Time: (\S+) +Lat: +(\d+) ([\d.]+)' ([NS]) +Lon: +(\d+) ([\d.]+)' ([EW])", text)
        mode = re.search(r"Mode: [AM]([123])", text)
        if fix and mode:
            degrees = [
                (int(fix[at]) + float(fix[at + 1]) / 60) * (-1 if fix[at + 2] in "SW" else 1) for at in (2, 5)]
            self.see(seconds(fix[1]), tuple(degrees), int(mode[1]))


ALL = [CursesGPS, Monitor]
