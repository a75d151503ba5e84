internal import CommandLineTable

extension Command {
  static let record = Command(
    verb: .record,
    summary: "keep what a receiver says, byte by byte, with the times",
    operands: [.receiver],
    flags: [.recordOutput, .raw, .rotate, .maxSize, .duration, .force],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .notInTime, .lost,
    ],
    examples: [
      Command.Example(line: "gpsbridge record -o walk.gbr", help: "until Ctrl-C; export and replay read it"),
      Command.Example(
        line: "gpsbridge record /dev/ttyACM0 -o . --duration 10min", help: "a file named by its time"),
      Command.Example(
        line: "gpsbridge record -o /var/lib/gpsbridge --rotate 1d --max-size 2G",
        help: "for ever: a file a day, the oldest ones go"),
      Command.Example(
        line: "gpsbridge record -o walk.nmea", help: "the bytes alone, for other programs"),
    ])
}

extension Flag {
  static let recordOutput = Flag(
    name: "output", short: "o", value: .text(placeholder: "FILE|DIR"),
    help:
      "the file to write, or a folder for files named by their times; .nmea, .ubx and .raw hold the bytes alone"
  )
  static let raw = Flag(name: "raw", help: "write the bytes alone, without times and without a header")
  static let rotate = Flag(
    name: "rotate", value: .text(placeholder: "TIME|SIZE"),
    help: "in a folder: begin another file each day (1d), hour (1h), or when one has this size (100M)")
  static let maxSize = Flag(
    name: "max-size", value: .text(placeholder: "SIZE"),
    help: "in a folder: remove the oldest recordings beyond this size, as 2G; for a file: end there")
  static let duration = Flag(
    name: "duration", value: .text(placeholder: "TIME"), help: "end after this time, as 5min")
}
