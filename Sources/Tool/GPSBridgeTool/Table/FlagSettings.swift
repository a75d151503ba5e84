internal import GPSBase

/// The settings of files for `serve` or `publish`: the flags of the command as keys of an object.
///
/// ```
/// serve: {
///   gpsd: '2947', nmea: ['tcp:10110', 'unix:/run/user/1000/nmea.sock,only=RMC+GGA'], coarse: '1km',
/// }
/// ```
///
/// They form a separate group, because other commands have different flags with the same names.
struct FlagSettings: Hashable {
  /// A flag with its values and its file and line.
  struct Setting: Hashable {
    var key: String
    /// The values as on the command line; empty for a flag without a value.
    var values: [String]
    var origin: String
    /// The value as JSON.
    var json: String
  }

  /// The command, and an example for complaints.
  let (verb, example): (String, String)
  /// The settings, without duplicates, sorted.
  private(set) var settings: [Setting] = []

  /// Creates the settings of a command, which are empty.
  init(of verb: String, example: String) { (self.verb, self.example) = (verb, example) }

  /// The setting of a flag.
  subscript(flag: Flag) -> Setting? { settings.first { $0.key == flag.name } }

  /// Sets the flags of a command line that have a setting and are not given.
  func fill(_ parsed: inout ParsedArguments, _ flags: [Flag]) {
    for flag in flags where !parsed.has(flag) {
      for value in self[flag]?.values ?? [] { parsed.set(flag, Argument(value)) }
    }
  }

  /// The flags of a command that files can have: the ones for each run, and the brokers of `publish`.
  static func flags(of command: Command) -> [Flag] {
    guard command.name == Configuration.publish else { return command.flags }
    return [.brokers] + command.flags.filter { !["again", "status", "dry-run"].contains($0.name) }
  }

  /// Adds the settings of a file; a later file's key replaces an earlier one's.
  ///
  /// - Parameters:
  ///   - member: The key with its value.
  ///   - path: The file's name for messages.
  ///   - command: The command, if it is known.
  /// - Throws: A complaint with the line.
  mutating func read(_ member: JSON5.Member, of path: String, _ command: Command?) throws(ToolError) {
    let flags = command.map(Self.flags) ?? []
    guard case .object(let members) = member.value.content else {
      throw Configuration.wrong(
        path, member.line, "\(member.key) can't have this value",
        "expected: an object with the flags of gpsbridge \(verb) as keys",
        "write it like \(verb): \(example)")
    }
    for member in members {
      guard let flag = flags.first(where: { $0.name == member.key }) else {
        let known = flags.map(\.name)
        let near = NearestName.find(to: member.key, among: known)
        throw Configuration.wrong(
          path, member.line, "\(verb) has no flag \(VisibleText.escaped(member.key.utf8))",
          "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
      }
      let values = try values(member, flag, path)
      settings.removeAll { $0.key == flag.name }
      settings.append(
        Setting(key: flag.name, values: values, origin: "\(path):\(member.line)", json: member.value.json))
    }
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
        "write it like '\(member.key)': '…'")
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
      path, member.line, "\(verb)'s \(member.key) can't have this value", "expected: \(expected)", hint)
  }
}

extension Flag {
  /// The operands of `publish` as a setting; on a command line there is no such flag.
  static let brokers = Flag(
    name: "url", value: .text(placeholder: "URL"), repeats: true,
    help: "the brokers; of several, one at a time")
}
