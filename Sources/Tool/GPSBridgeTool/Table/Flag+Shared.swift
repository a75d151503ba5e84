// Flags that mean the same in every command that has them.

internal import CommandLineTable
internal import GNSS
internal import GPSFormats

extension Flag {
  static let timeout = Flag(
    name: "timeout", value: .text(placeholder: "TIME"),
    help: "end after this time, as 30s, 5min or 1h30m; without it, wait for ever")
  static let count = Flag(
    name: "count", short: "n", value: .text(placeholder: "N"), help: "end after so many records")
  static let lostTimeout = Flag(
    name: "lost-timeout", value: .text(placeholder: "TIME"),
    help: "end with status 8 when the receiver has been away for this time; without it, wait for it")
}

extension ParsedArguments {
  /// The day behind a flag; nil if the flag was not given.
  func day(_ flag: Flag) throws(Complaint) -> CivilDate? {
    guard let text = value(of: flag) else { return nil }
    if let day = DayText.parse(text) { return day }
    throw Usage.wrongForm(
      flag, text, expected: DayText.isFormed(text) ? "the calendar has no such day" : DayText.form,
      "write it like --\(flag.name) 2026-11-20")
  }
}
