internal import GPSBase
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost
internal import Glibc

struct CollectorArguments {
  enum Action: Hashable {
    case collect, create, printSchema, help, manual, version
    case completions(String)
    case enroll(EnrollmentCommand)
  }

  typealias Fault = EnrollmentCommand.Fault

  private(set) var action = Action.collect
  private(set) var settings = CollectorSettings()

  /// Sources of settings besides the command line.
  struct Surroundings {
    var credentials = Kernel.environment("CREDENTIALS_DIRECTORY")
    /// The settings file that is read if the command line names none.
    var file = CollectorFile.usual
  }

  init(_ words: [String], _ surroundings: Surroundings = Surroundings()) throws(Fault) {
    var (flags, values, rest): (Set<String>, [String: String], [String]) = ([], [:], [])
    var open = words[...]
    while let word = open.popFirst() {
      if Self.switches.contains(word) {
        flags.insert(word)
      } else if Self.options.contains(word) {
        guard let value = open.popFirst() else { throw Fault(description: "\(word) needs a value") }
        guard values.updateValue(value, forKey: word) == nil else {
          throw Fault(description: "\(word) is given twice")
        }
      } else if !word.hasPrefix("-"), EnrollmentCommand.subjects.contains(rest.first ?? word) {
        rest.append(word)
      } else {
        throw Fault(description: "unknown argument '\(VisibleText.replaced(word))'; --help lists all")
      }
    }
    let actions: [(String, Action)] = [
      ("--help", .help), ("-h", .help), ("--version", .version), ("-V", .version), ("--manual", .manual),
      ("--schema", .printSchema), ("--create", .create),
    ]
    if let shell = values["--completions"] {
      action = .completions(shell)
    } else if let found = actions.first(where: { flags.contains($0.0) }) {
      action = found.1
    } else if !rest.isEmpty {
      action = .enroll(try EnrollmentCommand(rest, &values))
    }
    if let stranger = values.keys.sorted().first(where: CollectorOption.ofCommands.contains) {
      throw Fault(description: "\(stranger) is not expected here; --help lists the commands that take it")
    }
    switch action {
    case .collect, .create, .enroll: try Self.complete(&values, from: surroundings)
    case .printSchema, .help, .manual, .version, .completions: return
    }
    settings.database = values["--database"] ?? ""
    if values["--database"] == nil, let path = Self.credential("database", surroundings) {
      guard let text = Kernel.text(path, limit: 4096)?.split(whereSeparator: \.isNewline).first else {
        throw Fault(description: "the credential \(Self.prefix)database has no connection string")
      }
      settings.database = String(text)
    }
    guard action == .collect else { return }
    try fill(from: values, surroundings)
  }

  /// Adds the settings of a file, which the command line overrides.
  ///
  /// If the command line requests a page and names no file, only the page runs, because the usual file has the address
  /// of the collector service.
  private static func complete(_ values: inout [String: String], from surroundings: Surroundings)
    throws(Fault)
  {
    guard let path = values["--config"] ?? (Kernel.node(surroundings.file) == nil ? nil : surroundings.file)
    else { return }
    var file = try CollectorFile.read(
      path,
      options: options.subtracting(CollectorOption.ofCommands).subtracting(["--config", "--completions"]))
    if values["--page"] != nil, values["--config"] == nil { file["--listen"] = nil }
    values.merge(file) { mine, _ in mine }
  }

  private static let switches = Set(
    CollectorOption.all.filter { $0.value == nil }.map { "--" + $0.name } + ["-h", "-V"])
  private static let options = Set(CollectorOption.all.filter { $0.value != nil }.map { "--" + $0.name })

  private mutating func fill(from values: [String: String], _ surroundings: Surroundings) throws(Fault) {
    (settings.listen, settings.page) = (values["--listen"], values["--page"])
    settings.names = values["--page-name"]?.split(separator: ",").map(String.init) ?? []
    guard settings.listen != nil || settings.page != nil else {
      throw Fault(description: "--listen is missing, or listen in \(surroundings.file); --help lists all")
    }
    for (flag, address) in [("--listen", settings.listen), ("--page", settings.page)]
    where address?.isEmpty == true {
      throw Fault(description: "\(flag) needs an address, such as 8950 or *:8950")
    }
    for address in values["--proxy"]?.split(separator: ",").map(String.init) ?? [] {
      settings.proxies.insert(try Self.proxy(address))
    }
    if let text = values["--connections"] {
      guard let count = Int(text), 1...32 ~= count else {
        throw Fault(found: "--connections \(text)", "1 to 32")
      }
      settings.connections = count
    }
    try readToken(values["--token-file"], surroundings)
  }

  /// The address of a proxy, in the form in which its connections are counted.
  private static func proxy(_ text: String) throws(Fault) -> EndAddress {
    var (four, six) = (in_addr(), in6_addr())
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      return EndAddress.four(UInt32(bigEndian: four.s_addr), port: 0).network
    }
    guard unsafe inet_pton(AF_INET6, text, &six) == 1 else {
      throw Fault(found: "--proxy \(text)", "numeric addresses, such as 10.0.0.5,fd00::5")
    }
    let (high, low) = unsafe withUnsafeBytes(of: six) { bytes in
      unsafe (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    return EndAddress.six(high, low, port: 0).network
  }

  private mutating func readToken(_ path: String?, _ surroundings: Surroundings) throws(Fault) {
    if let path {
      do throws(TokenFile.Fault) { settings.token = try TokenFile.text(in: path) } catch {
        throw Fault(description: "\(error.message); \(error.remedy)")
      }
    } else if let path = Self.credential("token", surroundings) {
      // The service manager restricts the folder; the file's mode may admit the unit's user as a group.
      let text = Kernel.text(path, limit: 1024) ?? ""
      settings.token = text.split(whereSeparator: \.isWhitespace).first.map(String.init)
      guard settings.token?.utf8.count ?? 0 >= 32 else {
        throw Fault(description: "the credential \(Self.prefix)token has no token of at least 32 letters")
      }
    }
  }

  private static let prefix = "gpsbridge-collect."

  /// A file of the service manager, which a unit's `LoadCredential=` puts there if it exists.
  private static func credential(_ name: String, _ surroundings: Surroundings) -> String? {
    guard let folder = surroundings.credentials else { return nil }
    let path = "\(folder)/\(prefix)\(name)"
    return Kernel.node(path) == nil ? nil : path
  }
}
