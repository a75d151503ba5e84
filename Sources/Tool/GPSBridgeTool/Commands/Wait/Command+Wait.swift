internal import CommandLineTable

extension Command {
  static let wait = Command(
    verb: .wait,
    summary: "wait until a receiver is there, has a fix, or knows the time",
    operands: [.receiver],
    flags: [.device, .untilFix, .accuracy, .untilTime, .timeout, .json],
    exitCodes: [.done, .unexpected, .usage, .permissionDenied, .notInTime],
    examples: [
      Example(line: "gpsbridge wait --device --timeout 30s", help: "until a receiver can be opened"),
      Example(line: "gpsbridge wait --fix 3d && date", help: "until it knows where it is, and how high"),
      Example(line: "gpsbridge wait --time --timeout 5m", help: "until it knows date and time"),
    ])
}

extension Flag {
  static let device = Flag(name: "device", help: "until the device is there and open")
  static let untilFix = Flag(
    name: "fix", value: .word(placeholder: "MODE", choices: FixWish.Mode.allCases.map(\.rawValue)),
    help:
      "until there is a position: 2d (any; also where nothing is named), 3d (with a height), or rtk (ambiguities fixed)"
  )
  static let untilTime = Flag(
    name: "time",
    help: "until the receiver knows date and time; a date that it calls void (RMC with V) does not count")
}
