internal import GPSBase

/// `gpsbridge manual FOLDER`: writes the manual pages, for packages and `make install`.
struct ManualCommand: VerbRun {
  private let parsed: ParsedArguments

  init(_ parsed: ParsedArguments, _: ByteOutput) { self.parsed = parsed }

  func run() throws(ToolError) -> ExitCode {
    let folder = parsed.operand(0) ?? Argument(".")
    for page in parsed.table.manual {
      let path = folder.bytes + Array("/\(page.manualName).1".utf8)
      try SmallFile.write(Array(page.manual.utf8), to: path)
    }
    return .done
  }
}

extension Verb {
  static let manual = Verb("manual", ManualCommand.self) {
    Command(
      .setUp, summary: "write the manual pages into a folder",
      description: "Writes gpsbridge.1 and one page for each verb, and replaces existing pages.",
      operands: [
        Operand(placeholder: "FOLDER", help: "an existing folder, such as /usr/local/share/man/man1")
      ],
      flags: [],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied],
      examples: [Example("gpsbridge manual build/man1", "what make install does")], isHidden: true)
  }
}
