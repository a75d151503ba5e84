internal import GNSS
internal import NMEA

/// A sentence as far as it matters to settings: its kind, and the text only of a vendor's sentence or a TXT.
struct ArrivedSentence: Sendable, Hashable {
  /// The kind, if it can be switched on and off.
  let kind: OutputSentence?
  /// The satellite system whose satellites a GSV lists.
  let system: Constellation?
  let spoken: SpokenSentence?

  init(_ bytes: [UInt8]) {
    kind = OutputSentence(bytes)
    system = kind == .gsv ? Self.system(Talker(bytes[1], bytes[2])) : nil
    spoken = kind == nil ? SpokenSentence(bytes) : nil
  }

  /// A sentence of which only the five letters before its first comma are known.
  init(letters: UInt64) {
    kind = OutputSentence(letters: UInt32(truncatingIfNeeded: letters & 0xFF_FFFF))
    let talker = Talker(UInt8(truncatingIfNeeded: letters >> 32), UInt8(truncatingIfNeeded: letters >> 24))
    system = kind == .gsv ? Self.system(talker) : nil
    spoken = nil
  }

  private static func system(_ talker: Talker) -> Constellation? {
    switch talker {
    case .gp: .gps
    case .gl: .glonass
    case .ga: .galileo
    case .gb, .bd: .beidou
    case .gq, .qz: .qzss
    case .gi: .navic
    default: nil
    }
  }
}

/// A vendor sentence or a TXT, split at its commas: only these two show a receiver's dialect and settings.
struct SpokenSentence: Sendable, Hashable {
  /// The part before the first comma.
  let tag: String
  /// The parts after it.
  let fields: [String]

  /// Splits a sentence from `$` to its checksum; nil for every other kind of sentence.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$") else { return nil }
    guard bytes[1] == UInt8(ascii: "P") || bytes[3..<6].elementsEqual("TXT".utf8) else { return nil }
    let body = bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }
    let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    tag = parts[0]
    fields = Array(parts.dropFirst())
  }

  /// The text of a text sentence; nil for any other sentence.
  var text: String? {
    if tag == "PSRFTXT" { return fields.joined(separator: ",") }
    guard tag.hasSuffix("TXT"), tag.count == 5, fields.count > 3 else { return nil }
    return fields.dropFirst(3).joined(separator: ",")
  }
}

/// A report from a receiver about commands and settings, on request or unprompted.
enum DeviceReport: Sendable, Hashable {
  case answer(command: Int, PMTK001.Result)
  case value(SettingValue)
  /// The receiver has just started.
  case greeting

  static func reports(in sentence: SpokenSentence) -> [DeviceReport] {
    switch sentence.tag {
    case "PMTK001": return answer(sentence.fields)
    case "PMTK010": return sentence.fields.first.flatMap { Int($0) } == 1 ? [.greeting] : []
    case "PMTK011", "PSRFTXT": return [.greeting]
    case "PMTK500":
      // The fix interval, and four numbers that we ignore.
      guard let number = sentence.fields.first.flatMap({ Int($0) }), 10...60_000 ~= number else { return [] }
      return [.value(Setting.updateRate(UpdateRate(milliseconds: number)))]
    case "PMTK514":
      let sentences = MediaTekCommands.sentences(sentence.fields)
      return sentences.isEmpty ? [] : [.value(Setting.enabledSentences(sentences))]
    default:
      guard let text = sentence.text else { return [] }
      return ["u-blox", "MA=CASIC", "Techtotop"].contains { text.hasPrefix($0) } ? [.greeting] : []
    }
  }

  /// `$PMTK001,353,3,GPS,GLONASS,Galileo,Galileo in full,BeiDou,sum` lists the systems that are now in use.
  private static func answer(_ fields: [String]) -> [DeviceReport] {
    guard fields.count > 1, let command = Int(fields[0]), let code = UInt8(fields[1]) else { return [] }
    let answer = DeviceReport.answer(command: command, PMTK001.Result(rawValue: code))
    // Older firmware lists fewer systems in a different order, which we do not parse.
    guard command == 353, code == PMTK001.Result.succeeded.rawValue, fields.count == 8 else {
      return [answer]
    }
    let order: [Constellation] = [.gps, .glonass, .galileo, .galileo, .beidou]
    let systems = zip(order, fields[2..<7]).filter { $0.1 == "1" }.map(\.0)
    return systems.isEmpty ? [answer] : [.value(Setting.constellations(Set(systems))), answer]
  }
}

extension PMTK001.Result {
  /// The result as text.
  var inWords: String {
    switch self {
    case .invalid: "it reports that the command is not valid"
    case .unsupported: "it reports that it does not support the command"
    case .failed: "it reports that it could not do it"
    case .succeeded: "it reports that it was done"
    default: "it answers \(rawValue)"
    }
  }
}
