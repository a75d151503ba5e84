internal import CommandLineTable

extension Command {
  static let stats = Command(
    verb: .stats,
    summary: "tell how good a recording, or some minutes of a receiver, are",
    operands: [.source],
    flags: [.duration, .reference, .json, .plainPlots],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .notInTime, .lost,
    ],
    examples: [
      Command.Example(line: "gpsbridge stats walk.gbr", help: "fix rate, gaps, signals, accuracy, speed"),
      Command.Example(line: "gpsbridge stats --duration 5min", help: "the receiver that is plugged in"),
      Command.Example(line: "gpsbridge stats --json walk.nmea", help: "one record, for programs"),
    ])
}

extension Flag {
  static let plainPlots = Flag(name: "ascii", help: "draw with plain letters only")
}
