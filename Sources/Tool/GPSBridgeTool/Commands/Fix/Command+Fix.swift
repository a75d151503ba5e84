internal import CommandLineTable

extension Command {
  static let fix = Command(
    verb: .fix,
    summary: "print one good position, and end",
    operands: [.source],
    flags: [.minimum, .accuracy, .average, .timeout, .positionFormat, .json],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .notInTime,
    ],
    examples: [
      Example(line: "gpsbridge fix --timeout 60s", help: "where am I, in a minute at most"),
      Example(line: "gpsbridge fix --min 3d --accuracy 5", help: "with a height, and within five metres"),
      Example(
        line: "gpsbridge fix --average 5m --format geo-uri", help: "the mean of five minutes, as a link"),
      Example(line: "gpsbridge fix walk.nmea --format utm", help: "the first position of a recording"),
    ])
}

extension Flag {
  static let minimum = Flag(
    name: "min", value: .word(placeholder: "MODE", choices: FixWish.Mode.allCases.map(\.rawValue)),
    help: "2d (the default), 3d (with a height), or rtk (by carrier phase, ambiguities fixed)")
  static let accuracy = Flag(
    name: "accuracy", value: .text(placeholder: "METRES"),
    help: "the position must be within so many metres of the truth, at 68 %")
  static let average = Flag(
    name: "average", value: .text(placeholder: "TIME"),
    help: "the mean of all positions for this time from the first good one on, as 30s")
  static let positionFormat = Flag(
    name: "format",
    value: .word(placeholder: "FORMAT", choices: PositionFormat.allCases.map(\.rawValue)),
    help:
      "dd (degrees, the default), dms (degrees, minutes, seconds), geo-uri (RFC 5870), json (a fix record), "
      + "maidenhead, utm")
}
