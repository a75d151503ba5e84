internal import CommandLineTable

extension Command {
  static let replay = Command(
    verb: .replay,
    summary: "play a recording as it was, for other programs",
    operands: [
      Command.Operand(placeholder: "FILE", help: "a recording, of gpsbridge record or of another program")
    ],
    flags: [.pace, .loop, .beginning, .terminal],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown],
    examples: [
      Command.Example(
        line: "gpsbridge replay walk.gbr --pty /tmp/gps0", help: "a port that speaks as the receiver did"),
      Command.Example(
        line: "gpsbridge replay walk.gbr --speed 10x", help: "to standard output, ten times as fast"),
      Command.Example(line: "gpsbridge replay walk.nmea --speed max", help: "all at once"),
    ])
}

extension Flag {
  static let loop = Flag(name: "loop", help: "begin anew when it is through, until Ctrl-C")
  static let beginning = Flag(
    name: "from", value: .text(placeholder: "TIME"),
    help: "leave out so much of the beginning, as 90s or 10min")
}
