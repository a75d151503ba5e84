internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import UBX

/// Parses setting values from the command line, and refuses invalid ones.
struct SettingReader {
  private let parsed: ParsedArguments

  init(_ parsed: ParsedArguments) { self.parsed = parsed }

  /// All values to set, in order.
  func values() throws(ToolError) -> [SettingValue] {
    var values: [SettingValue] = []
    if let baud = try baud() { values.append(.baudRate(baud)) }
    if let words = parsed.list(of: .setSentences) {
      values.append(.enabledSentences(Set(words.compactMap { OutputSentence(rawValue: $0) })))
    }
    if let words = parsed.list(of: .setMessages) {
      values.append(.enabledMessages(Set(words.compactMap { OutputMessage(rawValue: $0) })))
    }
    if let language = parsed.value(of: .setLanguage).flatMap(OutputLanguage.init) {
      values.append(.language(language))
    }
    if let words = parsed.list(of: .setConstellations) {
      values.append(.constellations(Set(Constellation.allCases.filter { words.contains($0.word) })))
    }
    if let isOn = isOn(.setSBAS) { values.append(.sbas(isOn)) }
    if let model = parsed.value(of: .setModel).flatMap(MovementModel.init) { values.append(.model(model)) }
    if let degrees = try whole(.setElevation, -90...90) { values.append(.minimumElevation(degrees)) }
    if let strength = try whole(.setSignal, 0...99) { values.append(.minimumSignal(strength)) }
    if let power = parsed.value(of: .setPower).flatMap(PowerMode.init) { values.append(.power(power)) }
    if let pulse = try pulse() { values.append(.timePulse(pulse)) }
    if let version = parsed.value(of: .setEdition).flatMap(SentenceVersion.init) {
      values.append(.nmeaVersion(version))
    }
    if let isOn = isOn(.setPrecision) { values.append(.highPrecision(isOn)) }
    if let isOn = isOn(.setAntenna) { values.append(.watchAntenna(isOn)) }
    if let isOn = isOn(.setJamming) { values.append(.watchJamming(isOn)) }
    if let place = try place() { values.append(.surveyedPlace(place)) }
    if let rate = try rate() { values.append(.updateRate(rate)) }
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

  /// The messages to query for `--get`.
  func asked() throws(ToolError) -> [Message] {
    var messages: [Message] = []
    for word in ArgumentParser.words(parsed.value(of: .getKeys) ?? "") {
      if let message = Self.messages.first(where: { $0.0 == word })?.1 {
        messages.append(message)
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
    let near = NearestName.find(
      to: name, among: messages.map(\.0) + ConfigurationSetting.all.map(\.name))
    throw Usage.wrongForm(
      flag, name, expected: "the name of a setting is expected, as CFG-RATE-MEAS",
      near.map { "did you mean \($0)?" } ?? "names are those of u-blox's interface description")
  }

  /// The older messages that can be queried by name.
  private static let messages: [(String, Message)] = [
    ("CFG-RATE", .cfgRATE(CfgRATE())), ("CFG-NAV5", .cfgNAV5(CfgNAV5())),
    ("CFG-NAVX5", .cfgNAVX5(CfgNAVX5())),
    ("CFG-GNSS", .cfgGNSS(CfgGNSS())), ("CFG-SBAS", .cfgSBAS(CfgSBAS())), ("CFG-NMEA", .cfgNMEA(CfgNMEA())),
    ("CFG-ANT", .cfgANT(CfgANT())), ("CFG-ITFM", .cfgITFM(CfgITFM())), ("CFG-RXM", .cfgRXM(CfgRXM())),
    ("CFG-TP5", .cfgTP5(CfgTP5())), ("CFG-TMODE2", .cfgTMODE2(CfgTMODE2())),
    ("CFG-TMODE3", .cfgTMODE3(CfgTMODE3())),
  ]
}

// MARK: - Single values

extension SettingReader {
  private func isOn(_ flag: Flag) -> Bool? { parsed.value(of: flag).map { $0 == "on" } }

  private func rate() throws(ToolError) -> UpdateRate? {
    guard let text = parsed.value(of: .setRate) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let rate = Double(text),
      1.0 / 60 <= rate, rate <= 100
    else {
      throw Usage.wrongForm(
        .setRate, text, expected: "fixes a second are a number from 0.02 to 100", "write it like --rate 5")
    }
    return .hertz(rate)
  }

  private func baud() throws(ToolError) -> Int? {
    guard let text = parsed.value(of: .setBaud) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let baud = Int(text), 300...4_000_000 ~= baud else {
      throw Usage.wrongForm(
        .setBaud, text, expected: "bits a second are a whole number from 300 to 4000000",
        "write it like --baud 38400")
    }
    return baud
  }

  private func whole(_ flag: Flag, _ range: ClosedRange<Int>) throws(ToolError) -> Int? {
    guard let text = parsed.value(of: flag) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Usage.wrongForm(
        flag, text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound) is expected",
        "write it like --\(flag.name) \((range.lowerBound + range.upperBound) / 2 + 5)")
    }
    return number
  }

  private func pulse() throws(ToolError) -> PulseSetting? {
    guard let text = parsed.value(of: .setPulse) else { return nil }
    if text == "off" { return .off }
    let times = ArgumentParser.words(text).map { DurationText.parse($0) }
    let length = times.count > 1 ? times[1] : .milliseconds(100)
    guard 1...2 ~= times.count, let period = times[0], let length, length < period, period <= .seconds(3600)
    else {
      throw Usage.wrongForm(
        .setPulse, text, expected: "off, or a time and a shorter one are expected",
        "write it like --time-pulse 1s,100ms")
    }
    return .each(period, length: length)
  }

  private func place() throws(ToolError) -> StandingPlace? {
    guard let text = parsed.value(of: .setPlace) else { return nil }
    if text == "off" { return .off }
    if let place = text.hasPrefix("survey:") ? survey(String(text.dropFirst(7))) : fixed(text) {
      return place
    }
    throw Usage.wrongForm(
      .setPlace, text, expected: "off, survey:TIME,ERROR or LATITUDE,LONGITUDE,HEIGHT,ERROR is expected",
      "write it like --place survey:300s,2.5 or --place 48.1374,11.5755,550,0.1")
  }

  private func survey(_ text: String) -> StandingPlace? {
    let words = ArgumentParser.words(text)
    guard words.count == 2, let time = DurationText.parse(words[0]),
      let error = Self.parts(words[1].trimmedMetres, 3),
      error > 0
    else { return nil }
    return .survey(seconds: Int(time / .seconds(1)), millimeters: error)
  }

  private func fixed(_ text: String) -> StandingPlace? {
    let words = ArgumentParser.words(text)
    guard words.count == 4, let latitude = Self.parts(words[0], 7), let longitude = Self.parts(words[1], 7),
      let height = Self.parts(words[2].trimmedMetres, 2), let error = Self.parts(words[3].trimmedMetres, 3),
      abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000, abs(height) < 10_000_000, error > 0
    else { return nil }
    return .fixed(latitude: latitude, longitude: longitude, centimeters: height, millimeters: error)
  }

  /// Parses a decimal exactly into units of its last place; nil if it has more decimals.
  private static func parts(_ text: String, _ decimals: Int) -> Int? {
    let isNegative = text.hasPrefix("-")
    let pieces = (isNegative ? String(text.dropFirst()) : text).split(
      separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= pieces.count, let front = pieces.first, !front.isEmpty, front.count < 8,
      pieces.joined().utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    let rest = pieces.count > 1 ? pieces[1] : ""
    guard rest.count <= decimals,
      let number = Int(front + rest + String(repeating: "0", count: decimals - rest.count))
    else { return nil }
    return isNegative ? -number : number
  }
}

extension String {
  /// The number without its unit letter.
  fileprivate var trimmedMetres: String { hasSuffix("m") ? String(dropLast()) : self }
}
