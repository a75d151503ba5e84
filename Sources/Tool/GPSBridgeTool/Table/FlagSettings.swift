internal import GPSBase

/// A group of settings that files may have: flags of a verb as keys of an object, or others.
package struct SettingsGroup: Sendable {
  /// Its key in files and in the name of its variable; if it is a verb, its settings complete the verb's flags.
  let name: String
  /// Its content in words and an example, for complaints.
  let content, example: String
  /// Its description in the manual.
  let help: @Sendable () -> String
  /// The setting of the group's variable, with the variable's description.
  let variable: (flag: Flag, help: String)?
  let flags: @Sendable () -> [Flag]
  let rules: @Sendable () -> [Rule]
  /// Refuses settings that can't be used, without a command line.
  let check: @Sendable (FlagSettings) throws(ToolError) -> Void

  package init(
    name: String, content: String, example: String, help: @escaping @Sendable () -> String,
    variable: (flag: Flag, help: String)? = nil, flags: @escaping @Sendable () -> [Flag],
    rules: @escaping @Sendable () -> [Rule] = { [] },
    check: @escaping @Sendable (FlagSettings) throws(ToolError) -> Void = { _ in }
  ) {
    (self.name, self.content, self.example, self.help) = (name, content, example, help)
    (self.variable, self.flags, self.rules, self.check) = (variable, flags, rules, check)
  }
}

/// The settings of a group.
///
/// ```
/// serve: {
///   gpsd: '2947', nmea: ['tcp:10110', 'unix:/run/user/1000/nmea.sock,only=RMC+GGA'], coarse: '1km',
/// }
/// ```
///
/// They form separate groups, because other commands have different flags with the same names.
package struct FlagSettings {
  /// A flag with its values and its file and line.
  package struct Setting: Hashable {
    var key: String
    /// The values as on the command line; empty for a flag without a value.
    package var values: [String]
    /// A file and line, or a variable.
    var origin: String
    var json: String
  }

  let group: SettingsGroup
  /// The settings, without duplicates, sorted.
  private(set) var settings: [Setting] = []
  /// The faults of its files, which may cause further faults.
  private(set) var faults: [ToolError] = []

  /// Creates a group without settings.
  init(_ group: SettingsGroup) { self.group = group }

  package subscript(flag: Flag) -> Setting? { settings.first { $0.key == flag.name } }

  /// Sets the flags of a command line that have a setting and are not given.
  ///
  /// - Throws: A complaint about contradictory flags, with the file and line.
  package func fill(_ parsed: inout ParsedArguments) throws(ToolError) {
    let (given, rules) = (parsed, group.rules())
    for flag in group.flags()
    where !given.has(flag) && !rules.contains(where: { $0.ignores(flag, given: given) }) {
      for value in self[flag]?.values ?? [] { parsed.set(flag, Argument(value), origin: self[flag]?.origin) }
    }
    parsed.check(rules)
    parsed = try parsed.checked()
  }

  /// Adds the settings of a file; a later file's key replaces an earlier one's.
  ///
  /// - Parameters:
  ///   - member: The key with its value.
  ///   - path: The file's name for messages.
  mutating func read(_ member: JSON5.Member, of path: String) {
    let name = group.name
    guard case .object(let members) = member.value.content else {
      return faults.append(
        Configuration.wrong(
          path, member.line, "\(name) can't have this value", "expected: an object with \(group.content)",
          "write it like \(name): \(group.example)"))
    }
    for member in members {
      do throws(ToolError) { try take(member, of: path) } catch { faults.append(error) }
    }
  }

  private mutating func take(_ member: JSON5.Member, of path: String) throws(ToolError) {
    let flags = group.flags()
    guard let flag = flags.first(where: { $0.name == member.key }) else {
      let known = flags.map(\.name)
      let near = NearestName.find(to: member.key, among: known)
      throw Configuration.wrong(
        path, member.line, "\(group.name) has no setting \(VisibleText.escaped(member.key.utf8))",
        "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
    }
    try settle(flag, values(member, flag, path), json: member.value.json, origin: "\(path):\(member.line)")
  }

  /// Sets a flag, which replaces an earlier setting of it.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - values: Its values.
  ///   - json: The same as JSON.
  ///   - origin: The file and line, or the variable.
  /// - Throws: A complaint about a text in another form.
  mutating func settle(_ flag: Flag, _ values: [String], json: String, origin: String) throws(ToolError) {
    for value in values {
      guard var complaint = flag.form?.complaint(value, flag) else { continue }
      complaint.code = "bad_configuration"
      complaint.message =
        "\(origin): \(complaint.message.with("\(group.name)'s \(flag.name)", inPlaceOf: "--\(flag.name)"))"
      complaint.remedy = "write it like '\(flag.name)': '\(flag.form?.example ?? "")'"
      throw complaint
    }
    settings.removeAll { $0.key == flag.name }
    settings.append(Setting(key: flag.name, values: values, origin: origin, json: json))
    settings.sort { $0.key < $1.key }
  }

  private func values(_ member: JSON5.Member, _ flag: Flag, _ path: String) throws(ToolError) -> [String] {
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
    _ member: JSON5.Member, _ path: String, _ expected: String, _ remedy: String
  ) -> ToolError {
    Configuration.wrong(
      path, member.line, "\(group.name)'s \(member.key) can't have this value", "expected: \(expected)",
      remedy)
  }
}
