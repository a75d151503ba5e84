internal import CommandLineTable

extension Command {
  static let doctor = Command(
    verb: .doctor,
    summary: "find out what keeps a receiver from working, and what to do",
    operands: [.source],
    flags: [.json, .strict, .listenFor, .bundle, .withRaw, .withPosition, .forceBundle],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown, .needsYou, .onlyWarnings,
    ],
    examples: [
      Example(line: "gpsbridge doctor", help: "the receiver that is plugged in, and this computer"),
      Example(
        line: "gpsbridge doctor /dev/ttyUSB0 --duration 30s", help: "listen to this port for half a minute"),
      Example(line: "gpsbridge doctor walk.nmea", help: "what was the matter when this was recorded"),
      Example(
        line: "gpsbridge doctor --json --strict",
        help: "for a program: status 12 for failures, 13 for warnings"),
      Example(
        line: "gpsbridge doctor --bundle report.txt", help: "a file to show to others, without your position"),
    ])
}

extension Flag {
  static let strict = Flag(name: "strict", help: "end with status 13 where there are only warnings")
  static let listenFor = Flag(
    name: "duration", value: .text(placeholder: "TIME"),
    help: "listen this long, as 10s; without it, as long as it takes, 5 s to 40 s")
  static let bundle = Flag(
    name: "bundle", value: .text(placeholder: "FILE"),
    help: "also write a report to show to others: without serial numbers, and without the position")
  static let withRaw = Flag(name: "with-raw", help: "with --bundle: also what the receiver says in a minute")
  static let withPosition = Flag(name: "with-position", help: "with --with-raw: leave the position in it")
  static let forceBundle = Flag(name: "force", help: "write over a file that is there")
}
