internal import CommandLineTable
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import ToolSources

/// What the command line wants of a receiver.
struct ConfigureOptions {
  var source: SourceName
  /// What is to be set, in the order in which it is: the line first, since the others need its room.
  var wishes: [SettingValue] = []
  var isShow: Bool
  var isDry: Bool
  var isRecords: Bool
  var timeout: Duration?
  /// Whose commands it understands, where somebody said so.
  var dialect: ReceiverDialect?

  init(_ parsed: ParsedArguments) throws(Complaint) {
    source = try SourceName(parsed.operand(0))
    isShow = parsed.has(.showSettings)
    isDry = parsed.has(.dryRun)
    isRecords = parsed.has(.json)
    dialect = parsed.value(of: .setDialect).flatMap { ReceiverDialect(rawValue: $0.uppercased()) }
    timeout = try parsed.duration(of: .answerTimeout)
    if let baud = try Self.baud(parsed) { wishes.append(.baudRate(baud)) }
    if let words = parsed.list(of: .setSentences) {
      wishes.append(.enabledSentences(Set(words.compactMap { OutputSentence(rawValue: $0) })))
    }
    if let words = parsed.list(of: .setConstellations) {
      wishes.append(.constellations(Set(Constellation.allCases.filter { words.contains($0.word) })))
    }
    if let rate = try Self.rate(parsed) { wishes.append(.updateRate(rate)) }
    try check()
  }

  /// The settings that are asked after: those that are to be set, or all.
  var kinds: Set<SettingKind> { isShow ? Set(SettingKind.allCases) : Set(wishes.map(\.kind)) }

  private func check() throws(Complaint) {
    if isShow, !wishes.isEmpty || isDry {
      throw Usage.contradiction("--show changes nothing, and goes with no setting", "leave one of them out")
    }
    if !isShow, wishes.isEmpty {
      throw Complaint(
        code: "nothing_to_set", exit: .usage, message: "nothing is to be set",
        reason: "settings are --rate, --baud, --sentences, --constellations",
        hint: "gpsbridge configure --show tells what is set now")
    }
    guard source.isLive else {
      throw LiveSource.refusal(of: source)
    }
  }

  private static func rate(_ parsed: ParsedArguments) throws(Complaint) -> UpdateRate? {
    guard let text = parsed.value(of: .setRate) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let rate = Double(text),
      1.0 / 60 <= rate, rate <= 100
    else {
      throw Usage.wrongForm(
        .setRate, text, expected: "fixes a second are a number from 0.02 to 100", "write it like --rate 5")
    }
    return .hertz(rate)
  }

  private static func baud(_ parsed: ParsedArguments) throws(Complaint) -> Int? {
    guard let text = parsed.value(of: .setBaud) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let baud = Int(text), 300...4_000_000 ~= baud else {
      throw Usage.wrongForm(
        .setBaud, text, expected: "bits a second are a whole number from 300 to 4000000",
        "write it like --baud 38400")
    }
    return baud
  }
}
