#!/usr/bin/env python3
"""Writes a long walk without a gap, as sentences: make-long-log.py MEGABYTES > long.nmea

Nothing here was measured. The path winds, so that a simplified track keeps some of its points.
"""
import math
import sys


def sentence(body):
    check = 0
    for letter in body.encode():
        check ^= letter
    return f"${body}*{check:02X}\r\n"


def angle(degrees, width, letters):
    minutes = abs(degrees) * 60
    return f"{int(minutes // 60):0{width}d}{minutes % 60:08.5f},{letters[degrees < 0]}"


def main():
    left = int(float(sys.argv[1]) * 1_000_000)
    latitude, longitude, second = 48.0, 11.0, 0
    while left > 0:
        lines = []
        for _ in range(1000):
            course = (second / 40 + 60 * math.sin(second / 97)) % 360
            latitude += math.cos(math.radians(course)) * 10 / 111_195
            longitude += math.sin(math.radians(course)) * 10 / 74_400
            day, time = divmod(second, 86_400)
            month, day = divmod(day, 28)
            clock = f"{time // 3600:02d}{time // 60 % 60:02d}{time % 60:02d}.00"
            place = f"{angle(latitude, 2, 'NS')},{angle(longitude, 3, 'EW')}"
            date = f"{day + 1:02d}{month % 12 + 1:02d}{26 + month // 12:02d}"
            lines.append(sentence(f"GNRMC,{clock},A,{place},19.4,{course:.1f},{date},,,A"))
            lines.append(sentence(f"GNGGA,{clock},{place},1,12,0.8,{500 + second % 50}.0,M,46.9,M,,"))
            second += 1
        text = "".join(lines)
        left -= len(text)
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
