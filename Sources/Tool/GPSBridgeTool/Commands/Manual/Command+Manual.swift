internal import CommandLineTable

extension Command {
  static let manual = Command(
    verb: .manual,
    summary: "write the manual pages into a folder",
    operands: [Operand(placeholder: "FOLDER", help: "a folder that is there, as /usr/local/share/man/man1")],
    flags: [],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied],
    examples: [Example(line: "gpsbridge manual build/man1", help: "what make install does")],
    isHidden: true)
}
