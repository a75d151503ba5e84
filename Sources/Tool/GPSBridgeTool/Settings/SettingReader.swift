internal import GPSBridge
internal import UBX

/// Parses setting values from the command line, and refuses invalid ones.
struct SettingReader {
  private let parsed: ParsedArguments

  init(_ parsed: ParsedArguments) { self.parsed = parsed }

  /// All values to set, in order.
  func values() throws(ToolError) -> [SettingValue] {
    var values: [SettingValue] = []
    for row in SettingFlag.all {
      if let text = parsed.value(of: row.flag) { values.append(try row.value(row.flag, text)) }
    }
    return values
  }

  /// The messages of `--set`: values under u-blox's names.
  func keys() throws(ToolError) -> [Message] {
    guard let text = parsed.value(of: .setKeys) else { return [] }
    var pairs: [ConfigurationPair] = []
    for word in ArgumentParser.words(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Usage.wrongForm(
          .setKeys, word, expected: "a name, =, and a number are expected",
          "write it like --set CFG-RATE-MEAS=200")
      }
      let key = try Self.key(parts[0], .setKeys)
      guard let number = Int64(parts[1]), let pair = ConfigurationPair(key, number) else {
        let range = key.setting.map { "a whole number from \($0.range.lowerBound) to \($0.range.upperBound)" }
        throw Usage.wrongForm(
          .setKeys, word, expected: "\(parts[0]) is \(range ?? "a number")",
          "write it like --set \(parts[0])=\(key.setting?.range.lowerBound ?? 1)")
      }
      pairs.append(pair)
    }
    guard pairs.count <= CfgVALSET.mostValues else {
      throw Usage.wrongForm(
        .setKeys, "\(pairs.count) keys", expected: "at most \(CfgVALSET.mostValues) go at once",
        "set them in parts")
    }
    return [.cfgVALSET(CfgVALSET { $0.values = pairs })]
  }

  func asked() throws(ToolError) -> [Message] {
    var messages: [Message] = []
    for word in ArgumentParser.words(parsed.value(of: .getKeys) ?? "") {
      if let message = Self.messages.first(where: { $0.0 == word })?.1 {
        messages.append(.control(message))
      } else {
        let key = try Self.key(word, .getKeys)
        messages.append(.cfgVALSET(CfgVALSET { $0.values = [ConfigurationPair(key, bits: 0)] }))
      }
    }
    return messages
  }

  private static func key(_ name: String, _ flag: Flag) throws(ToolError) -> ConfigurationKey {
    if let key = ConfigurationKey(name: name) { return key }
    if name.hasPrefix("0x"), let number = UInt32(name.dropFirst(2), radix: 16) {
      let key = ConfigurationKey(rawValue: number)
      if key.setting != nil { return key }
    }
    let near = NearestName.find(to: name, among: messages.map(\.0) + ConfigurationSetting.all.map(\.name))
    throw Usage.wrongForm(
      flag, name, expected: "the name of a setting is expected, such as CFG-RATE-MEAS",
      near.map { "did you mean \($0)?" } ?? "the names are in u-blox's interface description")
  }

  /// The older messages that can be queried by name.
  private static let messages: [(String, ControlMessage.Content)] = [
    ("CFG-RATE", .cfgRATE(CfgRATE())), ("CFG-NAV5", .cfgNAV5(CfgNAV5())),
    ("CFG-NAVX5", .cfgNAVX5(CfgNAVX5())),
    ("CFG-GNSS", .cfgGNSS(CfgGNSS())), ("CFG-SBAS", .cfgSBAS(CfgSBAS())), ("CFG-NMEA", .cfgNMEA(CfgNMEA())),
    ("CFG-ANT", .cfgANT(CfgANT())), ("CFG-ITFM", .cfgITFM(CfgITFM())), ("CFG-RXM", .cfgRXM(CfgRXM())),
    ("CFG-TP5", .cfgTP5(CfgTP5())), ("CFG-TMODE2", .cfgTMODE2(CfgTMODE2())),
    ("CFG-TMODE3", .cfgTMODE3(CfgTMODE3())),
  ]
}
