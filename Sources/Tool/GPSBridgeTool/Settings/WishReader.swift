internal import GPSBridge
internal import GPSBase
internal import SerialPorts

/// Parses a wish in a file like the `configure` flag of the same name, so both accept the same values.
enum WishReader {
  // MARK: - Files

  static func value(_ wish: ReceiverProfileText.Entry) throws(ToolError) -> SettingValue {
    let known = SettingFlag.all.map(\.flag.name)
    guard let row = SettingFlag.all.first(where: { $0.flag.name == wish.key }) else {
      let near = NearestName.find(to: wish.key, among: known)
      throw wrong(
        "\(wish.origin): there is no setting \(VisibleText.escaped(wish.key.utf8))",
        "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
    }
    let flag = row.flag
    guard let text = text(wish.value, row) else {
      throw wrong(
        "\(wish.origin): \(flag.name) can't be \(VisibleText.replaced(wish.value.json, limit: 60))",
        "expected: \(form(of: row))", "write it like \(example(row))")
    }
    let words = ["configure", "--\(flag.name)=\(text)"].map { Argument($0) }
    let parsed = Tool([.configure]).table.parse(words)
    do throws(ToolError) {
      if let problem = parsed.problem { throw problem }
      if let value = try SettingReader(parsed).values().first { return value }
    } catch {
      throw wrong(
        "\(wish.origin): \(error.message.with(flag.name, inPlaceOf: "--\(flag.name)"))", error.reason,
        error.remedy.holds("--") ? "write it like \(example(row))" : error.remedy)
    }
    throw wrong(
      "\(wish.origin): \(flag.name) can't be \(VisibleText.replaced(text, limit: 60))",
      "expected: \(form(of: row))", "write it like \(example(row))")
  }

  /// The value in the form of the command line; nil if it has none.
  private static func text(_ value: JSON5, _ row: SettingFlag) -> String? {
    switch value.content {
    case .string(let text): return text
    case .number: return value.json
    case .bool(let isOn): return row.flag.choices == ["on", "off"] ? (isOn ? "on" : "off") : nil
    case .array(let elements):
      guard row.isList else { return nil }
      let words = elements.compactMap { $0.text ?? ($0.number == nil ? nil : $0.json) }
      return words.count == elements.count ? words.joined(separator: ",") : nil
    case .object, .null: return nil
    }
  }

  private static func form(of row: SettingFlag) -> String {
    let choices = row.flag.choices.joined(separator: ", ")
    if row.isNumber { return "a number" }
    if choices.isEmpty { return "a text: \(row.flag.help)" }
    return row.isList ? "a list of \(choices)" : choices
  }

  private static func example(_ row: SettingFlag) -> String { "\(row.flag.name): \(row.example)" }

  private static func wrong(_ message: String, _ reason: String?, _ remedy: String) -> ToolError {
    ToolError(code: "bad_configuration", exit: .usage, message: message, reason: reason, remedy: remedy)
  }

  // MARK: - Command line

  /// The wishes of a command line in the form of a file.
  static func wishes(_ parsed: ParsedArguments) -> [JSON5.Member] {
    SettingFlag.all.compactMap { row in
      parsed.value(of: row.flag).map { text in
        JSON5.Member(key: row.flag.name, value: JSON5(content: content(text, row)))
      }
    }
  }

  private static func content(_ text: String, _ row: SettingFlag) -> JSON5.Content {
    if case .list = row.flag.value {
      return .array(ArgumentParser.words(text).map { JSON5(content: .string($0)) })
    }
    if row.isNumber, let number = Double(text) { return .number(number) }
    return .string(text)
  }
}

extension ReceiverProfiles {
  /// Creates the profiles of settings files; if an entry sets a value twice, the later one wins.
  ///
  /// - Parameter configuration: The contents of the files.
  /// - Throws: A complaint about the first invalid receiver, key or value, with its file and line.
  package init(_ configuration: Configuration) throws(ToolError) {
    var faults: [ToolError] = []
    self.init(configuration, &faults)
    if let fault = faults.first { throw fault }
  }

  /// Creates the profiles of settings files, and adds a complaint about each invalid receiver, key and value.
  init(_ configuration: Configuration, _ faults: inout [ToolError]) {
    self.init()
    for entry in configuration.receivers {
      var selector: SerialPortSelector?
      do throws(ToolError) { selector = try Self.selector(entry) } catch { faults.append(error) }
      for wish in entry.wishes {
        do throws(ToolError) {
          let value = try WishReader.value(wish)
          guard let selector else { continue }
          // Merge by setting: a file of `configure --save` must not hide other files' settings.
          self[selector] = self[selector].filter { $0.kind != value.kind } + [value]
        } catch { faults.append(error) }
      }
    }
  }

  private static func selector(_ entry: ReceiverProfileText) throws(ToolError) -> SerialPortSelector {
    let found: String
    do throws(SerialPortSelectionError) {
      let selector = try SerialPortSelector(entry.receiver)
      if selector != .auto { return selector }
      found = "auto is any receiver"
    } catch { found = error.found }
    throw ToolError(
      code: "bad_configuration", exit: .usage, message: "\(entry.origin): \(found)",
      reason: "expected: path:…, /dev/…, serial:…, id:… or usb:VVVV:PPPP",
      remedy: "gpsbridge devices lists the ports and what selects them")
  }
}
