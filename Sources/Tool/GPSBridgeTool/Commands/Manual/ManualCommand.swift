internal import CommandLineTable
internal import ToolFiles

/// `gpsbridge manual FOLDER`: writes the manual pages, for packages and `make install`.
struct ManualCommand {
  private let folder: Argument

  init(_ parsed: ParsedArguments) throws(Complaint) { folder = parsed.operand(0) ?? Argument(".") }

  func run() throws(Complaint) -> ExitCode {
    for page in ManualPage(.gpsbridge, version: Tool.version).all {
      try SmallFile.write(Array(page.text.utf8), to: folder.bytes + Array("/\(page.name)".utf8))
    }
    return .done
  }
}
