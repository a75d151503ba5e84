internal import CommandLineTable
internal import GPSBridge
internal import GPSBase

/// Parses a wish in a file like the `configure` flag of the same name, so both accept the same values.
enum WishReader {
  /// The flags that are wishes, in the order of setting.
  static let flags: [Flag] = [
    .setBaud, .setSentences, .setMessages, .setLanguage, .setConstellations, .setSBAS, .setModel,
    .setElevation, .setSignal, .setPower, .setPulse, .setEdition, .setPrecision, .setAntenna, .setJamming,
    .setPlace, .setRate,
  ]

  /// Flags whose value is a number.
  private static let numbers: [Flag] = [.setBaud, .setRate, .setElevation, .setSignal]
  /// Flags whose value is text with commas, which a file may also write as a list.
  private static let rows: [Flag] = [.setPulse, .setPlace]

  // MARK: - Files

  /// The value of a wish.
  static func value(_ wish: ReceiverWishes.Wish) throws(ToolError) -> SettingValue {
    let known = flags.map(\.name)
    guard let flag = flags.first(where: { $0.name == wish.key }) else {
      let near = NearestName.find(to: wish.key, among: known)
      throw wrong(
        "\(wish.origin): there is no setting \(VisibleText.escaped(wish.key.utf8))",
        "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "take it out")
    }
    guard let text = text(wish.value, flag) else {
      throw wrong(
        "\(wish.origin): \(flag.name) can't be \(VisibleText.replaced(wish.value.json, limit: 60))",
        "expected: \(form(of: flag))", "write it like \(example(flag))")
    }
    let words = ["configure", "--\(flag.name)=\(text)"].map { Argument($0) }
    let parsed = ArgumentParser(table: .gpsbridge).parse(words)
    do throws(ToolError) {
      if let problem = parsed.problem { throw problem }
      if let value = try SettingReader(parsed).values().first { return value }
    } catch {
      throw wrong(
        "\(wish.origin): \(error.message.replacing("--\(flag.name)", with: flag.name))", error.reason,
        error.hint.contains("--") ? "write it like \(example(flag))" : error.hint)
    }
    throw wrong(
      "\(wish.origin): \(flag.name) can't be \(VisibleText.replaced(text, limit: 60))",
      "expected: \(form(of: flag))", "write it like \(example(flag))")
  }

  /// The value in the form of the command line; nil if it has none.
  private static func text(_ value: JSON5, _ flag: Flag) -> String? {
    switch value.content {
    case .string(let text): return text
    case .number: return value.json
    case .bool(let isOn): return flag.choices == ["on", "off"] ? (isOn ? "on" : "off") : nil
    case .array(let elements):
      guard isList(flag) else { return nil }
      let words = elements.compactMap { $0.text ?? ($0.number == nil ? nil : $0.json) }
      return words.count == elements.count ? words.joined(separator: ",") : nil
    case .object, .null: return nil
    }
  }

  private static func isList(_ flag: Flag) -> Bool {
    if case .list = flag.value { return true }
    return rows.contains(flag)
  }

  private static func form(of flag: Flag) -> String {
    if numbers.contains(flag) { return "a number" }
    return isList(flag) && !rows.contains(flag)
      ? "a list of \(flag.choices.joined(separator: ", "))"
      : flag.choices.isEmpty ? "a text: \(flag.help)" : flag.choices.joined(separator: ", ")
  }

  private static func example(_ flag: Flag) -> String {
    switch flag {
    case .setBaud: "baud: 38400"
    case .setRate: "rate: 5"
    case .setElevation, .setSignal: "\(flag.name): 10"
    case .setPulse: "time-pulse: '1s,100ms'"
    case .setPlace: "place: 'survey:300s,2.5m'"
    default:
      isList(flag)
        ? "\(flag.name): ['\(flag.choices[0])', '\(flag.choices[1])']"
        : "\(flag.name): '\(flag.choices[0])'"
    }
  }

  private static func wrong(_ message: String, _ reason: String?, _ hint: String) -> ToolError {
    ToolError(code: "bad_configuration", exit: .usage, message: message, reason: reason, hint: hint)
  }

  // MARK: - Command line

  /// The wishes of a command line in the form of a file.
  static func wishes(_ parsed: ParsedArguments) -> [JSON5.Member] {
    flags.compactMap { flag in
      parsed.value(of: flag).map { JSON5.Member(key: flag.name, value: JSON5(content: content($0, flag))) }
    }
  }

  private static func content(_ text: String, _ flag: Flag) -> JSON5.Content {
    if case .list = flag.value {
      return .array(ArgumentParser.words(text).map { JSON5(content: .string($0)) })
    }
    if numbers.contains(flag), let number = Double(text) { return .number(number) }
    return .string(text)
  }
}
