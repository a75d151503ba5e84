internal import CommandLineTable

extension Command {
  static let version = Command(
    verb: .version, summary: "show the version", operands: [], flags: [], exitCodes: [.done, .usage],
    examples: [Example(line: "gpsbridge version", help: "the same as gpsbridge --version")])
}
