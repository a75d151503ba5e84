internal import GNSS

/// Recognizes a receiver's dialect from its sentences and from the protocol of its messages.
///
/// Sentences that only a host sends are ignored: some devices echo commands, which proves nothing.
struct DialectRecognizer: Sendable, Hashable {
  /// The recognized dialect; nil until one is recognized.
  private(set) var dialect: ReceiverDialect?
  /// Whether the dialect was given by the program, which nothing overrules.
  private let isGiven: Bool

  /// Creates a recognizer, optionally with a given dialect.
  init(_ dialect: ReceiverDialect? = nil) {
    self.dialect = dialect
    isGiven = dialect != nil
  }

  /// Creates a recognizer with the dialect of an earlier run, which the device's sentences overrule.
  init(remembered: ReceiverDialect) {
    dialect = remembered
    isGiven = false
  }

  /// Examines a sentence; returns true if it changed the dialect.
  @discardableResult mutating func take(_ sentence: SpokenSentence) -> Bool {
    guard !isGiven else { return false }
    let before = dialect
    // Any evidence overrules a hint.
    dialect = Self.evidence(sentence) ?? before ?? (Self.isHint(sentence) ? .casic : nil)
    // A u-blox that we address in UBX still sends its own vendor sentences.
    if before == .ubx, dialect == .uBlox { dialect = .ubx }
    return dialect != before
  }

  /// Notes that the receiver answered with its versions in UBX; returns true if that changed the dialect.
  mutating func takeUBX() -> Bool {
    guard !isGiven, dialect != .ubx else { return false }
    dialect = .ubx
    return true
  }

  /// Notes the vendor protocol that the receiver sends; returns true if that changed the dialect.
  mutating func take(_ language: BinaryProtocol) -> Bool {
    let shown: ReceiverDialect? =
      switch language {
      case .sirf: .siRF
      case .casic: .casic
      default: nil
      }
    guard !isGiven, let shown, dialect != shown else { return false }
    dialect = shown
    return true
  }

  private static func evidence(_ sentence: SpokenSentence) -> ReceiverDialect? {
    if let text = sentence.text { return sentence.tag == "PSRFTXT" ? .siRF : maker(ofText: text) }
    let tag = sentence.tag
    if tag.hasPrefix("PMTK") { return isSaidByMediaTek(tag.dropFirst(4)) ? .mediaTek : nil }
    // 40 and 41 are commands, and the others without fields are queries.
    if tag == "PUBX", let kind = sentence.fields.first, ["00", "03", "04"].contains(kind) {
      return sentence.fields.count > 2 ? .uBlox : nil
    }
    if tag == "PSRFEPE" { return .siRF }
    // Numbers below 150 are commands.
    if tag.hasPrefix("PSRF"), let number = Int(tag.dropFirst(4)), 150...199 ~= number { return .siRF }
    return nil
  }

  /// Hosts use the numbers 100 to 499 and 600 to 699; receivers use the rest.
  private static func isSaidByMediaTek(_ number: Substring) -> Bool {
    guard let number = Int(number) else { return ["CHN", "LOG"].contains(number) }
    return 1...99 ~= number || 500...599 ~= number || 700...799 ~= number
  }

  private static func maker(ofText text: String) -> ReceiverDialect? {
    for mark in ["u-blox", "PROTVER", "HW UBX", "HW  UBX", "ANTSUPERV="] where text.hasPrefix(mark) {
      return .uBlox
    }
    // u-blox receivers reject other dialects' commands with this text.
    if text.hasSuffix(" inv format") { return .uBlox }
    for mark in ["MA=CASIC", "IC=AT6", "SW=URANUS", "Techtotop"] where text.hasPrefix(mark) { return .casic }
    return nil
  }

  /// CASIC's antenna state is only a hint: other vendors may have copied it.
  private static func isHint(_ sentence: SpokenSentence) -> Bool {
    ["ANTENNA OK", "ANTENNA OPEN", "ANTENNA SHORT"].contains(sentence.text)
  }
}
