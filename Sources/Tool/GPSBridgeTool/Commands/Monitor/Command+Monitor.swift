internal import CommandLineTable
internal import GPSFormats
internal import MonitorScreen
internal import TerminalKit

extension Command {
  static let monitor = Command(
    verb: .monitor,
    summary: "show a receiver live, and why there is no fix",
    operands: [.source],
    flags: [
      .line, .once, .noSky, .units, .coordinates, .colour, .ascii, .frames, .filter, .recordBeside, .force,
      .json,
    ],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .lost],
    examples: [
      Example(line: "gpsbridge monitor", help: "the receiver that is plugged in, or that will be"),
      Example(line: "gpsbridge monitor sim:coldstart", help: "a simulated one that starts from nothing"),
      Example(line: "gpsbridge monitor /dev/ttyUSB0 --coords dms --units nautical", help: "for a chart"),
      Example(line: "gpsbridge monitor sim:multi", help: "three receivers; tab goes from one to the next"),
      Example(
        line: "gpsbridge monitor --record walk.gbr", help: "keep all that is said, for replay and export"),
      Example(line: "gpsbridge monitor walk.nmea", help: "a recording, at the pace it was made"),
      Example(line: "gpsbridge monitor | tee walk.txt", help: "one line for each epoch"),
    ])
}

extension Flag {
  static let line = Flag(
    name: "line", help: "one line for each epoch and no screen; without a terminal that is so by itself")
  static let once = Flag(
    name: "once", help: "print one screen as soon as there is something to see, six seconds at most, and end")
  static let noSky = Flag(name: "no-sky", help: "leave out the plot of the sky")
  static let units = Flag(
    name: "units", value: .word(placeholder: "UNITS", choices: Units.allCases.map(\.rawValue)),
    help: "metric, imperial or nautical; without it GPSBRIDGE_UNITS, or what the locale measures in")
  static let coordinates = Flag(
    name: "coords", value: .word(placeholder: "FORM", choices: CoordinateStyle.allCases.map(\.rawValue)),
    help: "degrees (dd), with minutes (dm), with seconds (dms), utm or maidenhead")
  static let colour = Flag(
    name: "color",
    value: .word(placeholder: "WHEN", choices: TerminalRules.ColourChoice.allCases.map(\.rawValue)),
    help: "auto (the default), always or never; NO_COLOR and CLICOLOR_FORCE are heeded")
  static let ascii = Flag(
    name: "ascii", help: "draw with plain characters; where the locale is not UTF-8 that is so by itself")
  static let filter = Flag(
    name: "filter", value: .word(placeholder: "FILTER", choices: ["none", "static"]),
    help:
      "static holds the position while the receiver stands, and says so; none (the default) shows it as it comes"
  )
  static let recordBeside = Flag(
    name: "record", value: .text(placeholder: "FILE|DIR"),
    help: "also keep what is said, byte by byte, with the times; in a folder, a file for each receiver")
  static let frames = Flag(
    name: "rate", value: .text(placeholder: "N"),
    help: "draw at most so many times a second, 1 to 30; 10 without it"
  )
}
