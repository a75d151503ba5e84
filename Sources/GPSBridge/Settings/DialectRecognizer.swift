internal import GNSS

/// Recognizes a receiver's dialect by its sentences, and by the language of its messages.
///
/// Sentences that only a host would send are ignored: some devices echo their commands, which proves nothing.
struct DialectRecognizer: Sendable, Hashable {
  /// The recognized dialect; nil while nothing has shown it.
  private(set) var dialect: ReceiverDialect?
  /// Whether the dialect was given, and nothing overrules it.
  private let isGiven: Bool

  /// Begins with nothing, or with a given dialect.
  init(_ dialect: ReceiverDialect? = nil) {
    self.dialect = dialect
    isGiven = dialect != nil
  }

  /// Begins with the dialect of an earlier run: better than nothing, and overruled by the device's sentences.
  init(remembered: ReceiverDialect) {
    dialect = remembered
    isGiven = false
  }

  /// Takes a sentence; returns true if it changed the dialect.
  @discardableResult mutating func take(_ sentence: SpokenSentence) -> Bool {
    guard !isGiven else { return false }
    let before = dialect
    // A hint counts as long as there is nothing better, and anything clear overrules it.
    dialect = Self.evidence(sentence) ?? before ?? (Self.isHint(sentence) ? .casic : nil)
    // A u-blox that is spoken to in messages goes on saying sentences of its own.
    if before == .ubx, dialect == .uBlox { dialect = .ubx }
    return dialect != before
  }

  /// It has told u-blox's versions in UBX; returns true if that changed the dialect.
  mutating func takeUBX() -> Bool {
    guard !isGiven, dialect != .ubx else { return false }
    dialect = .ubx
    return true
  }

  /// It speaks a maker's messages; returns true if that changed the dialect.
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
    // 40 and 41 are commands, and the others without fields are questions.
    if tag == "PUBX", let kind = sentence.fields.first, ["00", "03", "04"].contains(kind) {
      return sentence.fields.count > 2 ? .uBlox : nil
    }
    if tag == "PSRFEPE" { return .siRF }
    // Numbers below 150 are commands.
    if tag.hasPrefix("PSRF"), let number = Int(tag.dropFirst(4)), 150...199 ~= number { return .siRF }
    return nil
  }

  /// Hosts use the numbers from 100 to 499 and from 600 to 699; the rest is the receiver's.
  private static func isSaidByMediaTek(_ number: Substring) -> Bool {
    guard let number = Int(number) else { return ["CHN", "LOG"].contains(number) }
    return 1...99 ~= number || 500...599 ~= number || 700...799 ~= number
  }

  private static func maker(ofText text: String) -> ReceiverDialect? {
    for mark in ["u-blox", "PROTVER", "HW UBX", "HW  UBX", "ANTSUPERV="] where text.hasPrefix(mark) {
      return .uBlox
    }
    // u-blox receivers complain in this way about other dialects' commands.
    if text.hasSuffix(" inv format") { return .uBlox }
    for mark in ["MA=CASIC", "IC=AT6", "SW=URANUS", "Techtotop"] where text.hasPrefix(mark) { return .casic }
    return nil
  }

  /// CASIC's state of the antenna; others may have copied it.
  private static func isHint(_ sentence: SpokenSentence) -> Bool {
    ["ANTENNA OK", "ANTENNA OPEN", "ANTENNA SHORT"].contains(sentence.text)
  }
}
