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

  /// Files that may exist in a folder that can't be searched.
  var outOfReach: [String] = []
  /// The settings, without duplicates, sorted.
  private(set) var entries: [Entry] = []
  /// The wishes for receivers, in the order of reading.
  private(set) var receivers: [ReceiverProfileText] = []
  /// The groups of flags, in the order of listings.
  private(set) var groups = [
    FlagSettings(
      serve, "the flags of gpsbridge serve as keys", example: "{ gpsd: '2947', nmea: ['tcp:10110'] }"),
    FlagSettings(
      publish, "the flags of gpsbridge publish as keys",
      example: "{ url: 'mqtts://broker.example', tenant: 'acme', device: 'truck-42' }"),
    FlagSettings(store, "the settings of the track store", example: "{ keep: '3y', commit: '10s' }"),
  ]
  /// The settings of `serve`.
  var serve: FlagSettings { groups[0] }
  /// The settings of `publish`.
  var publish: FlagSettings { groups[1] }
  /// The settings of the track store.
  var store: FlagSettings { groups[2] }

  package init() {}

  /// The flags that can be set permanently.
  static func flags(_ table: CommandTable) -> [Flag] {
    names.compactMap { name in table.firstFlag { $0.name == name } }
  }

  private static let names = ["units", "coords", "color", "ascii"]

  /// Whether a command has any of these flags; only then the table is made.
  static func isUsed(by command: Command, _ table: @autoclosure () -> CommandTable) -> Bool {
    command.flags.contains { flag in
      names.contains(flag.name) && table().firstFlag { $0.name == flag.name } == flag
    }
  }

  static let source = "source"
  static let receivers = "receivers"
  static let warmStart = "warm_start"
  static let serve = "serve"
  static let publish = "publish"
  static let store = "store"

  /// The settings and their values, for documentation.
  static func help(_ table: CommandTable) -> [(name: String, text: String)] {
    [
      (source, "the source if none is named, such as usb:1546:01a8"),
      (warmStart, "true or false: whether the satellite data of a u-blox is stored, and restored to it"),
    ]
      + flags(table).map { flag in
        let values = flag.value == .none ? "true or false" : flag.choices.joined(separator: ", ")
        let commands = table.shownCommands.filter { $0.flags.contains { $0.name == flag.name } }.map(\.name)
        return (flag.name, "\(values); as --\(flag.name) of \(commands.joined(separator: " and "))")
      }
  }

  /// Variables that set one value of a group, for documentation.
  static let helpOfVariables = [
    (name: store, text: "the track store that --store auto means: a path")
  ]

  /// Settings that only files can have, for documentation.
  static let helpOfFiles = [
    (
      name: receivers,
      text: "settings of receivers at each plug-in, by place, serial number or kind:"
        + " { 'usb:1546:01a8': { rate: 5, model: 'automotive' } }, with the flags of gpsbridge-configure(1) as keys"
    ),
    (
      name: serve,
      text:
        "defaults for serve: { gpsd: '2947', nmea: ['tcp:10110'] }, with the"
        + " flags of gpsbridge-serve(1) as keys"
    ),
    (
      name: publish,
      text:
        "defaults for publish: { url: 'mqtts://broker.example', tenant: 'acme', device: 'truck-42' }, with the"
        + " flags of gpsbridge-publish(1) as keys, and url for its brokers"
    ),
    (
      name: store,
      text: "the track store: "
        + Flag.ofStore.map { "\($0.name) (\($0.help))" }.joined(separator: "; ")
    ),
  ]

  /// The environment variable that overrides a setting of the files.
  static func variable(_ key: String) -> String { "GPSBRIDGE_" + key.uppercased() }

  /// Adds the settings of a file.
  package mutating func read(_ bytes: [UInt8], from path: String, _ table: CommandTable) throws(ToolError) {
    // An empty file is valid and sets nothing.
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    let root: JSON5
    do throws(JSON5Error) { root = try JSON5Reader.read(bytes) } catch {
      throw Self.wrong(
        path, error.line, "this is not JSON5", "expected: \(error.expected)", "correct that line")
    }
    guard case .object(let members) = root.content else {
      throw Self.wrong(
        path, root.line, "it is not an object", "expected: { key: value }", "put braces around it")
    }
    for member in members {
      if member.key == Self.receivers {
        receivers += try ReceiverProfileText.all(in: member, of: path)
        continue
      }
      if let group = groups.firstIndex(where: { $0.name == member.key }) {
        try groups[group].read(member, of: path, table.commands)
        continue
      }
      let known =
        [Self.source, Self.warmStart, Self.receivers] + groups.map(\.name) + Self.flags(table).map(\.name)
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
          "expected: a string, a number, true or false",
          "write it like \(member.key): \"…\"")
      }
      try settle(Entry(key: member.key, value: value, origin: "\(path):\(member.line)"), table)
    }
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
  mutating func settle(_ entry: Entry, _ table: CommandTable) throws(ToolError) {
    let flag = Self.flags(table).first { $0.name == entry.key }
    let isYesOrNo = flag?.value == Flag.Value.none || entry.key == Self.warmStart
    let choices = isYesOrNo ? ["true", "false"] : flag?.choices ?? []
    guard choices.isEmpty || choices.contains(entry.value) else {
      let near = NearestName.find(to: entry.value, among: choices)
      throw ToolError(
        code: "bad_configuration", exit: .usage,
        message: "\(entry.origin): \(entry.key) can't be \(VisibleText.escaped(entry.value.utf8))",
        reason: "known: \(choices.joined(separator: ", "))",
        hint: near.map { "did you mean \($0)?" } ?? "name one of them")
    }
    entries.removeAll { $0.key == entry.key }
    entries.append(entry)
    entries.sort { $0.key < $1.key }
  }

  /// Sets the track store's file, which a variable names.
  mutating func settle(storeFile value: String, origin: String) throws(ToolError) {
    try groups[2].settle(.storeSetting, [value], json: JSON5.quoted(value), origin: origin)
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
    _ path: String, _ line: Int, _ what: String, _ reason: String, _ hint: String
  ) -> ToolError {
    ToolError(
      code: "bad_configuration", exit: .usage, message: "\(path):\(line): \(what)", reason: reason, hint: hint
    )
  }
}
