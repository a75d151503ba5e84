"""Times another parser on a file of sentences: other_parsers.py pynmea2|pynmeagps FILE."""
import sys
import time


def main() -> None:
    library, path = sys.argv[1:3]
    with open(path, "rb") as file:
        lines = [line for line in file.read().splitlines() if line.startswith(b"$")]
    if library == "pynmea2":
        import pynmea2
        lines = [line.decode("ascii", "replace") for line in lines]
        parse = pynmea2.parse
    else:
        from pynmeagps import NMEAReader
        parse = NMEAReader.parse
    read = 0
    start = time.perf_counter()
    for line in lines:
        try:
            parse(line)
            read += 1
        except Exception:  # A rejected sentence is not counted.
            pass
    print(f"sentences={read} seconds={time.perf_counter() - start}")


main()
