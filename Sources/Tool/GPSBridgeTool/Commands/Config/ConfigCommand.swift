internal import GPSSystemCalls
internal import GPSBridge
internal import Glibc
internal import GPSBase

/// `gpsbridge config`: prints the settings, or checks their files.
struct ConfigCommand: VerbRun {
  private let isCheck: Bool
  private let showsOrigin: Bool
  private let table: CommandTable
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) {
    (table, self.output) = (parsed.table, output)
    isCheck = parsed.operand(0)?.text == "check"
    showsOrigin = parsed.has(.origin)
  }

  func run() throws(ToolError) -> ExitCode {
    let configuration = Configuration.all(table)
    let faults = faults(of: configuration)
    if !isCheck, let fault = faults.first { throw fault }
    for fault in faults.dropLast() { ErrorReport.say(fault.text) }
    if let fault = faults.last { throw fault }
    for path in configuration.outOfReach {
      ErrorReport.say(
        "note: \(VisibleText.escaped(path.utf8)) is skipped: you may not enter a folder on its path\n")
    }
    guard !isCheck else {
      let count =
        configuration.entries.count + configuration.receivers.flatMap(\.wishes).count
        + configuration.groups.flatMap(\.settings).count
      ErrorReport.say(
        count == 0
          ? "nothing is set; a file would be \(UserFolders.configurations.last ?? "/etc/gpsbridge/config.json5")\n"
          : "\(Plural.of(count, "setting")), all right\n")
      return .done
    }
    output.write(text: ConfigListing(configuration, showsOrigin: showsOrigin).text)
    return .done
  }

  /// The faults of files, then of variables.
  private func faults(of configuration: Configuration) -> [ToolError] {
    var faults = configuration.faults
    if let source = configuration[Configuration.source] {
      do throws(ToolError) {
        let name = try SourceName(named: source.value)
        if case .simulated(let text) = name, try SimulatedSeveral.open(text) == nil {
          _ = try LiveSource.open(name, table)
        }
      } catch { faults.append(error.because("\(source.origin) names it")) }
    }
    _ = ReceiverProfiles(configuration, &faults)
    for settings in configuration.groups where settings.faults.isEmpty {
      do throws(ToolError) { try settings.group.check(settings) } catch { faults.append(error) }
    }
    return isCheck ? faults + faultsOfEnvironment : faults
  }

  /// The variables that look like a misspelled setting, which are refused as unknown keys in files are.
  private var faultsOfEnvironment: [ToolError] {
    let known =
      ([Configuration.source, Configuration.warmStart]
      + table.groups.filter { $0.variable != nil }.map(\.name) + Configuration.flags.map(\.name))
      .map(Configuration.variable)
    let prefix = "GPSBRIDGE_"
    let ends = known.map { String($0.dropFirst(prefix.count)) }
    let names = UserFolders.environmentNames.filter { $0.hasPrefix(prefix) }
    return names.sorted().filter { !known.contains($0) }.compactMap { name in
      // A name that resembles no setting may belong to another program, such as a build of this one.
      guard let near = NearestName.find(to: String(name.dropFirst(prefix.count)), among: ends) else {
        return nil
      }
      return ToolError(
        code: "bad_configuration", exit: .usage,
        message: "no setting has the variable \(VisibleText.escaped(name.utf8))",
        reason: "known: \(known.joined(separator: ", "))", remedy: "did you mean \(prefix)\(near)?")
    }
  }
}

extension Configuration {
  /// Reads all files and variables.
  ///
  /// - Throws: The first fault, unless it is one of a group.
  package static func load(_ table: CommandTable) throws(ToolError) -> Configuration {
    let configuration = all(table)
    if let fault = configuration.commonFault { throw fault }
    return configuration
  }

  /// Reads all files and variables, with their faults.
  static func all(_ table: CommandTable) -> Configuration {
    var configuration = Configuration(table)
    for path in UserFolders.configurations {
      // A service's user may have no access to its home; then there are no settings there.
      guard !isOutOfReach(path) else {
        configuration.outOfReach.append(path)
        continue
      }
      configuration.collect { (configuration) throws(ToolError) in
        guard let bytes = try SmallFile.read(Array(path.utf8), pipes: false) else { return }
        configuration.take(bytes, from: VisibleText.escaped(path.utf8))
      }
    }
    for key in [source, warmStart] + flags.map(\.name) {
      let name = variable(key)
      guard let value = UserFolders.environment(name) else { continue }
      configuration.collect { (configuration) throws(ToolError) in
        try configuration.settle(Entry(key: key, value: value, origin: name))
      }
    }
    configuration.collect { (configuration) throws(ToolError) in
      try configuration.settle(UserFolders.environment)
    }
    return configuration
  }

  /// An unreadable file is an error; a folder that can't be searched is not.
  private static func isOutOfReach(_ path: String) -> Bool {
    do throws(Errno) { _ = try Kernel.look(path.utf8) } catch { return error == .accessDenied }
    return false
  }
}

// MARK: - Command line

extension Verb {
  static let config = Verb("config", ConfigCommand.self) {
    Command(
      .setUp, summary: "show the settings of this program, or check their files",
      description: "Settings come from files and from variables, which override files; flags override both.",
      operands: [
        Operand(
          placeholder: "ACTION", help: "show the settings in effect, or check all files for faults",
          choices: ["show", "check"])
      ],
      flags: [.origin],
      exitCodes: [.done, .usage, .permissionDenied],
      examples: [
        Example("gpsbridge config show --origin", "each setting with its file and line"),
        Example("gpsbridge config check", "look for faults after an edit"),
      ], sections: Configuration.sections)
  }
}

extension Flag {
  static let origin = Flag(
    "origin", help: "show where each setting comes from: a file and its line, or a variable")
}
