// Commands from the host: found in its bytes, understood in the language of a maker, and answered.

internal import GPSBridge
internal import NMEA

/// The maker whose commands a receiver understands.
enum CommandLanguage: Sendable, Hashable {
  /// u-blox's PUBX: carried out in silence.
  case ublox
  /// SiRF's PSRF: carried out in silence.
  case sirf
  /// MediaTek's PMTK: each is answered.
  case mediatek
  /// CASIC's PCAS: carried out in silence.
  case casic
  /// It does not listen.
  case none
}

extension Scenario {
  /// A receiver's reaction to commands that it understands.
  public enum CommandSupport: String, Sendable, Hashable, CaseIterable {
    /// It does what it is told.
    case obeys
    /// It says that it failed, where its makers thought of an answer, and does nothing.
    case refuses
    /// It does nothing and says nothing.
    case ignores
  }
}

/// An effect of a command.
enum CommandEffect: Sendable, Hashable {
  /// Nanoseconds between epochs.
  case interval(Int64)
  /// Bits per second, after what is being sent.
  case speed(Int)
  /// Speed and protocols of a port of a u-blox.
  case port(PUBX41)
  /// A sentence with every nth epoch; never for zero.
  case output(SentenceKind, Int)
  /// These sentences, each with every nth epoch, and no others.
  case outputs([SentenceKind: Int])
  /// Everything as built.
  case defaultOutputs
  /// Start again.
  case restart(Scenario.PowerUp)
  /// A sentence at once.
  case tell(SentenceKind)
  /// The body of an answer.
  case reply(String)
}

/// Finds commands in what a host sends: whole sentences with a right checksum; everything else is passed over.
struct CommandReader: Sendable {
  private var line: [UInt8] = []
  /// A command that does not end is thrown away: no maker has one as long as this.
  private static let longest = 256

  /// Takes some bytes, and answers the bodies of the commands that they complete.
  mutating func take(_ bytes: Span<UInt8>) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "$") {
        line.removeAll(keepingCapacity: true)
        line.append(byte)
      } else if byte == 0x0A || byte == 0x0D {
        if let body = Self.body(line) { bodies.append(body) }
        line.removeAll(keepingCapacity: true)
      } else if !line.isEmpty {
        line.append(byte)
        if line.count > Self.longest { line.removeAll(keepingCapacity: true) }
      }
    }
    return bodies
  }

  /// The text between `$` and `*`, if the checksum agrees.
  private static func body(_ line: [UInt8]) -> [UInt8]? {
    guard line.count >= 5, line[0] == UInt8(ascii: "$"), line[line.count - 3] == UInt8(ascii: "*") else {
      return nil
    }
    let body = Array(line[1..<(line.count - 3)])
    let said = String(decoding: line[(line.count - 2)...], as: UTF8.self)
    guard UInt8(said, radix: 16) == Checksum.of(body.span) else { return nil }
    return body
  }
}

extension CommandLanguage {
  /// The effects of a command on a receiver of a dialect.
  func effects(of body: [UInt8], _ dialect: Dialect, _ support: Scenario.CommandSupport) -> [CommandEffect] {
    guard self != .none, support != .ignores else { return [] }
    var fault: FieldFault?
    let sentence = try? Sentence(body: body.span, fault: &fault)
    var vendor: VendorSentence?
    if case .vendor(let known) = sentence { vendor = known }
    switch self {
    case .mediatek: return Mediatek.effects(body, vendor, dialect, support)
    case .ublox where support == .obeys: return Self.ublox(body, vendor)
    case .sirf where support == .obeys: return Self.sirf(vendor)
    case .casic where support == .obeys: return Self.casic(vendor, dialect)
    default: return []
    }
  }

  /// PUBX: rates of sentences, the speed, and questions, which are tags without fields.
  private static func ublox(_ body: [UInt8], _ vendor: VendorSentence?) -> [CommandEffect] {
    switch vendor {
    case .pubx40(let command):
      guard let kind = SentenceKind(name: command.sentence.bytes) else { return [] }
      // USB has a port of its own; a receiver behind a bridge is on the first serial one.
      guard let period = command.usbRate ?? command.serial1Rate else { return [] }
      return [.output(kind, period)]
    case .pubx41(let command): return [.port(command)]
    default: return question(body).map { [.tell($0)] } ?? []
    }
  }

  /// A question is a tag without fields.
  private static func question(_ body: [UInt8]) -> SentenceKind? {
    switch String(decoding: body, as: UTF8.self) {
    case "PUBX,00": .pubx00
    case "PUBX,03": .pubx03
    case "PUBX,04": .pubx04
    default: nil
    }
  }

  /// PSRF: the speed, and the rates of sentences in seconds.
  private static func sirf(_ vendor: VendorSentence?) -> [CommandEffect] {
    switch vendor {
    case .psrf100(let command): return command.language == .nmea ? speed(command.baudRate) : []
    case .psrf103(let command):
      guard let kind = command.output.flatMap(kind) else { return [] }
      return command.request == .ask ? [.tell(kind)] : [.output(kind, command.interval ?? 1)]
    default: return []
    }
  }

  private static func kind(_ output: PSRF103.Output) -> SentenceKind? {
    switch output {
    case .gga: .gga
    case .gll: .gll
    case .gsa: .gsa
    case .gsv: .gsv
    case .rmc: .rmc
    case .vtg: .vtg
    case .zda: .zda
    default: nil
    }
  }

  /// PCAS: the speed, the interval, the sentences.
  private static func casic(_ vendor: VendorSentence?, _ dialect: Dialect) -> [CommandEffect] {
    switch vendor {
    case .pcas01(let command): return speed(command.baudRate)
    case .pcas02(let command): return interval(command.interval, dialect).map { [.interval($0)] } ?? []
    case .pcas03(let command):
      let known: [(PCAS03.Output, SentenceKind)] = [
        (.gga, .gga), (.gll, .gll), (.gsa, .gsa), (.gsv, .gsv), (.rmc, .rmc), (.vtg, .vtg), (.zda, .zda),
        (.ant, .antenna), (.gst, .gst),
      ]
      return known.compactMap { output, kind in command[output].map { .output(kind, $0) } }
    default: return []
    }
  }

  static func speed(_ speed: Int?) -> [CommandEffect] {
    guard let speed, LineSpeed.usual.contains(speed) else { return [] }
    return [.speed(speed)]
  }

  /// An interval in seconds as whole milliseconds, if the receiver can keep it.
  static func interval(_ seconds: Double?, _ dialect: Dialect) -> Int64? {
    guard let seconds, seconds > 0, seconds <= 10 else { return nil }
    let nanoseconds = Int64(seconds * 1000 + 0.5) * 1_000_000
    return nanoseconds >= dialect.shortestInterval ? nanoseconds : nil
  }
}

/// Speeds that receivers know.
enum LineSpeed {
  static let usual = [4800, 9600, 14_400, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]
}

/// MediaTek's commands, each with its answer.
enum Mediatek {
  static func effects(
    _ body: [UInt8], _ vendor: VendorSentence?, _ dialect: Dialect, _ support: Scenario.CommandSupport
  ) -> [CommandEffect] {
    guard let number = number(of: body) else { return [] }
    guard support == .obeys else { return [answer(number, .failed)] }
    switch vendor {
    case .pmtk220(let command):
      guard let interval = CommandLanguage.interval(command.interval, dialect) else {
        return [answer(number, .failed)]
      }
      return [.interval(interval), answer(number, .succeeded)]
    case .pmtk251(let command):
      // No answer: it would come at the new speed, before the host listens at it.
      return CommandLanguage.speed(command.baudRate == 0 ? dialect.speed : command.baudRate)
    case .pmtk314(let command): return [outputs(command), answer(number, .succeeded)]
    case .pmtk605: return [.reply("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0")]
    case .pmtk101: return [.restart(.hot)]
    case .pmtk102: return [.restart(.warm)]
    case .pmtk103: return [.restart(.cold)]
    case .pmtk104: return [.defaultOutputs, .restart(.cold)]
    default: return [answer(number, .unsupported)]
    }
  }

  private static func outputs(_ command: PMTK314) -> CommandEffect {
    guard command[.gll] != -1 else { return .defaultOutputs }
    let known: [(PMTK314.Output, SentenceKind)] = [
      (.gll, .gll), (.rmc, .rmc), (.vtg, .vtg), (.gga, .gga), (.gsa, .gsa), (.gsv, .gsv), (.gst, .gst),
      (.zda, .zda),
    ]
    var periods: [SentenceKind: Int] = [:]
    for (output, kind) in known { periods[kind] = command[output] ?? 0 }
    return .outputs(periods)
  }

  private static func answer(_ number: Int, _ result: PMTK001.Result) -> CommandEffect {
    let digits = number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
    return .reply("PMTK001,\(digits),\(result.rawValue)")
  }

  /// The three digits behind PMTK; nil for what is none of MediaTek's commands, and for answers.
  private static func number(of body: [UInt8]) -> Int? {
    guard body.count >= 7, body.starts(with: "PMTK".utf8) else { return nil }
    let end = body.firstIndex(of: UInt8(ascii: ",")) ?? body.endIndex
    guard end == 7, let number = Int(String(decoding: body[4..<7], as: UTF8.self)), number > 11 else {
      return nil
    }
    return number
  }
}
