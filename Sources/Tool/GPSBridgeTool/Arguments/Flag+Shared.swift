// Flags that mean the same in every command that has them.

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
