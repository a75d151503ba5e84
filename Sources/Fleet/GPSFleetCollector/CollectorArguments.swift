internal import GPSBase
internal import GPSFleetLink
internal import GPSFleetProtocol
internal import GPSSystemCalls
internal import GPSWebHost
internal import Glibc

/// The command line of the collector.
struct CollectorArguments {
  enum Action: Hashable { case collect, create, printSchema, help, manual, version, completions(String) }

  /// A command line that can't be used: what was found, and what was expected.
  struct Fault: Error, Hashable, CustomStringConvertible { let description: String }

  private(set) var action = Action.collect
  private(set) var settings: CollectorSettings

  /// Places beside the command line that settings come from.
  struct Surroundings {
    /// The folder of the service manager's credentials.
    var credentials = Kernel.environment("CREDENTIALS_DIRECTORY")
    /// The settings file that is read if the command line names none.
    var file = CollectorFile.usual
  }

  init(_ words: [String], _ surroundings: Surroundings = Surroundings()) throws(Fault) {
    var (flags, values): (Set<String>, [String: String]) = ([], [:])
    var rest = words[...]
    while let word = rest.popFirst() {
      if Self.switches.contains(word) {
        flags.insert(word)
      } else if Self.options.contains(word) {
        guard let value = rest.popFirst() else { throw Fault(description: "\(word) needs a value") }
        guard values.updateValue(value, forKey: word) == nil else {
          throw Fault(description: "\(word) is given twice")
        }
      } else {
        throw Fault(description: "unknown argument '\(VisibleText.replaced(word))'; --help lists all")
      }
    }
    let actions: [(String, Action)] = [
      ("--help", .help), ("-h", .help), ("--version", .version), ("-V", .version), ("--manual", .manual),
      ("--schema", .printSchema), ("--create", .create),
    ]
    action = actions.first { flags.contains($0.0) }?.1 ?? .collect
    if let shell = values["--completions"] { action = .completions(shell) }
    if action == .collect || action == .create {
      try Self.complete(&values, &flags, from: surroundings)
    }
    // Only a collector needs a name; the machine's may not be one.
    let name =
      action == .collect && values["--hosts"] != nil ? values["--name"] ?? Self.machineName() : "collector"
    settings = CollectorSettings(name: try Self.name(name, .collector))
    settings.database = values["--database"] ?? ""
    if values["--database"] == nil, let path = Self.credential("database", surroundings) {
      guard let text = Kernel.text(path, limit: 4096)?.split(whereSeparator: \.isNewline).first else {
        throw Fault(description: "the credential \(Self.prefix)database has no connection string")
      }
      settings.database = String(text)
    }
    guard action == .collect else { return }
    settings.keepsMessages = flags.contains("--archive")
    try fill(from: values, surroundings)
  }

  /// Adds what a settings file has; the command line decides.
  ///
  /// A page of the command line, without brokers and without a named file, is the page alone: the usual file has the brokers of the
  /// collector that runs as a service, and a second one would take its connections.
  private static func complete(
    _ values: inout [String: String], _ flags: inout Set<String>, from surroundings: Surroundings
  ) throws(Fault) {
    guard let path = values["--config"] ?? (Kernel.node(surroundings.file) == nil ? nil : surroundings.file)
    else { return }
    var file = try CollectorFile.read(
      path, options: options.subtracting(["--config", "--completions"]), switches: ["--archive"])
    if values["--page"] != nil, values["--config"] == nil { file.values["--hosts"] = nil }
    values.merge(file.values) { mine, _ in mine }
    flags.formUnion(file.flags)
  }

  private static let switches = Set(
    CollectorOption.all.filter { $0.value == nil }.map { "--" + $0.name } + ["-h", "-V"])
  private static let options = Set(CollectorOption.all.filter { $0.value != nil }.map { "--" + $0.name })

  private mutating func fill(from values: [String: String], _ surroundings: Surroundings) throws(Fault) {
    try fillPage(from: values, surroundings)
    guard let hosts = values["--hosts"] else {
      guard settings.page == nil else { return }
      throw Fault(description: "--hosts is missing, or hosts in \(surroundings.file); --help lists all")
    }
    for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
      do throws(FleetLinkFault) { settings.brokers.append(try BrokerAddress(String(host))) } catch {
        throw Fault(description: error.description)
      }
    }
    if let group = values["--group"] { settings.group = try Self.name(group, .collector).description }
    if let tenant = values["--tenant"] { settings.tenant = try Self.name(tenant, .tenant) }
    if let path = values["--devices"] { settings.devices = try Self.devices(in: path) }
    switch values["--mqtt"] {
    case nil, "5": break
    case "3.1.1": settings.versions = .old
    case let version?:
      throw Fault(description: "found --mqtt '\(VisibleText.replaced(version))'; expected 5 or 3.1.1")
    }
    if let keep = values["--keep"] {
      let days = DurationText.parse(keep).map { $0.components.seconds / 86_400 } ?? 0
      guard days > 0 else {
        throw Fault(description: "found --keep '\(VisibleText.replaced(keep))'; expected days, such as 90d")
      }
      settings.keep = Int(days)
    }
    var access = FleetLinkSettings(settings.brokers[0], client: "")
    (access.authorities, access.certificate, access.key) = (values["--ca"], values["--cert"], values["--key"])
    access.user = values["--user"]
    let password = values["--user"] == nil ? nil : Self.credential("password", surroundings)
    if let path = values["--password-file"] ?? password {
      do throws(FleetLinkFault) { access.password = try FleetLinkSettings.password(inFile: path) } catch {
        throw Fault(description: error.description)
      }
    }
    settings.access = access
  }

  private mutating func fillPage(from values: [String: String], _ surroundings: Surroundings) throws(Fault) {
    settings.page = values["--page"]
    settings.pageNames =
      values["--page-name"]?.split(separator: ",").map(String.init) ?? []
    if let path = values["--token-file"] {
      do throws(TokenFile.Fault) { settings.token = try TokenFile.text(in: path) } catch {
        throw Fault(description: "\(error.message); \(error.advice)")
      }
    } else if let path = Self.credential("token", surroundings) {
      // The service manager restricts the folder; the file's mode may admit the unit's user as a group.
      let text = Kernel.text(path, limit: 1024) ?? ""
      settings.token = text.split(whereSeparator: \.isWhitespace).first.map(String.init)
      guard settings.token?.utf8.count ?? 0 >= 32 else {
        throw Fault(description: "the credential \(Self.prefix)token has no token of at least 32 letters")
      }
    }
    guard settings.page == nil || settings.page?.isEmpty == false else {
      throw Fault(description: "--page needs an address, such as 8949 or *:8949")
    }
  }

  private static let prefix = "gpsbridge-collect."

  /// A file of the service manager, which a unit's `LoadCredential=` puts there if it exists.
  private static func credential(_ name: String, _ surroundings: Surroundings) -> String? {
    guard let folder = surroundings.credentials else { return nil }
    let path = "\(folder)/\(prefix)\(name)"
    return Kernel.node(path) == nil ? nil : path
  }

  private static func name(_ text: String, _ role: FleetName.Role) throws(Fault) -> FleetName {
    do throws(FleetName.Fault) { return try FleetName(text, of: role) } catch {
      throw Fault(description: error.description)
    }
  }

  private static func devices(in path: String) throws(Fault) -> Set<FleetDevice> {
    guard let text = Kernel.text(path, limit: 1 << 26) else {
      throw Fault(description: "can't read the list of devices \(VisibleText.replaced(path))")
    }
    var devices: Set<FleetDevice> = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw Fault(
          description:
            "found '\(VisibleText.replaced(String(line)))' in the list of devices; expected TENANT/DEVICE")
      }
      devices.insert(FleetDevice(tenant: try name(parts[0], .tenant), name: try name(parts[1], .device)))
    }
    return devices
  }

  private static func machineName() -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, text.count - 1) == 0 else { return "collector" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
