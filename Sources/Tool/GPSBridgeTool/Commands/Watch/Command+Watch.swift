internal import CommandLineTable
internal import GPSFormats

extension Command {
  static let watch = Command(
    verb: .watch,
    summary: "print what a receiver says: one record for each epoch",
    operands: [.source],
    flags: [.format, .types, .count, .timeout, .lostTimeout, .reference, .stats],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .notInTime, .lost,
    ],
    examples: [
      Example(line: "gpsbridge watch", help: "the receiver that is plugged in; waits for it"),
      Example(line: "gpsbridge watch /dev/ttyUSB0 --types fix,event", help: "a port, and what happens to it"),
      Example(
        line: "gpsbridge watch --count 10 --timeout 30s", help: "ten records, in half a minute at most"),
      Example(line: "gpsbridge watch morning-walk.nmea", help: "all fixes and skies of a recording"),
      Example(
        line: "gpsbridge watch --types fix - < walk.nmea", help: "fixes only, from a pipe or file"),
      Example(line: "gpsbridge watch walk.nmea --format csv", help: "for a spreadsheet"),
      Example(
        line: "gpsbridge watch old.nmea --reference 2026-11-20", help: "mend dates 1024 weeks off"),
    ],
    printsRecords: true)
}

extension Flag {
  static let format = Flag(
    name: "format",
    value: .word(placeholder: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue)),
    help:
      "ndjson (the default), gpsd (TPV and SKY), nmea (the valid sentences unchanged), csv (one line a fix)")
  static let types = Flag(
    name: "types",
    value: .list(placeholder: "TYPES", choices: RecordType.allCases.map(\.rawValue)),
    help:
      "which records, with commas between them: fix, sky, attitude, event, verdict, device, stats, error; without it "
      + "fix and sky")
  static let reference = Flag(
    name: "reference", value: .text(placeholder: "DATE"),
    help: "a day about when the recording was made, as 2026-11-20: it mends rolled-over week counters")
  static let stats = Flag(
    name: "stats", help: "a record of counts at the end; on standard error where the format is not ndjson")
}
