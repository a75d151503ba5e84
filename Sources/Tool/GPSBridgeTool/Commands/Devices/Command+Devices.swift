internal import CommandLineTable

extension Command {
  static let devices = Command(
    verb: .devices,
    summary: "list the serial ports, what is behind them, what selects them",
    operands: [],
    flags: [.all, .probe, .watchPorts, .timeout, .complete, .json],
    exitCodes: [.done, .unexpected, .usage, .notFound],
    examples: [
      Example(line: "gpsbridge devices", help: "what may be a receiver"),
      Example(line: "gpsbridge devices --all --json", help: "every port, for a program"),
      Example(
        line: "gpsbridge devices --probe", help: "open each and listen; boards behind them may restart"),
      Example(line: "gpsbridge devices --watch", help: "a line for each that is plugged in or pulled out"),
    ])
}

extension Flag {
  static let all = Flag(name: "all", help: "also those that are known to be no receivers")
  static let probe = Flag(
    name: "probe",
    help: "open each port that is free and listen, 5s or as --timeout says; this restarts some boards")
  static let watchPorts = Flag(
    name: "watch", help: "go on, with a line for each port that comes, changes or goes")
  static let complete = Flag(name: "complete", help: "only what may stand for SOURCE, one a line")
}
