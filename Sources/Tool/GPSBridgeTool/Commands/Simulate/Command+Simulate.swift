internal import CommandLineTable
internal import SimulatedGPS

extension Command {
  static let simulate = Command(
    verb: .simulate,
    summary: "play a receiver that is not there, for other programs",
    operands: [
      Command.Operand(
        placeholder: "NAME", help: "what happens to it, as tunnel; --list shows all; without it drive",
        suggestions: ScenarioList.summaries.map(\.name), isOptional: true)
    ],
    flags: [.list, .seed, .fixRate, .dialect, .route, .terminal, .duration, .pace],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied],
    examples: [
      Command.Example(
        line: "gpsbridge simulate tunnel --pty /tmp/gps0",
        help: "a port for any program that wants a receiver"),
      Command.Example(
        line: "gpsbridge simulate drive --duration 1h --speed max", help: "an hour of sentences, at once"),
      Command.Example(
        line: "gpsbridge simulate --route tour.gpx --rate 10 --pty auto", help: "along a way of your own"),
    ])
}

extension Flag {
  static let list = Flag(name: "list", help: "show what there is to simulate")
  static let seed = Flag(
    name: "seed", value: .text(placeholder: "N"), help: "a number: the same one brings the same noise back")
  static let fixRate = Flag(
    name: "rate", value: .text(placeholder: "HZ"), help: "fixes a second, as 1, 5 or 10")
  static let dialect = Flag(
    name: "dialect", value: .word(placeholder: "MAKER", choices: Dialect.all.map(\.name)),
    help: "in whose manner it speaks: " + Dialect.all.map(\.name).joined(separator: ", "))
  static let route = Flag(
    name: "route", value: .text(placeholder: "FILE.gpx"),
    help: "a way to go, as the tracks or routes of a GPX file")
}
