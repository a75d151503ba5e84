internal import CommandLineTable
internal import Glibc
internal import Texts
internal import ToolFiles
internal import ToolSources

extension Configuration {
  /// Reads all that there is.
  static func load(_ table: CommandTable) throws(Complaint) -> Configuration {
    var configuration = Configuration()
    for path in UserFolders.configurations {
      // A service's user has a home that may be closed to it: nobody can have settled anything for it there.
      guard !isOutOfReach(path) else {
        configuration.outOfReach.append(path)
        continue
      }
      guard let bytes = try SmallFile.read(Array(path.utf8)) else { continue }
      try configuration.read(bytes, from: ShownText.of(path.utf8), table)
    }
    for key in [source] + flags(table).map(\.name) {
      let name = variable(key)
      guard let value = UserFolders.environment(name) else { continue }
      try configuration.settle(Entry(key: key, value: value, origin: name), table)
    }
    return configuration
  }

  /// A file that is there and can't be read is a fault; one that can't even be looked for is none.
  private static func isOutOfReach(_ path: String) -> Bool {
    guard case .failure(let fault) = PathCall.look(Array(path.utf8), followsLinks: true) else { return false }
    return fault.number == EACCES
  }
}

extension SourceName {
  /// Takes an operand apart; without one, the environment or a file of settings says what is meant, or else it is the
  /// receiver that is there.
  init(_ argument: Argument?) throws(Complaint) {
    if let argument {
      try self.init(written: argument)
      return
    }
    guard let settled = try Configuration.load(.gpsbridge)[Configuration.source] else {
      self = .automatic
      return
    }
    do throws(Complaint) {
      try self.init(named: settled.value)
    } catch {
      throw error.because("\(settled.origin) names it")
    }
  }
}
