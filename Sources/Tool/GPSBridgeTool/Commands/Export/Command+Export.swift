internal import CommandLineTable

extension Command {
  static let export = Command(
    verb: .export,
    summary: "write the track of a recording in another form",
    operands: [
      Command.Operand(placeholder: "FILE|-", help: "a recording of a receiver; - reads standard input")
    ],
    flags: [.output, .trackFormat, .simplify, .gap, .from, .to, .reference, .force],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown, .dataProblems],
    examples: [
      Command.Example(line: "gpsbridge export walk.nmea -o walk.gpx", help: "for nearly every map program"),
      Command.Example(
        line: "gpsbridge export drive.gbr -o drive.kml --simplify 2m",
        help: "a small file, no point farther than 2 m from the line"),
      Command.Example(
        line: "gpsbridge export day.gbr -o noon.csv --from 11:30 --to 12:30", help: "an hour of it"),
      Command.Example(
        line: "gpsbridge export --format geojson - < walk.nmea", help: "from a pipe to a pipe"),
    ])
}
