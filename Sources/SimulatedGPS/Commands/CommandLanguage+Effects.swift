internal import GPSBridge
internal import NMEA

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
    case .pubx41(let command): return speed(command.baudRate)
    default: return body == Array("PUBX,00".utf8) ? [.tell(.pubx00)] : []
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
