internal import GPSBase

/// The user's permanent settings: the source, and default values of flags.
///
/// They are read from `/etc/gpsbridge`, then from `$XDG_CONFIG_HOME/gpsbridge` (in each `config.json5`, then
/// `config.d/*.json5`), then from the environment (`GPSBRIDGE_UNITS`). Later values replace earlier ones, and
/// a flag on the command line takes precedence.
package struct Configuration {
  /// A setting and its origin.
  struct Entry: Hashable {
    var key: String
    var value: String
    /// A file and line, or an environment variable.
    var origin: String
  }

  /// The faults of the files and variables, in the order of reading.
  private(set) var faults: [ToolError] = []
  /// Files that may exist in a folder that can't be searched.
  var outOfReach: [String] = []
  /// The settings, without duplicates, sorted.
  private(set) var entries: [Entry] = []
  /// The wishes for receivers, in the order of reading.
  private(set) var receivers: [ReceiverProfileText] = []
  /// The groups of settings, in the order of listings.
  private(set) var groups: [FlagSettings]

  package init(_ table: CommandTable) { groups = table.groups.map { FlagSettings($0) } }

  /// The settings of a group; throws its first fault.
  package subscript(group: SettingsGroup) -> FlagSettings {
    get throws(ToolError) {
      let settings = groups.first { $0.group.name == group.name } ?? FlagSettings(group)
      if let fault = settings.faults.first { throw fault }
      return settings
    }
  }

  /// The first fault outside of groups; a group's faults stop only the commands that read the group.
  var commonFault: ToolError? {
    let others = groups.flatMap(\.faults)
    return faults.first { !others.contains($0) }
  }

  /// The flags that can be set permanently.
  static let flags: [Flag] = [.units, .coordinates, .color, .ascii]

  static func isUsed(by command: Command) -> Bool { command.flags.contains(where: flags.contains) }

  static let source = "source"
  static let receivers = "receivers"
  static let warmStart = "warm_start"

  static func sections(_ table: CommandTable) -> [ProgramPage.Section] {
    [
      .init("settings", .columns(help(table) + helpOfFiles(table))), .init("files", .rows(files)),
      .init("environment", .columns(variables(table))),
    ]
  }

  /// The settings and their values.
  private static func help(_ table: CommandTable) -> [ProgramPage.Entry] {
    [
      .init(source, "the source if none is named, such as usb:1546:01a8"),
      .init(warmStart, "true or false: whether to store the satellite data of a u-blox and restore it"),
    ]
      + flags.map { flag in
        let values = flag.value == .none ? "true or false" : flag.choices.joined(separator: ", ")
        let commands = table.shownCommands.filter { $0.flags.contains { $0.name == flag.name } }.map(\.name)
        return .init(flag.name, "\(values); as --\(flag.name) of \(commands.joined(separator: " and "))")
      }
  }

  /// Settings that only files can have.
  private static func helpOfFiles(_ table: CommandTable) -> [ProgramPage.Entry] {
    [
      .init(
        receivers,
        "settings of receivers at each plug-in, by place, serial number or kind:"
          + " { 'usb:1546:01a8': { rate: 5, model: 'automotive' } }, with the flags of gpsbridge-configure(1) as keys"
      )
    ] + table.groups.map { .init($0.name, $0.help()) }
  }

  /// The files of the settings, in the order of reading.
  static let files: [ProgramPage.Entry] = [
    .init("/etc/gpsbridge/config.json5", "the settings of all users, in JSON5"),
    .init("/etc/gpsbridge/config.d/*.json5", "more of them"),
    .init("$XDG_CONFIG_HOME/gpsbridge/config.json5", "the settings of this user, which override them"),
    .init("$XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "more of them"),
  ]

  /// The variables that override settings of files.
  static func variables(_ table: CommandTable) -> [ProgramPage.Entry] {
    help(table).map { .init(variable($0.term), "the setting \($0.term), which overrides the files") }
      + table.groups.compactMap { group in group.variable.map { .init(variable(group.name), $0.help) } }
  }

  /// The environment variable that overrides a setting of the files.
  static func variable(_ key: String) -> String { "GPSBRIDGE_" + key.uppercased() }

  /// Adds the settings of a file.
  ///
  /// - Throws: The first fault.
  package mutating func read(_ bytes: [UInt8], from path: String) throws(ToolError) {
    take(bytes, from: path)
    if let fault = faults.first { throw fault }
  }

  /// Adds the settings of a file, and its faults.
  mutating func take(_ bytes: [UInt8], from path: String) {
    // An empty file is valid and sets nothing.
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    let root: JSON5
    do throws(JSON5Error) { root = try JSON5Reader.read(bytes) } catch {
      return faults.append(
        Self.wrong(path, error.line, "this is not JSON5", "expected: \(error.expected)", "correct that line"))
    }
    guard case .object(let members) = root.content else {
      return faults.append(
        Self.wrong(path, root.line, "it is not an object", "expected: { key: value }", "put braces around it")
      )
    }
    for member in members {
      if member.key == Self.receivers {
        receivers += ReceiverProfileText.all(in: member, of: path, &faults)
      } else if let group = groups.firstIndex(where: { $0.group.name == member.key }) {
        let count = groups[group].faults.count
        groups[group].read(member, of: path)
        faults += groups[group].faults[count...]
      } else {
        collect { (configuration) throws(ToolError) in try configuration.take(member, of: path) }
      }
    }
  }

  /// Runs a closure on the settings, and adds its fault.
  mutating func collect(_ body: (inout Configuration) throws(ToolError) -> Void) {
    do throws(ToolError) { try body(&self) } catch { faults.append(error) }
  }

  private mutating func take(_ member: JSON5.Member, of path: String) throws(ToolError) {
    let known =
      [Self.source, Self.warmStart, Self.receivers] + groups.map(\.group.name) + Self.flags.map(\.name)
    guard known.contains(member.key) else {
      let near = NearestName.find(to: member.key, among: known)
      throw Self.wrong(
        path, member.line, "there is no setting \(VisibleText.escaped(member.key.utf8))",
        "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
    }
    if member.key == Self.source, member.value.text == nil {
      throw Self.wrong(
        path, member.line, "source can't have this value", "expected: a string, as on a command line",
        "write it like source: \"usb:1546:01a8\"")
    }
    guard let value = Self.text(member.value) else {
      throw Self.wrong(
        path, member.line, "\(member.key) can't have this value",
        "expected: a string, a number, true or false", "write it like \(member.key): \"…\"")
    }
    try settle(Entry(key: member.key, value: value, origin: "\(path):\(member.line)"))
  }

  /// Whether receivers' navigation data is kept.
  var keepsMemory: Bool { self[Self.warmStart]?.value != "false" }

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }

  /// Sets the flags of a command line that have a setting and are not given.
  package func fill(_ parsed: inout ParsedArguments) {
    for flag in parsed.command?.flags ?? [] where !parsed.has(flag) {
      guard let entry = self[flag.name], !(flag.value == .none && entry.value != "true") else { continue }
      parsed.set(flag, Argument(flag.value == .none ? "" : entry.value), origin: entry.origin)
    }
  }

  /// Adds a setting, which replaces an earlier one with the same key.
  mutating func settle(_ entry: Entry) throws(ToolError) {
    let flag = Self.flags.first { $0.name == entry.key }
    let isYesOrNo = flag?.value == Flag.Value.none || entry.key == Self.warmStart
    let choices = isYesOrNo ? ["true", "false"] : flag?.choices ?? []
    guard choices.isEmpty || choices.contains(entry.value) else {
      let near = NearestName.find(to: entry.value, among: choices)
      throw ToolError(
        code: "bad_configuration", exit: .usage,
        message: "\(entry.origin): \(entry.key) can't be \(VisibleText.escaped(entry.value.utf8))",
        reason: "known: \(choices.joined(separator: ", "))",
        remedy: near.map { "did you mean \($0)?" } ?? "name one of them")
    }
    entries.removeAll { $0.key == entry.key }
    entries.append(entry)
    entries.sort { $0.key < $1.key }
  }

  /// Applies the variables of groups.
  mutating func settle(_ variables: (String) -> String?) throws(ToolError) {
    for index in groups.indices {
      let origin = Self.variable(groups[index].group.name)
      guard let flag = groups[index].group.variable?.flag, let value = variables(origin) else { continue }
      try groups[index].settle(flag, [value], json: JSON5.quoted(value), origin: origin)
    }
  }

  static func text(_ value: JSON5) -> String? {
    switch value.content {
    case .string(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .object, .array, .null: nil
    }
  }

  static func wrong(
    _ path: String, _ line: Int, _ what: String, _ reason: String, _ remedy: String
  ) -> ToolError {
    ToolError(
      code: "bad_configuration", exit: .usage, message: "\(path):\(line): \(what)", reason: reason,
      remedy: remedy)
  }
}
