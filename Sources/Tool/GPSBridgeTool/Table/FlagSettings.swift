internal import GPSBase

/// A group of settings in files: the flags of `serve` or `publish` as keys of an object, or the ones of the track store.
///
/// ```
/// serve: {
///   gpsd: '2947', nmea: ['tcp:10110', 'unix:/run/user/1000/nmea.sock,only=RMC+GGA'], coarse: '1km',
/// }
/// ```
///
/// They form separate groups, because other commands have different flags with the same names.
struct FlagSettings: Hashable {
  /// A flag with its values and its file and line.
  struct Setting: Hashable {
    var key: String
    /// The values as on the command line; empty for a flag without a value.
    var values: [String]
    /// A file and line, or a variable.
    var origin: String
    /// The value as JSON.
    var json: String
  }

  /// The key of the group, what it is, and an example for complaints.
  let (name, content, example): (String, String, String)
  /// The settings, without duplicates, sorted.
  private(set) var settings: [Setting] = []

  /// Creates a group without settings.
  init(_ name: String, _ content: String, example: String) {
    (self.name, self.content, self.example) = (name, content, example)
  }

  /// The setting of a flag.
  subscript(flag: Flag) -> Setting? { settings.first { $0.key == flag.name } }

  /// Sets the flags of a command line that have a setting and are not given.
  ///
  /// - Throws: A complaint with the file and line about flags that do not go together.
  func fill(_ parsed: inout ParsedArguments, _ command: Command) throws(ToolError) {
    let given = parsed
    for flag in flags([command])
    where !given.has(flag) && !command.rules.contains(where: { $0.ignores(flag, given: given) }) {
      for value in self[flag]?.values ?? [] { parsed.set(flag, Argument(value), origin: self[flag]?.origin) }
    }
    parsed.check(command.rules)
    parsed = try parsed.checked()
  }

  /// The flags of the group: all of a command, except for acts of one run, and the brokers of `publish`.
  private func flags(_ commands: [Command]) -> [Flag] {
    if name == Configuration.store { return Flag.ofStore }
    let flags = commands.first { $0.name == name }?.flags ?? []
    guard name == Configuration.publish else { return flags }
    return [.brokers] + flags.filter { !["again", "status", "dry-run"].contains($0.name) }
  }

  /// Adds the settings of a file; a later file's key replaces an earlier one's.
  ///
  /// - Parameters:
  ///   - member: The key with its value.
  ///   - path: The file's name for messages.
  ///   - commands: The commands that are known.
  /// - Throws: A complaint with the line.
  mutating func read(_ member: JSON5.Member, of path: String, _ commands: [Command]) throws(ToolError) {
    let flags = flags(commands)
    guard case .object(let members) = member.value.content else {
      throw Configuration.wrong(
        path, member.line, "\(name) can't have this value", "expected: an object with \(content)",
        "write it like \(name): \(example)")
    }
    for member in members {
      guard let flag = flags.first(where: { $0.name == member.key }) else {
        let known = flags.map(\.name)
        let near = NearestName.find(to: member.key, among: known)
        throw Configuration.wrong(
          path, member.line, "\(name) has no setting \(VisibleText.escaped(member.key.utf8))",
          "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
      }
      try settle(
        flag, values(member, flag, path), json: member.value.json, origin: "\(path):\(member.line)")
    }
  }

  /// Sets a flag, which replaces an earlier setting of it.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - values: Its values.
  ///   - json: The same as JSON.
  ///   - origin: The file and line, or the variable.
  /// - Throws: A complaint about a text of another form.
  mutating func settle(_ flag: Flag, _ values: [String], json: String, origin: String) throws(ToolError) {
    for value in values {
      guard var complaint = flag.form?.complaint(value, flag) else { continue }
      complaint.code = "bad_configuration"
      complaint.message =
        "\(origin): \(complaint.message.with("\(name)'s \(flag.name)", inPlaceOf: "--\(flag.name)"))"
      complaint.hint = "write it like '\(flag.name)': '\(flag.form?.example ?? "")'"
      throw complaint
    }
    settings.removeAll { $0.key == flag.name }
    settings.append(Setting(key: flag.name, values: values, origin: origin, json: json))
    settings.sort { $0.key < $1.key }
  }

  private func values(
    _ member: JSON5.Member, _ flag: Flag, _ path: String
  ) throws(ToolError) -> [String] {
    if flag.value == .none {
      if case .bool(let isSet) = member.value.content { return isSet ? [""] : [] }
      throw wrong(member, path, "true or false", "write it like '\(member.key)': true")
    }
    let elements: [JSON5]
    if flag.repeats, case .array(let list) = member.value.content {
      elements = list
    } else {
      elements = [member.value]
    }
    let texts = elements.compactMap(Configuration.text)
    guard texts.count == elements.count else {
      throw wrong(
        member, path, flag.repeats ? "a string, or a list of strings" : "a string",
        "write it like '\(member.key)': '\(flag.form?.example ?? "…")'")
    }
    guard flag.choices.isEmpty || texts.allSatisfy(flag.choices.contains) else {
      throw wrong(member, path, "one of \(flag.choices.joined(separator: ", "))", "name one of them")
    }
    return texts
  }

  private func wrong(
    _ member: JSON5.Member, _ path: String, _ expected: String, _ hint: String
  ) -> ToolError {
    Configuration.wrong(
      path, member.line, "\(name)'s \(member.key) can't have this value", "expected: \(expected)", hint)
  }
}

extension Command {
  /// Whether files have a group of settings for it.
  var hasSettings: Bool { [Configuration.serve, Configuration.publish].contains(name) }
}

extension Flag {
  /// The operands of `publish` as a setting; on a command line there is no such flag.
  static let brokers = Flag(
    name: "url", value: .text(placeholder: "URL"), repeats: true,
    help: "the brokers; of several, one at a time")
}
